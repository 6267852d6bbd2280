/** What a response brings. @returns undefined as soon as it is more than `mostBytes`: the rest is not awaited */
export async function bodyWithin({ body }: Pick<Response, 'body'>, mostBytes: number): Promise<Buffer | undefined> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of body ?? []) {
    bytes += part.byteLength
    if (bytes > mostBytes) return undefined
    parts.push(part)
  }
  return Buffer.concat(parts)
}

/** The body of a response. @returns undefined as soon as it exceeds `mostBytes`; the rest is not read */
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

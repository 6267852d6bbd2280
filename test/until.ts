/** Waits until `look` finds something. @throws Error that names `what` after `limitMs` */
export async function until<T>(
  what: string,
  look: () => T | undefined | false | Promise<T | undefined | false>,
  limitMs = 8000,
): Promise<T> {
  const deadline = Date.now() + limitMs
  for (;;) {
    const found = await look()
    if (found !== undefined && found !== false) return found
    if (Date.now() > deadline) throw new Error(`waited ${limitMs} ms in vain for ${what}`)
    await new Promise(resolve => setTimeout(resolve, 10))
  }
}

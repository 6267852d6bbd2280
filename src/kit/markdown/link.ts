const LONGEST = 2048

/**
 * The URL if it is safe for an `href`, else undefined. Only http and https, no credentials, no control characters:
 * everything else that people write stays text.
 */
export function safeUrl(address: string): string | undefined {
  if (address.length > LONGEST || !/^https?:\/\//i.test(address)) return undefined
  const url = URL.parse(address)
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) return undefined
  if (url.username !== '' || url.password !== '' || url.hostname === '') return undefined
  return url.href
}

/** Where a bare address that starts at `from` ends: before white space, `<`, or trailing punctuation. */
export function bareLinkEnd(source: string, from: number, closers: readonly string[]): number {
  const limit = Math.min(source.length, from + LONGEST)
  let end = from
  let depth = 0
  for (; end < limit; end++) {
    const char = source[end] ?? ''
    if (char === '<' || /\s/.test(char)) break
    if (closers.some(closer => source.startsWith(closer, end))) break
    if (char === '(') depth++
    if (char === ')' && --depth < 0) break
  }
  while (end > from && /[.,:;"'!?\]*_~|]/.test(source[end - 1] ?? '')) end--
  return end
}

/**
 * Reads `(address)` or `(<address> "title")` at `from`.
 * @returns the address and the place after the closing bracket, or undefined when this is no link
 */
export function linkTarget(source: string, from: number): { url: string; end: number } | undefined {
  if (source[from] !== '(') return undefined
  const limit = Math.min(source.length, from + LONGEST)
  let end = from + 1
  let depth = 0
  for (; end < limit; end++) {
    const char = source[end] ?? ''
    if (/\s/.test(char)) break
    if (char === '(') depth++
    if (char === ')' && --depth < 0) break
  }
  const written = source.slice(from + 1, end).replace(/^<(.*)>$/, '$1')
  const url = safeUrl(written)
  if (!url) return undefined
  TITLE.lastIndex = end
  const close = TITLE.exec(source)
  return close ? { url, end: TITLE.lastIndex } : undefined
}

const TITLE = /[ \t]{0,8}(?:"[^"\n]{0,256}"|'[^'\n]{0,256}')?[ \t]{0,8}\)/y

const LONGEST = 2048
const OPEN = 0x28
const CLOSE = 0x29

function isSpace(source: string, at: number): boolean {
  const code = source.charCodeAt(at)
  return code <= 0x20 || (code >= 0xa0 && /\s/.test(source.charAt(at)))
}

/**
 * The URL if it is safe for an `href`, otherwise undefined. Only http and https, no credentials, no control characters:
 * anything else stays text.
 */
export function safeUrl(address: string): string | undefined {
  if (address.length > LONGEST || !/^https?:\/\//i.test(address)) return undefined
  const url = URL.parse(address)
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) return undefined
  if (url.username !== '' || url.password !== '' || url.hostname === '') return undefined
  return url.href
}

/** Where a bare URL that starts at `from` ends: before white space, `<`, or trailing punctuation. */
export function bareLinkEnd(source: string, from: number, closers: readonly string[]): number {
  const limit = Math.min(source.length, from + LONGEST)
  let end = from
  let depth = 0
  for (; end < limit; end++) {
    const code = source.charCodeAt(end)
    if (code === 0x3c || isSpace(source, end)) break
    if (closers.some(closer => source.startsWith(closer, end))) break
    if (code === OPEN) depth++
    if (code === CLOSE && --depth < 0) break
  }
  while (end > from && /[.,:;"'!?\]*_~|]/.test(source[end - 1] ?? '')) end--
  return end
}

/**
 * Reads `(address)` or `(<address> "title")` at `from`.
 * @returns the URL and the index after the closing parenthesis, or undefined if it is not a link
 */
export function linkTarget(source: string, from: number): { url: string; end: number } | undefined {
  ADDRESS.lastIndex = from
  if (!ADDRESS.test(source)) return undefined
  const limit = Math.min(source.length, from + LONGEST)
  let end = from + 1
  for (let depth = 0; end < limit; end++) {
    const code = source.charCodeAt(end)
    if (code === OPEN) depth++
    else if (code === CLOSE && --depth < 0) break
    else if (isSpace(source, end)) break
  }
  // In a text where many links begin and none ends, this avoids parsing any URL.
  TITLE.lastIndex = end
  const close = TITLE.exec(source)
  const url = close && safeUrl(source.slice(from + 1, end).replace(/^<(.*)>$/, '$1'))
  return url ? { url, end: end + close[0].length } : undefined
}

const ADDRESS = /\(<?https?:\/\//iy
const TITLE = /[ \t]{0,8}(?:"[^"\n]{0,256}"|'[^'\n]{0,256}')?[ \t]{0,8}\)/y

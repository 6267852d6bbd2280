/** With the backslashes before it: an odd one makes it 'itself' in a string or an expression. */
const beyondAscii = /(\\*)([^\0-\x7f])/g
const rawTemplate = /String\.raw`((?:[^`\\]|\\[^])*)`/g
const insertion = /((?<!\\)\$\{[^{}`]*\})/

const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`

/** The text of a raw template, where an escape would stand for itself. */
function inRawAscii(text: string): string {
  const parts = text.split(insertion)
  const written = parts.map((part, place) => {
    if (place % 2 === 1) return part
    if (part.includes('${')) throw new Error(`what this inserts is not plain: ${text}`)
    return part.replace(beyondAscii, (_, slashes: string, unit: string) => {
      if (slashes.length % 2 === 1) throw new Error(`this escapes a character beyond ASCII: ${text}`)
      return `${slashes}\${"${escaped(unit)}"}`
    })
  })
  return written.join('')
}

/**
 * The same program in ASCII alone. One character beyond Latin-1 makes V8 keep two bytes for each character of a file:
 * 5 MB more for the bundle.
 * @param code JavaScript without comments
 * @throws Error where a raw template inserts more than plain expressions, or escapes such a character
 */
export const inAscii = (code: string): string =>
  code
    .replace(rawTemplate, (_, text: string) => `String.raw\`${inRawAscii(text)}\``)
    .replace(beyondAscii, (_, slashes: string, unit: string) =>
      slashes.length % 2 === 1 ? `${slashes.slice(1)}${escaped(unit)}` : `${slashes}${escaped(unit)}`,
    )

/**
 * Returns integers with more digits than a double keeps as text: to Discord, an id is the same as a number and as a
 * string.
 */
function exact(_key: string, value: unknown, written?: { source?: string }): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value
  return written?.source !== undefined && /^-?\d+$/.test(written.source) ? written.source : value
}

/**
 * Parses JSON without losing a digit of large integers: Discord takes ids as strings and as numbers.
 * @throws SyntaxError
 */
export const parseJson = (text: string): unknown => (/\d{16}/.test(text) ? JSON.parse(text, exact) : JSON.parse(text))

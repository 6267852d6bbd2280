/** Why a text is not valid JSON, and in which line (from 1). */
export class JsonProblem extends Error {
  readonly line: number
  constructor(line: number, message: string) {
    super(message)
    this.name = 'JsonProblem'
    this.line = line
  }
}

/** A parsed value, and the line of each of its parts by dotted path: `team.0.name`. */
export interface JsonWithLines {
  value: unknown
  lines: ReadonlyMap<string, number>
}

const blank = /[ \t\r\n]*/y
const scalar = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|true|false|null/y

/**
 * Parses JSON like `JSON.parse`, but refuses duplicate names, because only one of them could apply.
 * @throws JsonProblem
 */
export function parseWithLines(text: string): JsonWithLines {
  const lines = new Map<string, number>()
  let at = text.startsWith('\uFEFF') ? 1 : 0
  const lineAt = (place: number) => text.slice(0, place).split('\n').length
  const fail = (reason: string, place = at): never => {
    throw new JsonProblem(lineAt(place), reason)
  }
  const skip = () => {
    blank.lastIndex = at
    blank.test(text)
    at = blank.lastIndex
  }
  const found = () => (at < text.length ? `not "${text.at(at)}"` : 'but the file ends')
  const take = (sign: string): boolean => {
    skip()
    if (text[at] !== sign) return false
    at += 1
    return true
  }
  const simple = (what: string): unknown => {
    scalar.lastIndex = at
    const word = scalar.exec(text)?.[0] ?? fail(`${what} is expected here, ${found()}.`)
    try {
      const value: unknown = JSON.parse(word)
      at += word.length
      return value
    } catch {
      return fail(`This ${word.startsWith('"') ? 'text' : 'number'} cannot be read.`)
    }
  }
  /** Reads the parts between two brackets, up to the closing one. */
  const parts = (closing: string, read: () => void) => {
    if (take(closing)) return
    do {
      skip()
      if (text[at] === closing) fail(`There is an extra comma before "${closing}".`)
      read()
    } while (take(','))
    if (!take(closing)) fail(`"," or "${closing}" is expected here, ${found()}.`)
  }
  const value = (path: string): unknown => {
    skip()
    lines.set(path, lineAt(at))
    if (take('[')) {
      const list: unknown[] = []
      parts(']', () => list.push(value(`${path}${path && '.'}${list.length}`)))
      return list
    }
    if (!take('{')) return simple('A value')
    const object = new Map<string, unknown>()
    parts('}', () => {
      const begun = at
      if (text[at] !== '"') fail(`A name in double quotes is expected here, ${found()}.`)
      const name = String(simple('A name'))
      if (object.has(name)) fail(`"${name}" is in the file twice.`, begun)
      if (!take(':')) fail(`":" is expected after "${name}", ${found()}.`)
      object.set(name, value(`${path}${path && '.'}${name}`))
    })
    return Object.fromEntries(object)
  }
  const whole = value('')
  skip()
  if (at < text.length) fail(`The file should end here, ${found()}.`)
  return { value: whole, lines }
}

/** An error in the JSON, and where it is, to show to the person who typed it. */
export interface Fault {
  /** Counted from 1. */
  line: number
  /** The part that it is about: `embeds.0.fields.2.value`; empty for the text as a whole. */
  path: string
  sentence: string
}

type Parsed = { value: unknown; lineOf(path: readonly PropertyKey[]): number } | { fault: Fault }

const deepest = 40
const escapes: Record<string, string> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
}

class Unreadable extends Error {
  readonly at: number
  readonly path: string
  constructor(sentence: string, at: number, path: string) {
    super(sentence)
    this.at = at
    this.path = path
  }
}

/** Reads JSON and records where each value begins; JSON.parse reports neither places nor useful errors. */
function read(text: string, places: Map<string, number>, uniqueNames: boolean): unknown {
  let at = 0
  const path: PropertyKey[] = []

  function refuse(sentence: string, where = at): never {
    throw new Unreadable(sentence, where, path.join('.'))
  }

  const skip = () => {
    while (' \t\n\r'.includes(text[at] ?? 'x')) at += 1
  }

  function word(): unknown {
    const [found] = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)/.exec(
      text.slice(at, at + 40),
    ) ?? [undefined]
    if (found === undefined) {
      if (at >= text.length) refuse('It ends too early: something is missing here.')
      refuse('There should be a value here: a text in double quotes, a number, true, false, null, { or [.')
    }
    at += found.length
    return JSON.parse(found)
  }

  function escaped(): string {
    const one = text[at] ?? ''
    at += 1
    const known = escapes[one]
    if (known !== undefined) return known
    const digits = text.slice(at, at + 4)
    if (one !== 'u' || !/^[0-9a-fA-F]{4}$/.test(digits)) refuse(`There is no \\${one} in JSON.`)
    at += 4
    return String.fromCharCode(Number.parseInt(digits, 16))
  }

  function string(): string {
    const start = at
    let found = ''
    at += 1
    for (;;) {
      const one = text[at]
      if (one === undefined) refuse('This text has no closing double quote.', start)
      if (one === '\n') refuse(String.raw`A line break within a text is written as \n.`)
      at += 1
      if (one === '"') return found
      found += one === '\\' ? escaped() : one
    }
  }

  /** After an entry: a comma and another one, or the end. */
  function between(end: '}' | ']', sentence: string): void {
    skip()
    if (text[at] === end) return
    if (text[at] !== ',') refuse(at >= text.length ? `It ends too early: ${end} is missing.` : sentence)
    at += 1
    skip()
    if (text[at] === end) refuse(`There is a comma before ${end}, with nothing after it.`)
  }

  function object(): Record<string, unknown> {
    const found: [string, unknown][] = []
    const names = new Set<string>()
    at += 1
    for (skip(); text[at] !== '}'; skip()) {
      if (text[at] !== '"') refuse('There should be a name in double quotes here.')
      const begun = at
      const name = string()
      if (uniqueNames && names.has(name)) refuse(`"${name}" is there twice.`, begun)
      names.add(name)
      skip()
      if (text[at] !== ':') refuse(`There should be a colon after "${name}".`)
      at += 1
      path.push(name)
      found.push([name, value()])
      path.pop()
      between('}', 'There should be a comma or } here.')
    }
    at += 1
    return Object.fromEntries(found)
  }

  function list(): unknown[] {
    const found: unknown[] = []
    at += 1
    for (skip(); text[at] !== ']'; skip()) {
      path.push(found.length)
      found.push(value())
      path.pop()
      between(']', 'There should be a comma or ] here.')
    }
    at += 1
    return found
  }

  function value(): unknown {
    skip()
    places.set(path.join('.'), at)
    if (path.length > deepest) refuse('It is nested too deep.')
    if (text[at] === '{') return object()
    if (text[at] === '[') return list()
    return text[at] === '"' ? string() : word()
  }

  const whole = value()
  skip()
  if (at < text.length) refuse('There is something after the end.')
  return whole
}

/**
 * Reads JSON.
 * @param options.uniqueNames refuses a name that occurs twice in an object; otherwise its last value counts, as for
 * JSON.parse
 * @returns the value with the line of each part, or where and why it cannot be read
 */
export function parseWithLines(text: string, { uniqueNames = false }: { uniqueNames?: boolean } = {}): Parsed {
  const lineAt = (at: number) => text.slice(0, at).split('\n').length
  const places = new Map<string, number>()
  try {
    const value = read(text, places, uniqueNames)
    return {
      value,
      lineOf(path) {
        // Something that is missing has no line of its own: use the line of its nearest parent.
        for (let length = path.length; length >= 0; length -= 1) {
          const at = places.get(path.slice(0, length).join('.'))
          if (at !== undefined) return lineAt(at)
        }
        return 1
      },
    }
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    return { fault: { line: lineAt(error.at), path: error.path, sentence: error.message } }
  }
}

/** A value that may contain a working mention, made by the product and never by what somebody typed. */
export interface Intended {
  intended: string
}

/** Marks a text as safe to ping: `intended('<@123>')`. Who is really pinged is still said by `allowedMentions`. */
export const intended = (text: string): Intended => ({ intended: text })

export type TemplateValues = Record<string, string | number | Intended>

const gap = '\u200B'

/** Signs that turn the direction of all that follows, beyond the name they stand in. Letters have theirs without them. */
const turning = /[\u202A-\u202E\u2066-\u2069]/g

/** Takes the effect from what people may have put into a name: pings, mentions, masked links, turned text. */
export function inert(text: string): string {
  return text
    .replace(turning, '')
    .replace(/@(?=everyone|here)/gi, `@${gap}`)
    .replace(/<(?=(?:@[!&]?|#|\/|a?:|t:|id:))/gi, `<${gap}`)
    .replace(/\](?=\()/g, `]${gap}`)
}

const longestEcho = 100

/** What somebody typed as an answer may repeat it: on one line, short, without effect. */
export function repeated(text: string): string {
  const line = [...text.replace(/\s+/gu, ' ')]
  return inert(line.length > longestEcho ? `${line.slice(0, longestEcho - 1).join('')}…` : line.join(''))
}

/** `{member:name}` and `{member.name}` are one placeholder, in any case. */
const canonical = (name: string) => name.toLowerCase().replaceAll(':', '.')

/**
 * Fills the `{placeholders}` of a text that a guild wrote, in one pass: a value is never read again, so a name that
 * looks like a placeholder stays a name. Unknown placeholders stay as typed; a typed `\n` becomes a line break.
 * @param values by name: `member.name` also answers `{member:name}`
 */
export function render(template: string, values: TemplateValues): string {
  const known = new Map(Object.entries(values).map(([name, value]) => [canonical(name), value]))
  return template.replace(/\\n|\{([\w.:]{1,40})\}/g, (typed, name: string | undefined) => {
    if (name === undefined) return '\n'
    const value = known.get(canonical(name))
    if (value === undefined) return typed
    return typeof value === 'object' ? value.intended : inert(String(value))
  })
}

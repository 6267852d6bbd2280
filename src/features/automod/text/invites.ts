import { placeOf, read, type Readings } from './normalise.ts'

export interface Invite {
  /** As it was written: its case matters. */
  code: string
  /** Where it stands; null when it was percent-encoded. */
  start: number | null
  end: number | null
}

const dot = String.raw` ?(?:\.|[(\[] ?(?:\.|dot) ?[)\]]|(?<= )dot(?= )) ?`
const slash = String.raw`(?::\d+)?(?: ?[/\\|])+ ?`
const rest = String.raw`(?:invite${slash})?(?<code>[\p{L}\p{N}_-]{2,100})`
/** Discord's own short address, and those that forward to it. */
const short = String.raw`(?:discord${dot}(?:gg|io|me|li|link|plus)|dsc${dot}gg|invite${dot}gg)`
const long = String.raw`discord(?:app)?${dot}com${slash}(?:[^\s/\\]{1,50}${slash}){0,3}?invite`
const invite = new RegExp(`(?<![\\p{L}\\p{N}])(?:${short}|${long})${slash}${rest}`, 'dgu')

const possible = /discord|dsc|invite/
const encoded = /%[0-9a-f]{2}/i

function unescaped(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

function invitesAsWritten(text: string, { folded }: Readings): Invite[] {
  if (!possible.test(folded.text)) return []
  return [...folded.text.matchAll(invite)].map(match => {
    const place = placeOf(folded, match.index, match.index + match[0].length)
    const [from, to] = match.indices?.groups?.['code'] ?? [0, 0]
    const code = placeOf(folded, from, to)
    return { code: text.slice(code.start, code.end), ...place }
  })
}

/**
 * Invites to servers, also with look-alikes, spaces around the dot, backslashes and percent-encoding, as Discord's clients
 * and people resolve them.
 */
export function invitesIn(text: string, readings: Readings): Invite[] {
  const written = invitesAsWritten(text, readings)
  if (!encoded.test(text)) return written
  const decoded = text.replace(/\S*%[0-9a-f]{2}\S*/gi, piece => unescaped(piece) ?? piece)
  const known = new Set(written.map(({ code }) => code))
  const hidden = invitesAsWritten(decoded, read(decoded)).filter(({ code }) => !known.has(code))
  return [...written, ...hidden.map(({ code }) => ({ code, start: null, end: null }))]
}

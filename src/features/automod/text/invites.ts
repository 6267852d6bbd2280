import { explicitLinks, type Link, within } from './links.ts'
import { placeOf, read, type Readings, unmarked } from './normalise.ts'
import { kind, mayHold } from './character-kinds.ts'

interface Invite {
  /** As written, because case matters. */
  code: string
  /** Its offset; null if it can be read only after decoding the text. */
  start: number | null
  end: number | null
}

const dot = String.raw` ?(?:[.。]|[(\[] ?(?:\.|dot) ?[)\]]|(?<= )dot(?= )) ?`
/**
 * A slash, possibly with a port before it, or characters that look like one. Each text matches in only one way, so
 * matching never takes long.
 */
const slash = String.raw`\.?(?::[\p{L}\p{N}]{1,5})?(?: ?[/\\|⁄∕⧸])+ ?`
const rest = String.raw`(?:invite${slash})?(?<code>[\p{L}\p{N}_-]{2,100})`
/** Discord's own short domain, and others that forward to it. */
const short = String.raw`(?:discord${dot}(?:gg|io|me|li|link|plus)|dsc${dot}gg|invite${dot}gg|(?<![\p{L}\p{N}_)\]])\.gg)`
const long = String.raw`discord(?:app)?${dot}com${slash}(?:[^\s/\\|⁄∕⧸]{1,50}${slash}){0,3}?invite`
/** Opens the app itself. */
const app = String.raw`discord:[/\\]{2,3}(?:-[/\\])?invite`
const invite = new RegExp(`(?<![\\p{L}\\p{N}])(?:${short}|${long}|${app})${slash}${rest}`, 'dgu')

const possible = /discord|dsc|invite|\.gg/
const encoded = /(?:%[0-9a-f]{2})+/gi

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function invitesAsWritten(text: string, { folded, kinds }: Readings): Invite[] {
  if (!mayHold(kinds, kind.slash) || !possible.test(folded.text)) return []
  return [...folded.text.matchAll(invite)].map(match => {
    const place = placeOf(folded, match.index, match.index + match[0].length)
    const [from, to] = match.indices?.groups?.['code'] ?? [0, 0]
    const code = placeOf(folded, from, to)
    return { code: text.slice(code.start, code.end), ...place }
  })
}

const hosts = ['discord.gg', 'discord.com', 'discordapp.com', 'discord.io', 'discord.me', 'discord.li', 'discord.link']
const forwarding = ['discord.plus', 'dsc.gg', 'invite.gg']

/** Whether a link, complete or not, leads to a host that serves invites. */
export const isInviteHost = ({ host }: Pick<Link, 'host'>): boolean => within(host, hosts) || within(host, forwarding)

/** The path as a browser resolves it: `/x/../abc` becomes `/abc`. */
const pathOf = (address: string) => (URL.canParse(address) ? new URL(address).pathname : '')

/** Without one of these, neither browsers nor formatting change anything. */
const changing = /[%*~|`_]|:[/\\]/
const mayChange = (text: string, { plain, folded, kinds }: Readings): boolean =>
  (mayHold(kinds, kind.changing | kind.slash) && changing.test(text)) ||
  (plain.origin !== undefined && (changing.test(plain.text) || changing.test(folded.text)))

/** The text as read by browsers or by Discord's formatting; empty if that changes nothing. */
function hiddenTexts(text: string, readings: Readings): string[] {
  const decoded = text.replace(encoded, unescaped)
  const shown = unmarked(readings.folded).text
  const resolved = explicitLinks(readings)
    .filter(isInviteHost)
    .map(({ host, path }) => unescaped(`${host}${pathOf(`http://${host}${path}`)}`))
  return [
    ...(decoded === text ? [] : [decoded]),
    ...(shown === readings.folded.text ? [] : [unmarked({ text, origin: undefined }).text]),
    ...resolved,
  ]
}

/**
 * Finds invites to servers, including those disguised by look-alikes, spaces around the dot, backslashes, formatting or
 * percent-encoding, as Discord's clients, browsers and people resolve them.
 */
export function invitesIn(text: string, readings: Readings): Invite[] {
  const found = invitesAsWritten(text, readings)
  if (!mayChange(text, readings)) return found
  const known = new Set(found.map(({ code }) => code))
  for (const hidden of hiddenTexts(text, readings))
    for (const { code } of invitesAsWritten(hidden, read(hidden)))
      if (!known.has(code)) {
        known.add(code)
        found.push({ code, start: null, end: null })
      }
  return found
}

import { asciiDomain } from './ascii-domain.ts'
import { bareAddresses, hasPublicSuffix } from './bare-addresses.ts'
import { isPrivateAddress } from './private-addresses.ts'
import { placeOf, type Readings } from './normalise.ts'
import { kind, mayHold } from './character-kinds.ts'

export interface Link {
  /** As browsers resolve it: in lower case, other scripts as `xn--`, without `www.`. */
  host: string
  /** The part after the host, as browsers read it. */
  path: string
  start: number
  end: number
  /** Written without `https://`: Discord does not make it a link, but people may copy it. */
  bare: boolean
}

/** Every link contains one of these. */
const possible = /[.:。]\S/

/**
 * Discord makes links of these wherever they begin, even inside a word. `hxxp` is used for links that readers should
 * copy.
 */
// A link shown as the text of another one ends where the other's begins: [https://a.org](https://b.org).
const explicit = /(?:h(?:tt|xx)ps?|ftp):[/\\]{2}((?:(?!\]\()[^\s<>/\\?#])+)((?:(?!\]\()[^\s<>])*)/giu
/**
 * Characters that end a host: Discord's own marks for bold, spoilers, code and links, and those that no host contains.
 */
const afterHost = /[)*|`"',;!~({}^=$&+].*$/su

/** Quotes, commas, emoji and similar, in any script. An IPv6 address ends in a bracket of its own. */
const aroundHost = /(?<!^\[[\da-f:.]+)[\p{P}\p{S}]+$/iu
const foreign = /[^\0-\x7f]/
const dots = /[.。．｡]/

/**
 * Cuts off a sentence that goes on after the host, as in `https://good.orgです`: no such ending exists, but the part
 * before it does.
 */
function withoutText(named: string): string {
  const trimmed = named.replace(aroundHost, '')
  const at = trimmed.search(foreign)
  if (at < 0 || !foreign.test(trimmed.split(dots).at(-1) ?? '') || hasPublicSuffix(trimmed)) return trimmed
  const before = trimmed.slice(0, at)
  return hasPublicSuffix(before) ? before.replace(aroundHost, '') : trimmed
}

/**
 * Resolves a host as a browser does: percent-encoding, other dots and scripts, IP addresses written as one number. Any
 * ending may exist tomorrow, but a name without one (`localhost`) or on a private network leads nowhere for others.
 */
function resolved(named: string): string[] {
  const address = `http://${withoutText(named)}`
  if (!URL.canParse(address)) return []
  const host = new URL(address).hostname.replace(/\.$/, '').replace(/^www\./, '')
  return (host.includes('.') || host.startsWith('[')) && !isPrivateAddress(host) ? [host] : []
}

/** The host behind an `@`; and also the one before it, where Discord may take the `@` for the end of the link. */
function hostsOf(authority: string): string[] {
  const [name = ''] = authority.split('@').slice(-1)
  const hosts = resolved(name.replace(afterHost, ''))
  if (name.length === authority.length) return hosts
  const [first = ''] = authority.replace(afterHost, '').split('_')
  return first.includes('@') ? hosts : [...hosts, ...resolved(first)]
}

const begun = /:[/\\]{2}/

/** Links with an explicit scheme, which Discord turns into links. */
export const explicitLinks = ({ plain }: Readings): Link[] =>
  !begun.test(plain.text)
    ? []
    : [...plain.text.matchAll(explicit)].flatMap(({ 0: whole, 1: authority = '', 2: path = '', index }) =>
        hostsOf(authority).map(host => ({ host, path, bare: false, ...placeOf(plain, index, index + whole.length) })),
      )

/** Addresses without `https://` that people would copy. */
const bareLinks = ({ plain }: Readings): Link[] =>
  bareAddresses(plain.text).map(({ name, path, start, end }) => ({
    host: (asciiDomain(name) || name).replace(/^www\./, ''),
    path,
    bare: true,
    ...placeOf(plain, start, end),
  }))

/** Finds links that people would follow, in order: all with a scheme, and others if nothing else can be meant. */
export function linksIn(readings: Readings): Link[] {
  if (!mayHold(readings.kinds, kind.address) || !possible.test(readings.plain.text)) return []
  const named = explicitLinks(readings)
  const bare = bareLinks(readings).filter(({ start, end }) => !named.some(one => one.start < end && start < one.end))
  return bare.length === 0 ? named : [...named, ...bare].sort((a, b) => a.start - b.start)
}

/** Whether a host is one of the domains or a subdomain of one. */
export const within = (host: string, domains: readonly string[]): boolean =>
  domains.some(domain => {
    const allowed = asciiDomain(domain)
    return allowed !== '' && (host === allowed || host.endsWith(`.${allowed}`))
  })

/**
 * Messages and files in Discord itself, and the results of its GIF picker: from Tenor until mid-2026, then from Klipy
 * and Giphy.
 */
const discordsOwn: readonly [host: RegExp, path: RegExp][] = [
  [/^(?:(?:ptb|canary)\.)?discord(?:app)?\.com$/, /^\/channels\/(?:\d+|@me)(?:\/\d+){0,2}\/?$/],
  [/^(?:cdn\.discordapp\.com|media\.discordapp\.net|images-ext-\d\.discordapp\.net)$/, /^\//],
  [/^(?:media\d?\.|c\.)?tenor\.com$/, /^\/[\w-]/],
  [/^(?:static\.|media\.)?klipy\.com$/, /^\/[\w-]/],
  [/^(?:media\d?\.|i\.)?giphy\.com$/, /^\/[\w-]/],
]
/**
 * What belongs to the text after a link: punctuation, and words in another script up to where a path would continue.
 */
const afterPath = /[)\]*_~|`"'.,;:!?>]*(?:[^\x21-\x7e][^/\\%]*)?$/u

/** Whether a link leads to a message or a file in Discord, or to a GIF from its picker. */
export const isDiscords = ({ host, path }: Pick<Link, 'host' | 'path'>): boolean => {
  const bare = path.replace(/[?#].*$/s, '').replace(afterPath, '')
  return discordsOwn.some(([hosts, paths]) => hosts.test(host) && paths.test(bare))
}

import { asciiDomain } from './ascii-domain.ts'
import { bareAddresses, existsEnding } from './bare-addresses.ts'
import { leadsNowhere } from './private-addresses.ts'
import { placeOf, type Readings } from './normalise.ts'
import { kind, mayHold } from './character-kinds.ts'

export interface Link {
  /** As browsers resolve it: small letters, other scripts as `xn--`, without `www.`. */
  host: string
  /** What follows the host, as browsers read it. */
  path: string
  start: number
  end: number
  /** Written without `https://`: Discord makes no link of it, but people may copy it. */
  bare: boolean
}

/** Nothing can be a link without one of these. */
const possible = /[.:。]\S/

/** Discord links these wherever they begin, also in the middle of a word. `hxxp` is what people write to be copied. */
// One that is shown as the text of another ends where the other's begins: [https://a.org](https://b.org).
const explicit = /(?:h(?:tt|xx)ps?|ftp):[/\\]{2}((?:(?!\]\()[^\s<>/\\?#])+)((?:(?!\]\()[^\s<>])*)/giu
/** Ends a host: Discord's own signs for bold, spoilers, code and links, and what no host has. */
const afterHost = /[)*|`"',;!~({}^=$&+].*$/su

/** Quotes, commas, emoji and the like of any script. An address of the sixth version ends in a bracket of its own. */
const aroundHost = /(?<!^\[[\da-f:.]+)[\p{P}\p{S}]+$/iu
const foreign = /[^\0-\x7f]/
const dots = /[.。．｡]/

/** In `https://good.orgです` the sentence goes on: no such ending exists, and what stands before does. */
function withoutText(named: string): string {
  const trimmed = named.replace(aroundHost, '')
  const at = trimmed.search(foreign)
  if (at < 0 || !foreign.test(trimmed.split(dots).at(-1) ?? '') || existsEnding(trimmed)) return trimmed
  const before = trimmed.slice(0, at)
  return existsEnding(before) ? before.replace(aroundHost, '') : trimmed
}

/**
 * As a browser resolves it: percent signs, other dots and scripts, addresses written as one number. Any ending may be one
 * of tomorrow, but what has none (`localhost`) or is one's own network leads nowhere for others.
 */
function resolved(named: string): string[] {
  const address = `http://${withoutText(named)}`
  if (!URL.canParse(address)) return []
  const host = new URL(address).hostname.replace(/\.$/, '').replace(/^www\./, '')
  return (host.includes('.') || host.startsWith('[')) && !leadsNowhere(host) ? [host] : []
}

/** Where `…@` may hide the real host or only follow what Discord takes for the end of the link, both count. */
function hostsOf(authority: string): string[] {
  const [name = ''] = authority.split('@').slice(-1)
  const hosts = resolved(name.replace(afterHost, ''))
  if (name.length === authority.length) return hosts
  const [first = ''] = authority.replace(afterHost, '').split('_')
  return first.includes('@') ? hosts : [...hosts, ...resolved(first)]
}

const begun = /:[/\\]{2}/

/** Addresses that say how they are to be opened, which Discord makes links of. */
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

/** Addresses that people would follow, in order: any after `https://`, and others where nothing else can be meant. */
export function linksIn(readings: Readings): Link[] {
  if (!mayHold(readings.kinds, kind.address) || !possible.test(readings.plain.text)) return []
  const named = explicitLinks(readings)
  const bare = bareLinks(readings).filter(({ start, end }) => !named.some(one => one.start < end && start < one.end))
  return bare.length === 0 ? named : [...named, ...bare].sort((a, b) => a.start - b.start)
}

/** Whether a host is one of the domains or lies below one. */
export const within = (host: string, domains: readonly string[]): boolean =>
  domains.some(domain => {
    const allowed = asciiDomain(domain)
    return allowed !== '' && (host === allowed || host.endsWith(`.${allowed}`))
  })

/** Messages and files in Discord itself, and what its GIF picker sends: Tenor's until the middle of 2026, then Klipy's and Giphy's. */
const discordsOwn: readonly [host: RegExp, path: RegExp][] = [
  [/^(?:(?:ptb|canary)\.)?discord(?:app)?\.com$/, /^\/channels\/(?:\d+|@me)(?:\/\d+){0,2}\/?$/],
  [/^(?:cdn\.discordapp\.com|media\.discordapp\.net|images-ext-\d\.discordapp\.net)$/, /^\//],
  [/^(?:media\d?\.|c\.)?tenor\.com$/, /^\/[\w-]/],
  [/^(?:static\.|media\.)?klipy\.com$/, /^\/[\w-]/],
  [/^(?:media\d?\.|i\.)?giphy\.com$/, /^\/[\w-]/],
]
/** What belongs to the text around an address: signs, and words of another script up to where a path would go on. */
const afterPath = /[)\]*_~|`"'.,;:!?>]*(?:[^\x21-\x7e][^/\\%]*)?$/u

/** Whether an address leads to a message or a file in Discord, or to a GIF of its picker. */
export const isDiscords = ({ host, path }: Pick<Link, 'host' | 'path'>): boolean => {
  const bare = path.replace(/[?#].*$/s, '').replace(afterPath, '')
  return discordsOwn.some(([hosts, paths]) => hosts.test(host) && paths.test(bare))
}

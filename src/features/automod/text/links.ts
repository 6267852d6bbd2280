import { domainToASCII } from 'node:url'
import { LinkifyIt } from 'linkify-it'
import { parse } from 'tldts'
import { placeOf, type Readings } from './normalise.ts'

export interface Link {
  /** As browsers resolve it: small letters, other scripts as `xn--`, without `www.`. */
  host: string
  /** What follows the host, as browsers read it; empty when it was written without `https://`. */
  path: string
  start: number
  end: number
}

const finder = new LinkifyIt({ fuzzyLink: true, fuzzyEmail: false, fuzzyIP: true })

/** Endings of files that are also countries or brands: `main.rs` is a file, `main.rs/buy` is not. */
const fileEndings = /\.(?:md|py|rs|sh|pl|ps|zip|mov|so|cc|app|ai|gd|java|js|ts|properties)$/i
/** Endings that are words too, as in `stop.it` or `user.name`: a link only with more behind it. */
const wordEndings = /\.(?:am|as|at|be|by|do|id|im|in|info|is|it|me|my|name|no|pro|so|to|us)$/i
/** A sentence that begins right after the last: `done.Next one`. */
const sentence = /\p{Ll}\.\p{Lu}\p{L}*$/u

/** Nothing can be a link without one of these. */
const possible = /[.:。]\S/

/** Discord links these wherever they begin, also in the middle of a word. `hxxp` is what people write to be copied. */
// One that is shown as the text of another ends where the other's begins: [https://a.org](https://b.org).
const explicit = /(?:h(?:tt|xx)ps?|ftp):[/\\]{2}((?:(?!\]\()[^\s<>/\\?#])+)((?:(?!\]\()[^\s<>])*)/giu
/** Ends a host: Discord's own signs for bold, spoilers, code and links, and what no host has. */
const afterHost = /[)*|`"',;!~({}^=$&+].*$/su

/**
 * As a browser resolves it: percent signs, other dots and scripts, addresses written as one number. Any ending may be one
 * of tomorrow, but what has none (`localhost`) leads nowhere for others.
 */
function resolved(named: string): string[] {
  const address = `http://${named.replace(/[_.。:]+$/u, '')}`
  if (!URL.canParse(address)) return []
  const host = new URL(address).hostname.replace(/\.$/, '').replace(/^www\./, '')
  return host.includes('.') || host.startsWith('[') ? [host] : []
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
        hostsOf(authority).map(host => ({ host, path, ...placeOf(plain, index, index + whole.length) })),
      )

/** Addresses without `https://` that people would copy. */
function bareLinks({ plain }: Readings): Link[] {
  return (finder.match(plain.text) ?? []).flatMap(({ schema, raw, url, index, lastIndex }) => {
    const www = /^www\./i.test(raw)
    if (schema !== '' || (!www && [fileEndings, wordEndings, sentence].some(ending => ending.test(raw)))) return []
    const { hostname, isIcann } = parse(url)
    if (hostname === null || !isIcann) return []
    const host = (domainToASCII(hostname) || hostname).replace(/^www\./, '')
    return [{ host, path: '', ...placeOf(plain, index, lastIndex) }]
  })
}

/** Addresses that people would follow, in order: any after `https://`, and others under an ending that exists. */
export function linksIn(readings: Readings): Link[] {
  if (!possible.test(readings.plain.text)) return []
  const named = explicitLinks(readings)
  const bare = bareLinks(readings).filter(({ start, end }) => !named.some(one => one.start < end && start < one.end))
  return bare.length === 0 ? named : [...named, ...bare].sort((a, b) => a.start - b.start)
}

/** Whether a host is one of the domains or lies below one. */
export const within = (host: string, domains: readonly string[]): boolean =>
  domains.some(domain => {
    const allowed = domainToASCII(domain)
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
/** What belongs to the text around an address. */
const afterPath = /[)\]*_~|`"'.,;:!?>]+$/

/** Whether an address leads to a message or a file in Discord, or to a GIF of its picker. */
export const isDiscords = ({ host, path }: Pick<Link, 'host' | 'path'>): boolean => {
  const bare = path.replace(/[?#].*$/s, '').replace(afterPath, '')
  return discordsOwn.some(([hosts, paths]) => hosts.test(host) && paths.test(bare))
}

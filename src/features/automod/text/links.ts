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
const explicit = /(?:h(?:tt|xx)ps?|ftp):[/\\]{2}([^\s<>/\\?#]+)([^\s<>]*)/giu
/** Ends a host: Discord's own signs for bold, spoilers, code and links, and what no host has. */
const afterHost = /[)*|`"',;!~({}^=$&+].*$/su

/** As a browser resolves it: percent signs, other dots and scripts, addresses written as one number. */
function resolved(named: string): string[] {
  const address = `http://${named.replace(/[_.。:]+$/u, '')}`
  if (!URL.canParse(address)) return []
  const host = new URL(address).hostname.replace(/\.$/, '').replace(/^www\./, '')
  const { isIcann, isIp } = parse(host)
  return isIcann || isIp ? [host] : []
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

/** Addresses that people would follow, with or without `https://`, under an ending that exists, in order. */
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

import { LinkifyIt } from 'linkify-it'
import { parse } from 'tldts'
import { placeOf, type Readings } from './normalise.ts'

export interface Link {
  /** In small letters, without `www.`. */
  host: string
  start: number
  end: number
}

const finder = new LinkifyIt({ fuzzyLink: true, fuzzyEmail: false, fuzzyIP: true, urlAuth: true })

/** Endings of files that are also countries or brands: `main.rs` is a file, `main.rs/buy` is not. */
const fileEndings = /\.(?:md|py|rs|sh|pl|ps|zip|mov|so|cc|app|ai|gd|java|js|ts|properties)$/i

/** Nothing can be a link without one of these. */
const possible = /[.:]\S/

/** Addresses that people would follow, with or without `https://`, under an ending that exists. */
export function linksIn({ plain }: Readings): Link[] {
  if (!possible.test(plain.text)) return []
  return (finder.match(plain.text) ?? []).flatMap(({ schema, raw, url, index, lastIndex }) => {
    const named = schema === 'http:' || schema === 'https:' || schema === 'ftp:' || /^www\./i.test(raw)
    if (schema !== '' && !named) return []
    if (!named && fileEndings.test(raw)) return []
    const { hostname, isIcann, isIp } = parse(url)
    if (hostname === null || !(isIcann || (isIp && named))) return []
    return [{ host: hostname.replace(/^www\./, ''), ...placeOf(plain, index, lastIndex) }]
  })
}

/** Whether a host is one of the domains or lies below one. */
export const within = (host: string, domains: readonly string[]): boolean =>
  domains.some(domain => host === domain || host.endsWith(`.${domain}`))

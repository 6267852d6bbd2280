import { Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Azure answers its machines here about themselves, at an address like any other. */
const metadata = new Set(['168.63.129.16'])

/** All that IPv6 has given out so far. https://www.iana.org/assignments/ipv6-address-space */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Whether an IP address is one of the public internet: not this machine, not the network around it, not where clouds
 * keep their secrets, and not another address in disguise (mapped, NAT64, 6to4).
 */
export function isPublic(address: string): boolean {
  if (isIP(address) === 0 || metadata.has(address)) return false
  const parsed = ipaddr.process(address)
  return parsed.range() === 'unicast' && (parsed instanceof ipaddr.IPv4 || parsed.match(globalUnicast))
}

interface Address {
  address: string
  family: 4 | 6
}

/** Every address of a name, in the order to try them; none when nobody knows it. */
export type Resolve = (name: string) => Promise<Address[]>

/** Not the system's own lookup: that takes one of few threads for as long as somebody's name server likes. */
const resolver = new Resolver({ timeout: 2000, tries: 1 })

export const resolveName: Resolve = async name => {
  const none = (): string[] => []
  const [four, six] = await Promise.all([resolver.resolve4(name).catch(none), resolver.resolve6(name).catch(none)])
  return [
    ...four.map((address): Address => ({ address, family: 4 })),
    ...six.map((address): Address => ({ address, family: 6 })),
  ]
}

/** Decides about an address that is about to be connected to. */
export type MayReach = (address: string, port: number) => boolean

const webPorts = new Set([80, 443])

/** The public web on its usual ports. */
export const publicWeb: MayReach = (address, port) => isPublic(address) && webPorts.has(port)

/**
 * The address to connect to for this URL; undefined when there is none that may be reached. Whoever connects must use it
 * and not ask for the name again: the next answer may be another.
 */
export async function reachable(
  url: URL,
  { resolve, mayReach }: { resolve: Resolve; mayReach: MayReach },
): Promise<Address | undefined> {
  const name = url.hostname.replace(/^\[|\]$/g, '')
  const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80)
  const literal = isIP(name)
  const addresses: Address[] = literal === 0 ? await resolve(name) : [{ address: name, family: literal === 4 ? 4 : 6 }]
  return addresses.find(({ address }) => mayReach(address, port))
}

import { Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Azure's metadata service, which has an ordinary public address. */
const metadata = new Set(['168.63.129.16'])

/** The only IPv6 range allocated for the public internet so far. https://www.iana.org/assignments/ipv6-address-space */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Whether an IP address belongs to the public internet: not to this machine or its network, not to a cloud's metadata
 * service, and not another address in disguise (mapped, NAT64, 6to4).
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

/** Resolves a name to all of its addresses, in the order to try them; none when the name is unknown. */
export type Resolve = (name: string) => Promise<Address[]>

/** Not the system's own lookup, which blocks one of few threads for as long as somebody's name server takes. */
const resolver = new Resolver({ timeout: 2000, tries: 1 })

export const resolveName: Resolve = async name => {
  const none = (): string[] => []
  const [four, six] = await Promise.all([resolver.resolve4(name).catch(none), resolver.resolve6(name).catch(none)])
  return [
    ...four.map((address): Address => ({ address, family: 4 })),
    ...six.map((address): Address => ({ address, family: 6 })),
  ]
}

/** Decides whether an address may be connected to. */
export type MayReach = (address: string, port: number) => boolean

const webPorts = new Set([80, 443])

/** Allows the public web on its usual ports. */
export const publicWeb: MayReach = (address, port) => isPublic(address) && webPorts.has(port)

/**
 * Returns the IP address to connect to for a URL; undefined when none may be reached. Connect to exactly this address,
 * without resolving the name again, because the next answer may differ.
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

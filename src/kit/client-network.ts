import { isIP, isIPv4, SocketAddress } from 'node:net'

/** Some proxies include the port in the address, and it differs with every connection. */
const withoutPort = (address: string): string =>
  /^\[(.+)\](?::\d+)?$/.exec(address)?.[1] ?? /^([\d.]+):\d+$/.exec(address)?.[1] ?? address

/**
 * The network that a caller is counted under: the whole address in IPv4, and the half that is assigned to a household
 * in IPv6. Everything that is not an address counts as one network.
 * @param address as stated by a proxy
 */
export function networkOf(address: string): string {
  const [bare = ''] = withoutPort(address).split('%')
  if (isIPv4(bare)) return bare
  if (isIP(bare) === 0) return 'no address'
  // Normalized: as short as possible, in lower case.
  const written = new SocketAddress({ address: bare, family: 'ipv6' }).address
  const inside = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(written)?.[1]
  if (inside !== undefined) return inside
  const [head = '', tail] = written.split('::')
  const groups = (text: string) => (text === '' ? [] : text.split(':'))
  const [first, last] = [groups(head), tail === undefined ? [] : groups(tail)]
  const zeros = tail === undefined ? [] : Array.from({ length: Math.max(8 - first.length - last.length, 0) }, () => '0')
  return [...first, ...zeros, ...last].slice(0, 4).join(':')
}

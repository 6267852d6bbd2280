import { isIP, isIPv4, SocketAddress } from 'node:net'

/** Some proxies state an address with its port, which is another one for every connection. */
const withoutPort = (address: string): string =>
  /^\[(.+)\](?::\d+)?$/.exec(address)?.[1] ?? /^([\d.]+):\d+$/.exec(address)?.[1] ?? address

/**
 * The network that whoever calls is counted by: an address in IPv4, the half that a household is given in IPv6. All that
 * is no address counts as one.
 * @param address as a proxy states it
 */
export function networkOf(address: string): string {
  const [bare = ''] = withoutPort(address).split('%')
  if (isIPv4(bare)) return bare
  if (isIP(bare) === 0) return 'no address'
  // As short as can be, in lower case.
  const written = new SocketAddress({ address: bare, family: 'ipv6' }).address
  const inside = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(written)?.[1]
  if (inside !== undefined) return inside
  const [head = '', tail] = written.split('::')
  const groups = (text: string) => (text === '' ? [] : text.split(':'))
  const [first, last] = [groups(head), tail === undefined ? [] : groups(tail)]
  const zeros = tail === undefined ? [] : Array.from({ length: Math.max(8 - first.length - last.length, 0) }, () => '0')
  return [...first, ...zeros, ...last].slice(0, 4).join(':')
}

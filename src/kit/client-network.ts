import { isIP, isIPv4 } from 'node:net'

/** Some proxies state an address with its port, which is another one for every connection. */
const withoutPort = (address: string): string =>
  /^\[(.+)\](?::\d+)?$/.exec(address)?.[1] ?? /^([\d.]+):\d+$/.exec(address)?.[1] ?? address

/**
 * The network that whoever calls is counted by: an address in IPv4, the half that a household is given in IPv6. All that
 * is no address counts as one.
 * @param address as a proxy states it
 */
export function networkOf(address: string): string {
  const bare = withoutPort(address)
  const inside = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1] ?? bare
  if (isIPv4(inside)) return inside
  if (isIP(inside) === 0) return 'no address'
  const [head = '', tail] = (inside.split('%')[0] ?? '').toLowerCase().split('::')
  const groups = (text: string) => (text === '' ? [] : text.split(':'))
  const [first, last] = [groups(head), tail === undefined ? [] : groups(tail)]
  const zeros = tail === undefined ? [] : Array.from({ length: Math.max(8 - first.length - last.length, 0) }, () => '0')
  return [...first, ...zeros, ...last]
    .slice(0, 4)
    .map(group => group.replace(/^0+(?=.)/, ''))
    .join(':')
}

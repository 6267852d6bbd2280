import { BlockList, isIPv4, isIPv6 } from 'node:net'

const own = new BlockList()
// RFC 1918, RFC 4193, RFC 3927, RFC 4291 and this machine itself.
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  own.addSubnet(net, prefix, 'ipv4')
own.addSubnet('fc00::', 7, 'ipv6')
own.addSubnet('fe80::', 10, 'ipv6')
own.addAddress('::', 'ipv6')
own.addAddress('::1', 'ipv6')

/**
 * Whether an address lies in everybody's own network, where nobody else's pages are.
 * @param host as `URL` resolves it
 */
export function leadsNowhere(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '')
  return (isIPv4(bare) && own.check(bare, 'ipv4')) || (isIPv6(bare) && own.check(bare, 'ipv6'))
}

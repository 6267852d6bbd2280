import { BlockList } from 'node:net'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '#test/sampling.ts'
import { isPrivateAddress } from './private-addresses.ts'

const own = new BlockList()
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

const hostOf = (address: string) => new URL(`http://${address}`).hostname

test('IPv4 addresses are private according to the standards', () => {
  const part = fc.oneof(
    fc.integer({ min: 0, max: 255 }),
    fc.constantFrom(0, 10, 15, 16, 31, 32, 127, 168, 169, 172, 192, 254),
  )
  fc.assert(
    fc.property(part, part, part, part, (...parts) => {
      const address = parts.join('.')
      expect(isPrivateAddress(hostOf(address))).toBe(own.check(address, 'ipv4'))
      expect(isPrivateAddress(hostOf(`[::ffff:${address}]`))).toBe(own.check(`::ffff:${address}`, 'ipv6'))
    }),
    { numRuns: runs(3000) },
  )
})

test('so are IPv6 addresses', () => {
  const part = fc.oneof(
    fc.constantFrom('0', '1', 'fc00', 'fdff', 'fe80', 'febf', 'fec0', 'ffff'),
    fc.nat(65_535).map(n => n.toString(16)),
  )
  fc.assert(
    fc.property(fc.array(part, { minLength: 8, maxLength: 8 }), parts => {
      const address = parts.join(':')
      expect(isPrivateAddress(hostOf(`[${address}]`))).toBe(own.check(address, 'ipv6'))
    }),
    { numRuns: runs(3000) },
  )
  for (const address of ['::', '::1', 'fe80::1', 'fd00::', '2001:db8::1', '::ffff:10.1.2.3', '::ffff:8.8.8.8'])
    expect([address, isPrivateAddress(hostOf(`[${address}]`))]).toEqual([address, own.check(address, 'ipv6')])
})

test('a name is not an address', () => {
  expect(['10.example.org', 'fc00.example', 'localhost.example'].map(isPrivateAddress)).toEqual([false, false, false])
})

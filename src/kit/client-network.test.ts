import { expect, test } from 'vitest'
import { networkOf } from './client-network.ts'

test('one caller is one network, however a proxy states the address', () => {
  const mapped = ['::ffff:203.0.113.9', '[::FFFF:203.0.113.9]:4711', '::ffff:cb00:7109', '0:0:0:0:0:ffff:203.0.113.9']
  for (const address of ['203.0.113.9:4711', '203.0.113.9:4712', ...mapped])
    expect(networkOf(address)).toBe(networkOf('203.0.113.9'))
  expect(networkOf('fe80:0:00:1::7%eth0')).toBe('fe80:0:0:1')
  for (const address of ['2001:db8::7', '[2001:db8::7]', '[2001:db8::7]:4711', '2001:DB8:0:0:1:2:3:4'])
    expect(networkOf(address)).toBe(networkOf('2001:db8::1'))
  for (const address of ['203.0.113.8', '2001:db8:0:1::1', 'unknown', ''])
    expect(networkOf(address)).not.toBe(networkOf('203.0.113.9'))
  expect(networkOf('unknown')).toBe(networkOf('_hidden'))
})

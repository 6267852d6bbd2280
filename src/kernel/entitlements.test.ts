import { expect, test } from 'vitest'
import { createEntitlements } from './entitlements.ts'

test('a self-hosted bot gives every server everything', () => {
  expect(createEntitlements('all').has('1', 'premium')).toBe(true)
})

test('where premium is granted, no server has it until it is granted', () => {
  const entitlements = createEntitlements('granted')
  expect(entitlements.has('1', 'premium')).toBe(false)
  entitlements.supply(guildId => guildId === '1')
  expect(entitlements.has('1', 'premium')).toBe(true)
  expect(entitlements.has('2', 'premium')).toBe(false)
})

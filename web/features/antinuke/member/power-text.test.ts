import { expect, test } from 'vitest'
import type { Rung } from '#features/antinuke/posture/contract.ts'
import { powerText } from './power-text.ts'

const none = {
  bans: 'none',
  kicks: 'none',
  roles: 'none',
  channels: 'none',
  webhooks: 'none',
  server: 'none',
  pings: 'none',
} as const
const rung = (id: string, powers: Partial<Rung['powers']>) => ({
  kind: 'role' as const,
  id,
  powers: { ...none, ...powers },
})
const role = (id: string, name: string) => ({ id, name, colour: '#000000', managed: false })
const everything: Rung['powers'] = {
  bans: 'everywhere',
  kicks: 'everywhere',
  roles: 'everywhere',
  channels: 'everywhere',
  webhooks: 'everywhere',
  server: 'everywhere',
  pings: 'some',
}

test('roles with power are named with what they have power over, and others are not', () => {
  const ladder = [
    rung('1', { channels: 'some', bans: 'everywhere' }),
    rung('2', {}),
    rung('3', { pings: 'everywhere' }),
  ]
  expect(powerText(ladder, [role('1', 'Helper'), role('2', 'Woodwork')])).toBe(
    'Helper gives power over bans and channels.',
  )
  expect(powerText(ladder, [role('1', 'Helper'), role('3', 'Herald')])).toBe(
    'Helper and Herald give power over bans, channels and pings.',
  )
  expect(powerText([rung('1', everything)], [role('1', 'Boss')])).toBe('Boss gives power over everything.')
  expect(powerText(ladder, [role('2', 'Woodwork')])).toBeUndefined()
  // Somebody's own row of the ladder has an id as well.
  expect(powerText([{ ...rung('2', everything), kind: 'member' }], [role('2', 'Woodwork')])).toBeUndefined()
})

test('three roles are named, and the rest is counted', () => {
  const many = Array.from({ length: 20 }, (_, place) => `${place + 1}`)
  const ladder = many.map(id => rung(id, { channels: 'some' }))
  const held = (count: number) =>
    powerText(
      ladder,
      many.slice(0, count).map(id => role(id, `R${id}`)),
    )
  expect(held(20)).toBe('R1, R2, R3 and 17 more give power over channels.')
  expect(held(5)).toBe('R1, R2, R3 and 2 more give power over channels.')
  expect(held(4)).toBe('R1, R2, R3 and R4 give power over channels.')
})

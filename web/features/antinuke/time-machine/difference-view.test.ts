import { expect, test } from 'vitest'
import type { ShownDifference } from '#features/antinuke/time-machine/contract.ts'
import { titleOf } from './difference-view.tsx'

test('only channels that have a # in Discord get one: no category, voice channel or stage', () => {
  const titled = (channelType: number) =>
    titleOf({ kind: 'channel', name: 'hall', channelType } as Partial<ShownDifference> as ShownDifference)
  expect([0, 5, 15].map(titled)).toEqual(['#hall', '#hall', '#hall'])
  expect([2, 4, 13].map(titled)).toEqual(['hall', 'hall', 'hall'])
})

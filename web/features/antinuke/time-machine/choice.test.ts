import { expect, test } from 'vitest'
import type { ShownDifference, ShownGroup } from '#features/antinuke/time-machine/contract.ts'
import { allTicks, choicesOf, fieldTick, stateOf, ticksOf, toggled } from './choice.ts'

const difference = (own: Partial<ShownDifference>): ShownDifference => ({
  kind: 'channel',
  label: 'Text channel',
  id: '1',
  name: 'general',
  channelType: 0,
  color: null,
  what: 'changed',
  givesPower: false,
  changes: [],
  fields: [],
  stays: null,
  at: 0,
  by: null,
  unseen: false,
  ...own,
})
const changed = difference({ fields: ['name', 'topic'] })
const gone = difference({ id: '2', what: 'deleted' })
const stays = difference({ id: '3', what: 'deleted', stays: 'It belongs to an app.' })
const groups: ShownGroup[] = [{ id: 'g', name: 'Group', same: 0, differences: [changed, gone, stays] }]

test('a group, a thing and a single setting can be checked and unchecked; unchanged ones cannot', () => {
  expect(allTicks(groups)).toHaveLength(3)
  expect(ticksOf(stays)).toEqual([])
  const one = toggled(new Set(), [fieldTick(changed, 'topic')])
  expect([stateOf(one, ticksOf(changed)), stateOf(one, ticksOf(gone))]).toEqual(['mixed', false])
  expect(choicesOf(groups, one)).toEqual([{ kind: 'channel', id: '1', fields: ['topic'] }])
  const all = toggled(one, allTicks(groups))
  expect(choicesOf(groups, all)).toEqual([
    { kind: 'channel', id: '1', fields: ['name', 'topic'] },
    { kind: 'channel', id: '2' },
  ])
  expect(toggled(all, allTicks(groups)).size).toBe(0)
})

import { expect, test } from 'vitest'
import type { DrillResult } from '#features/antinuke/drill/contract.ts'
import { figuresOf, repairFor, sentenceOf } from './drill-words.ts'

const stopped: DrillResult = {
  who: 'Admin',
  ending: 'stopped',
  attempts: 17,
  landed: 2,
  floor: 2,
  decidedAt: 100,
  stoppedAt: 200,
  gone: [0, 100],
  back: [300, 400],
  verifiedAt: 500,
  fields: { restored: 9, total: 9 },
  steps: [],
  strip: [],
}
const unrestored: DrillResult = { ...stopped, back: [], verifiedAt: null, fields: null }

test('things that are not restored are not said to come back', () => {
  expect(sentenceOf(stopped, 'channels', 'Palisade')).toBe('A compromised Admin lands 2 deletions. All 2 come back.')
  expect(sentenceOf(unrestored, 'channels', 'Palisade')).toBe(
    'A compromised Admin lands 2 deletions. Nothing comes back: auto recovery is off.',
  )
  expect(figuresOf(unrestored).map(({ note }) => note)).toContain('auto recovery is off')
})

test('a drill with a bad result says where to change that', () => {
  const tabOf = (ending: DrillResult['ending']) =>
    repairFor({ ...unrestored, ending, stoppedAt: null })?.tab ?? 'posture'
  expect(tabOf('out-of-reach')).toBe('posture')
  expect(tabOf('trusted')).toBe('posture')
  expect(tabOf('not-counted')).toBe('protection')
  expect(tabOf('no-punishment')).toBe('protection')
  expect(tabOf('harmless')).toBe('protection')
  const never = (ending: DrillResult['ending']) => figuresOf({ ...unrestored, ending, stoppedAt: null })[1]?.note
  expect([never('not-counted'), never('powerless')]).toEqual(['see the repair above', 'nothing to stop'])
  expect(repairFor(unrestored)?.tab).toBe('logs')
  expect(repairFor(stopped)).toBeUndefined()
  expect(repairFor({ ...unrestored, ending: 'powerless', stoppedAt: null })).toBeUndefined()
})

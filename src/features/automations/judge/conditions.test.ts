import { expect, test } from 'vitest'
import type { Condition } from '../design/contract.ts'
import { judge } from './conditions.ts'
import type { JudgedFacts } from './facts.ts'

const now = Date.now()

test.each([
  ['a moment ago', now - 1000],
  ['a moment ago, by a clock that is ahead of ours', now + 5000],
])('whoever came %s is new', (_name, at) => {
  // Only the parts that are needed.
  const facts = { now, member: { joinedAt: at, createdAt: at }, channelIds: [] } as unknown as JudgedFacts
  const starts = (kind: Condition['kind']) => {
    const condition = { kind, count: 10, unit: 'minutes' } as Condition
    return judge({ matches: 'all', conditions: [condition] }, facts).starts
  }
  expect((['joined_less', 'account_less'] as const).map(starts)).toEqual([true, true])
  expect((['joined_more', 'account_more'] as const).map(starts)).toEqual([false, false])
})

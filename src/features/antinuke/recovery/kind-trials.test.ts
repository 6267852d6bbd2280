import { expect, test } from 'vitest'
import { kindTrials } from './kind-trials.ts'
import type { Act } from './steps.ts'
import type { StoredStep } from './store.ts'

const creating = (kind: 'role' | 'channel'): Act => ({ do: 'create', kind, id: '1', body: {} })
const [role, channel] = [creating('role'), creating('channel')]
const refused = { is: 'refused', status: 403, reason: 'Missing Permissions' } as const

test('three steps of a kind are tried at once until Discord has accepted one, and kinds not yet tried come first', () => {
  const trials = kindTrials(new Set())
  for (const _ of [1, 2, 3]) {
    expect(trials.isTried(role)).toBe(false)
    trials.begin(role)
  }
  expect([trials.isTried(role), trials.isTried(channel)]).toEqual([true, false])
  trials.end(role)
  expect(trials.isTried(role)).toBe(false)
  expect(trials.note(role, { is: 'done' })).toBe(false)
  trials.begin(role)
  expect(trials.isTried(role)).toBe(false)
  const steps = [role, channel].map(act => ({ act }) as StoredStep)
  expect(trials.inTurn(steps)).toEqual(steps.toReversed())
})

test('a kind is given up after three refusals in a row for want of a permission, and tried anew after one', () => {
  const proven = new Set<string>()
  const trials = kindTrials(proven)
  trials.note(role, { is: 'done' })
  expect([...proven]).toEqual(['create role'])
  expect(trials.note(role, refused)).toBe(false)
  expect([...proven]).toEqual([])
  expect(trials.note(role, { ...refused, status: 400 })).toBe(false)
  expect([1, 2, 3].map(() => trials.note(role, refused))).toEqual([false, false, true])
  expect(trials.note(channel, refused)).toBe(false)
})

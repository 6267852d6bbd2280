import { expect, test } from 'vitest'
import { figuresOf, type Results } from './report.ts'
import type { Outcome } from './outcome.ts'

/** The outcome of a burst, as far as it matters here. */
const burst = (more: Partial<Outcome>): Outcome => ({
  subject: 'palisade',
  scenario: 'A1',
  profile: 'ideal',
  perSecond: null,
  channels: 50,
  seed: 7,
  killed: false,
  stopped: true,
  punished: true,
  landed: 50,
  attempted: 50,
  excess: 0,
  reactionMs: null,
  reactionCpuMs: null,
  lost: { channel: 50 },
  restored: { channel: 50 },
  surplus: [],
  differs: [],
  restoreMs: { half: 500, most: 1000, all: 1100 },
  minimumMs: 1000,
  admitted: [],
  innocents: [],
  requests: 97,
  tooMany: 0,
  invalid: 0,
  cpuSeconds: 1,
  errors: [],
  settled: true,
  ...more,
})

const figures = (...attacks: Outcome[]) =>
  figuresOf({
    size: 'whole',
    took: 1,
    machine: { cpu: '', cores: 2, node: '', loadAverage: 0 },
    attacks,
    everyday: [],
    reactions: [],
    survived: [],
    neighbours: [],
    memory: {},
  } satisfies Results)
const wholeIn = (all: number | null) => ({ half: null, most: null, all })

test('how long servers of one size take is reported for all of them together, separately by profile', () => {
  const told = figures(
    burst({ restoreMs: wholeIn(2200), minimumMs: 1000 }),
    burst({ seed: 8, restoreMs: wholeIn(3200), minimumMs: 3000 }),
    burst({ profile: 'typical', restoreMs: wholeIn(1300), minimumMs: 1000 }),
    burst({ channels: 200, restoreMs: wholeIn(5000), minimumMs: 4000 }),
    burst({ perSecond: 50, restoreMs: wholeIn(9000), minimumMs: 1 }),
    burst({ killed: true, restoreMs: wholeIn(9000), minimumMs: 1 }),
  )
  expect(told).toMatchObject({ restoreRatio50: 1.35, restoreRatio50Away: 1.3, restoreRatio200: 1.25 })
})

test('a size has no figure if one of its servers was not fully restored', () => {
  expect(figures(burst({}), burst({ seed: 8, restoreMs: wholeIn(null) }))).not.toHaveProperty('restoreRatio50')
})

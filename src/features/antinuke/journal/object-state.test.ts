import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { sameValue } from './object-state.ts'

const inOrder = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(inOrder)
    : typeof value === 'object' && value !== null
      ? Object.fromEntries(
          Object.entries(value)
            .toSorted(([one], [other]) => (one < other ? -1 : 1))
            .map(([key, part]) => [key, inOrder(part)]),
        )
      : value
const written = (value: unknown) => JSON.stringify(inOrder(value) ?? null)

test('two values are the same if they are so in JSON with ordered keys', () => {
  const part = fc.constantFrom<unknown>(null, 0, 1, '0', '1', true, false)
  const { value } = fc.letrec(tie => ({
    value: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      part,
      fc.array(tie('value'), { maxLength: 3 }),
      // A missing key and an empty one are the same.
      fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.oneof(tie('value'), fc.constant(undefined)), { maxKeys: 3 }),
    ),
  }))
  fc.assert(
    fc.property(value, value, (one, other) => {
      expect(sameValue(one, other)).toBe(written(one) === written(other))
      expect(sameValue(one, structuredClone(one))).toBe(true)
    }),
    { numRuns: 2000 },
  )
})

test('a missing value is the same as another missing one, but not as an empty one', () => {
  expect([sameValue(undefined, null), sameValue(null, undefined)]).toEqual([true, true])
  expect([sameValue(null, []), sameValue(null, {}), sameValue([], {}), sameValue(null, 0)]).not.toContain(true)
})

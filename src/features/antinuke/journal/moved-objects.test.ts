import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { movedIn } from './moved-objects.ts'
import type { ObjectState } from './objects.ts'

const ids = Array.from({ length: 8 }, (_, n) => String(100_000_000_000_000_000n + BigInt(n)))
const row = (order: readonly string[], from = 0) =>
  new Map<string, ObjectState>(order.map((id, place) => [id, { type: 0, parent_id: null, position: place + from }]))

test('one object that is moved past all others is the only one that moved', () => {
  const [first = '', ...rest] = ids
  expect(movedIn('channel', row(ids), row([...rest, first]))).toEqual(new Set([first]))
  expect(movedIn('role', row(ids), row([...rest, first]))).toEqual(new Set([first]))
})

test('of two that change places, the one that got another number has moved', () => {
  const [a = '', b = ''] = ids
  const before = row([a, b])
  const after = new Map([...before, [b, { type: 0, parent_id: null, position: -1 }]])
  expect(movedIn('channel', before, after)).toEqual(new Set([b]))
})

test('what is created or deleted moves nothing else; nor does a move in another category', () => {
  expect(movedIn('role', row(ids), row(ids.slice(2)))).toEqual(new Set())
  expect(movedIn('role', row(ids.slice(2)), row(ids))).toEqual(new Set())
  const [a = '', b = ''] = ids
  const elsewhere = new Map<string, ObjectState>([
    [a, { type: 0, parent_id: '1', position: 5 }],
    [b, { type: 0, parent_id: '2', position: 1 }],
  ])
  const after = new Map<string, ObjectState>([...elsewhere, [a, { type: 0, parent_id: '1', position: 0 }]])
  expect(movedIn('channel', elsewhere, after)).toEqual(new Set())
})

test('those that were not moved are in their old order, and no smaller set would do', () => {
  fc.assert(
    fc.property(fc.shuffledSubarray(ids, { minLength: ids.length }), order => {
      const moved = movedIn('channel', row(ids), row(order))
      const stayed = order.filter(id => !moved.has(id))
      expect(stayed).toEqual(stayed.toSorted())
      for (const id of moved) {
        const more = order.filter(one => one === id || !moved.has(one))
        expect(more).not.toEqual(more.toSorted())
      }
    }),
  )
})

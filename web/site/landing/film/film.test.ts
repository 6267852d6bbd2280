import { expect, test } from 'vitest'
import { countOf, endOf, type Film, momentOf, picturesOf, stateAt } from './film.ts'
import recorded from './film.json' with { type: 'json' }

const film = recorded as Film

test('the recording is complete: everything lost came back, in order, and was read back', () => {
  const times = film.events.map(({ at }) => at)
  expect(times).toEqual(times.toSorted((a, b) => a - b))
  expect(times[0]).toBe(0)
  const gone = film.events.flatMap(event => (event.what === 'gone' ? [event.thing] : []))
  const back = film.events.flatMap(event => (event.what === 'back' ? [event.thing] : []))
  expect(gone.length).toBeGreaterThan(0)
  expect(back.toSorted((a, b) => a - b)).toEqual(gone.toSorted((a, b) => a - b))
  expect(new Set(gone).size).toBe(gone.length)
  expect([...gone, ...back].every(place => film.things[place] !== undefined)).toBe(true)
  expect([countOf(film, 'banned'), countOf(film, 'verified')]).toEqual([1, 1])
  expect(film.fields.same).toBe(film.fields.total)
  expect(film.events.at(-1)?.what).toBe('verified')
})

test('before the film everything stands, and at its end nothing is gone', () => {
  expect(new Set(stateAt(film, -1))).toEqual(new Set(['standing']))
  expect(stateAt(film, endOf(film))).not.toContain('gone')
  for (const { at } of picturesOf(film)) expect(stateAt(film, at)).toHaveLength(film.things.length)
})

test.each([
  [0, '0 ms'],
  [297, '297 ms'],
  [2400, '2.40 s'],
])('%d ms are written %s', (ms, text) => expect(momentOf(ms)).toBe(text))

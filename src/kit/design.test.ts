import { expect, test } from 'vitest'
import { z } from 'zod'
import { field, limited, entriesDescribedAs, postedOf } from '#contract'
import { distinguishingValues, demandRevision, designIn, newThingId, readDesign } from './design.ts'
import { UserError } from './errors.ts'

const design = z.object({
  name: limited(10, 'The name'),
  most: z.int().min(1).default(3),
  who: z.object({ roles: z.array(z.string()).default([]) }).prefault({}),
  words: z.array(z.string()).default([]),
})

test('a body may leave out everything, and then has no defaults', () => {
  expect(postedOf(design).parse({})).toEqual({})
  expect(postedOf(design).parse({ most: 5 })).toEqual({ most: 5 })
  expect(postedOf(design).safeParse({ most: 0 }).success).toBe(false)
})

test('a stored design keeps what is still valid, and has defaults for the rest', () => {
  const least = { name: 'Thing' }
  expect(readDesign(design, { name: 'Kiln', most: 7, words: ['a'] }, least)).toMatchObject({ name: 'Kiln', most: 7 })
  expect(readDesign(design, { name: 'Kiln', most: 'many', words: ['a'] }, least)).toEqual({
    name: 'Kiln',
    most: 3,
    who: { roles: [] },
    words: ['a'],
  })
  for (const broken of [null, 'text', [], { name: 'far too long a name' }])
    expect(readDesign(design, broken, least)).toMatchObject({ name: 'Thing', most: 3 })
})

test('only the design’s keys of a body count, and only those that are set', () => {
  const body = { id: 'x', revision: 4, name: 'Kiln', most: undefined, constructor: 'x' }
  expect(designIn(design, body)).toEqual({ name: 'Kiln' })
})

test('a design is distinguished by the values that differ, and its name', () => {
  const ordinary = { name: 'Thing', most: 3, words: ['a'] }
  expect(distinguishingValues(ordinary, { name: 'Thing', most: 3, words: ['b'] }, ['name'])).toEqual({
    name: 'Thing',
    words: ['b'],
  })
})

test('a conflict names every field that differs as the page does', () => {
  const words = z.object({
    most: field.number('At most', { min: 1, max: 9 }).default(3),
    words: entriesDescribedAs(design.shape.words.meta({ title: 'Words after it' }), word => word),
  })
  const saved = { design: { most: 5, words: ['a'] }, revision: 8, savedAt: 0, savedById: '1', savedByName: '@everyone' }
  const about = { noun: 'thing', gone: 'things.gone', conflict: 'things.conflict', words, caller: '2' }
  const refusalOf = (stored: Parameters<typeof demandRevision>[2], revision: number | undefined) => {
    try {
      demandRevision({ now: () => 120_000 }, about, stored, revision, { most: 4, words: ['b'], other: 1 })
      return undefined
    } catch (error) {
      if (error instanceof UserError) return error
      throw error
    }
  }
  const refusal = refusalOf(saved, 7)
  expect(refusal).toMatchObject({ code: 'things.conflict', status: 409, conflict: { revision: 8, joined: [] } })
  expect(refusal?.message).toBe('@\u200Beveryone saved this thing 2 minutes ago. Nothing was saved.')
  expect(refusal?.conflict?.fields.map(({ key, label, theirs, yours }) => [key, label, theirs, yours])).toEqual([
    ['most', 'At most', 5, 4],
    ['words', 'Words after it', ['a'], ['b']],
    ['other', 'other', undefined, 1],
  ])
  expect(refusalOf({ ...saved, savedByName: null }, 7)?.message).toMatch(/^Somebody else saved this thing/)
  expect(refusalOf({ ...saved, savedById: '2' }, 7)?.message).toBe(
    'You saved this thing elsewhere 2 minutes ago. Nothing was saved.',
  )
  expect(refusalOf(undefined, 7)).toMatchObject({ code: 'things.gone', status: 404 })
  expect([refusalOf(saved, 8), refusalOf(saved, undefined), refusalOf(undefined, 0)]).toEqual(Array(3).fill(undefined))
})

test('new ids are unique, and safe in a URL', () => {
  const ids = new Set(Array.from({ length: 100 }, newThingId))
  expect(ids.size).toBe(100)
  for (const id of ids) expect(id).toMatch(/^[\w-]{12}$/)
})

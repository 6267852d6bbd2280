import { expect, test } from 'vitest'
import { z } from 'zod'
import { watchFields } from './unread-fields.ts'

const unreadAfter = (body: unknown, read: (body: never) => unknown, creates = true) => {
  const watched = watchFields(body, { creates })
  read(watched.value as never)
  return watched.unread()
}

test('a field that a route never reads is reported', () => {
  expect(unreadAfter({ content: 'hi', sparkle: 1 }, ({ content }: { content: string }) => content)).toEqual(['sparkle'])
})

test('a schema reads the fields it names', () => {
  const schema = z.object({ content: z.string(), tts: z.boolean().optional() })
  expect(unreadAfter({ content: 'hi', tts: true, sparkle: 1 }, body => schema.parse(body))).toEqual(['sparkle'])
})

test('reading the whole body reads all of its fields', () => {
  expect(unreadAfter({ a: 1, b: 2 }, (body: object) => ({ ...body }))).toEqual([])
})

test('a field with its default value may be ignored; null may not be where it would reset something', () => {
  expect(unreadAfter({ a: false, b: [], c: null }, () => {})).toEqual([])
  expect(unreadAfter({ c: null }, () => {}, false)).toEqual(['c'])
})

import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { option } from '../feature.ts'
import { assignWords, splitWords } from './words.ts'

const texts = (text: string) => splitWords(text).map(word => word.text)

test('quoted text is one word, with straight and with curly quotes', () => {
  expect(texts('  say "hello there" “to all”  now')).toEqual(['say', 'hello there', 'to all', 'now'])
})

test('a quote that is not closed, or stands inside a word, is an ordinary character', () => {
  expect(texts(`5" pipe isn't "open`)).toEqual(['5"', 'pipe', "isn't", '"open'])
})

test('splitting loses no character of unquoted text', () => {
  fc.assert(
    fc.property(fc.string(), text => {
      fc.pre(!/["“„«]/.test(text))
      expect(texts(text).join('')).toBe(text.replace(/\s/gu, ''))
    }),
  )
})

const timeout = {
  member: option.member('whom'),
  duration: option.duration('how long', { optional: true }),
  reason: option.rest('why', { optional: true }),
}

test('the rest keeps its spaces, quotes and lines', () => {
  const text = '@mara 2 days being  "very"\nrude'
  expect(assignWords(timeout, text)).toEqual({ member: '@mara', duration: '2 days', reason: 'being  "very"\nrude' })
})

test('an optional argument that is not given is skipped', () => {
  expect(assignWords(timeout, '@mara being rude')).toEqual({ member: '@mara', reason: 'being rude' })
})

test('an optional argument that is mistyped is not swallowed by the next one', () => {
  expect(assignWords(timeout, '@mara 10x rude')).toEqual({ member: '@mara', duration: '10x', reason: 'rude' })
})

test.each(['2nd account', '100% spam', 'x2 raids'])('%j is a reason, not a mistyped duration', reason => {
  expect(assignWords(timeout, `@mara ${reason}`)).toEqual({ member: '@mara', reason })
  expect(assignWords(timeout, `@mara 1h30m ${reason}`)).toEqual({ member: '@mara', duration: '1h30m', reason })
})

test('a word with the prefix that all choices share is a mistyped choice, not a reason', () => {
  const ban = {
    delete: option.choice('what to delete', ['del-0', 'del-1d'], { optional: true }),
    reason: option.rest('why', { optional: true }),
  }
  expect(assignWords(ban, 'del-8d spam')).toEqual({ delete: 'del-8d', reason: 'spam' })
  expect(assignWords(ban, 'deleted my work')).toEqual({ reason: 'deleted my work' })
  const state = { state: option.choice('which', ['on', 'off'], { optional: true }), reason: ban.reason }
  expect(assignWords(state, 'only a test')).toEqual({ reason: 'only a test' })
})

test('a duration takes all its words, and only those', () => {
  expect(assignWords(timeout, '@mara 1h 30m 20 times')).toMatchObject({ duration: '1h 30m', reason: '20 times' })
})

test('a word that is neither a choice nor the number after it is refused as a choice', () => {
  const board = {
    board: option.choice('which', ['xp', 'rep'], { optional: true }),
    page: option.integer('page', { optional: true }),
  }
  expect(assignWords(board, '2')).toEqual({ page: '2' })
  expect(assignWords(board, 'xp two')).toEqual({ board: 'xp', page: 'two' })
  expect(() => assignWords(board, 'gold')).toThrow('board must be xp or rep.')
})

test('a missing required argument is named', () => {
  expect(() => assignWords(timeout, '')).toThrow('Missing: member.')
})

test('surplus words are refused, unless the command takes no arguments at all', () => {
  expect(() => assignWords({ prefix: option.text('the prefix') }, 'a b')).toThrow('“b”')
  expect(assignWords({}, 'anything')).toEqual({})
})

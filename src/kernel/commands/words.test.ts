import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitWords } from './words.ts'

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

import { assert, integer, property } from 'fast-check'
import { expect, test } from 'vitest'
import { anyText } from '#test/any-text.ts'
import { directionOf, fitted, graphemesOf, mostGraphemes, runsOf } from './graphemes.ts'

const all = () => true
const texts = (text: string, drawable: (text: string) => boolean = all) =>
  graphemesOf(text, drawable).map(one => one.text)

test('a user-perceived character stays together', () => {
  expect(texts('é👨‍👩‍👧🇨🇳ab')).toEqual(['é', '👨‍👩‍👧', '🇨🇳', 'a', 'b'])
  expect(graphemesOf('a❤️©1', all).map(({ kind }) => kind)).toEqual(['letter', 'emoji', 'letter', 'letter'])
})

test('invisible, direction-changing and stacked characters are removed', () => {
  expect(texts('a\u0000\u202Eb\u200B\n\t c').join('')).toBe('ab c')
  expect(texts(`Z${'\u0337'.repeat(40)}`)[0]?.length).toBeLessThanOrEqual(4)
})

test('letters without a glyph are simplified, or left out', () => {
  const ascii = (text: string) => /^[ -~]+$/.test(text)
  expect(texts('𝓕𝓪𝓷 é ꧁', ascii).join('').trim()).toBe('Fan e')
})

test('a line has the direction of its first letter', () => {
  expect(directionOf(graphemesOf('12 محمد abc', all))).toBe('rtl')
  expect(directionOf(graphemesOf('abc محمد', all))).toBe('ltr')
  expect(directionOf([])).toBe('ltr')
})

test('adjacent letters form one run, each emoji its own', () => {
  expect(runsOf(graphemesOf('ab🎉🎉c', all)).map(({ text }) => text)).toEqual(['ab', '🎉', '🎉', 'c'])
})

test('any text fits, and is cut only when necessary', () => {
  const ellipsis = { kind: 'letter', text: '…' }
  const widthOf = (graphemes: readonly unknown[]) => graphemes.length * 10
  assert(
    property(anyText({ maxLength: 200 }), integer({ min: 1, max: 100 }), (text, room) => {
      const graphemes = graphemesOf(text, all)
      expect(graphemes.length).toBeLessThanOrEqual(mostGraphemes)
      const shown = fitted(graphemes, widthOf, room * 10)
      expect(shown.length).toBeLessThanOrEqual(room)
      expect(shown).toEqual(graphemes.length <= room ? graphemes : [...graphemes.slice(0, room - 1), ellipsis])
    }),
    { numRuns: 40 },
  )
})

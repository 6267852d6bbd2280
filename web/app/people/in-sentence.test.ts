import { expect, test } from 'vitest'
import { inSentence } from './in-sentence.ts'

test('a name keeps its text direction within a sentence, and does not affect the rest of it', () => {
  expect(inSentence('kestrel')).toBe('kestrel')
  expect(inSentence('\u202Egnp.exe')).toBe('gnp.exe')
  expect(inSentence('\u05E9\u05DC\u05D5\u05DD')).toBe('\u2068\u05E9\u05DC\u05D5\u05DD\u2069')
  // It cannot leave its isolation either.
  expect(inSentence('\u0645\u2069\u202Ex')).toBe('\u2068\u0645x\u2069')
})

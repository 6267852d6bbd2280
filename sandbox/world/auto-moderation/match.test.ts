import { expect, test } from 'vitest'
import { findKeyword, isPattern, matchKeywords, matchMentions } from './match.ts'

/** The examples of Discord's documentation, "Keyword Matching Strategies", and what must not match. */
const table: [keyword: string, found: string[], free: string[]][] = [
  ['cat*', ['catch', 'Catapult', 'CAttLE', 'a catnap'], ['wildcat', 'location']],
  ['the mat*', ['the matrix'], ['breathe mat']],
  ['*cat', ['wildcat', 'copyCat'], ['catch', 'location']],
  ['*the mat', ['breathe mat'], ['the matrix']],
  ['*cat*', ['location', 'eduCation', 'cat'], ['cut']],
  ['cat', ['cat', 'a Cat!', '(cat)'], ['cats', 'wildcat', 'cat_nap']],
  ['the mat', ['on the mat.'], ['the matrix', 'breathe mat']],
  ['héé', ['a Héé b'], ['hééh']],
  ['*', [], ['anything', '*']],
  ['c*t', ['c*t'], ['cat']],
]

test('keywords match whole words unless a star opens an end, in any letter case', () => {
  for (const [keyword, found, free] of table) {
    for (const text of found) expect(findKeyword(text, keyword), `${keyword} in ${text}`).toBeDefined()
    for (const text of free) expect(findKeyword(text, keyword), `${keyword} in ${text}`).toBeUndefined()
  }
  expect(findKeyword('our education', '*cat*')).toBe('education')
})

test('the allow list exempts its words and nothing else', () => {
  const rule = { keyword_filter: ['cat*'], allow_list: ['catalogue'] }
  expect(matchKeywords('see the catalogue', rule, true)).toBeUndefined()
  expect(matchKeywords('a catfish', rule, true)).toEqual({ keyword: 'cat*', content: 'catfish' })
})

test('patterns are limited to what a linear-time engine supports', () => {
  const rule = { regex_patterns: ['fr[e3]{2,}'] }
  expect(matchKeywords('FR3E stuff', rule, true)).toEqual({ keyword: 'fr[e3]{2,}', content: 'FR3E' })
  expect(matchKeywords('FR3E stuff', rule, false)).toBeUndefined()
  expect([isPattern('a(?=b)'), isPattern('(a)\\1'), isPattern('('), isPattern('(a+)+$')]).toEqual([
    false,
    false,
    false,
    true,
  ])
})

test('each person and role counts once', () => {
  const text = '<@1> <@!1> <@2> <@&3> @everyone'
  expect(matchMentions(text, 3)).toBeUndefined()
  expect(matchMentions(text, 2)).toEqual({ keyword: null, content: null })
})

import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '#test/sampling.ts'
import { invitesIn } from './invites.ts'
import { linksIn } from './links.ts'
import { read } from './normalise.ts'
import { shownReading } from './formatted-text.ts'
import { kind, kindsIn, mayHold } from './character-kinds.ts'

test.each([
  ['', 0],
  ['some words', 0],
  ['Some', kind.capital],
  ['a.org', kind.address],
  ['a:b', kind.address],
  ['a/b', kind.slash],
  ['**bold**', kind.changing],
  ['f00', kind.folded],
  ['one\ntwo', kind.folded],
])('of %j it is told which kinds of signs it has', (text, kinds) => {
  expect((kindsIn(text) ?? Number.NaN) & (kind.address | kind.slash | kind.changing | kind.folded | kind.capital)).toBe(
    kinds,
  )
})

test.each(['two  blanks', 'line \nline', 'tab\t', 'del\u007f', 'é', '。', '\u0000'])('%j is not plain ASCII', text => {
  expect(kindsIn(text)).toBeUndefined()
  expect(mayHold(kindsIn(text), kind.slash)).toBe(true)
})

const pieces = ['discord', '.gg', '/', 'invite', 'abc', '%2f', '%2e', '**', '||', '`', '[', '](', ')', ' ', '\n', ':']
const text = fc
  .array(
    fc.oneof(fc.constantFrom(...pieces, 'https://', 'a.org', 'DISCORD', '0', '@', '\\'), fc.string({ maxLength: 3 })),
    {
      maxLength: 9,
    },
  )
  .map(parts => parts.join(''))

test('things that a text’s characters rule out are not in it', () => {
  fc.assert(
    fc.property(text, content => {
      const readings = read(content)
      const anything = { ...readings, kinds: undefined }
      expect(linksIn(readings)).toEqual(linksIn(anything))
      expect(invitesIn(content, readings)).toEqual(invitesIn(content, anything))
      expect(shownReading(content, readings.kinds)).toEqual(shownReading(content, undefined))
    }),
    { numRuns: runs(3000) },
  )
})

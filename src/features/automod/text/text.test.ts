import * as fc from 'fast-check'
import { RE2JS } from 're2js'
import { describe, expect, test } from 'vitest'
import type { Word } from './contract.ts'
import { finderOf } from './aho-corasick.ts'
import { invitesIn } from './invites.ts'
import { linksIn } from './links.ts'
import { literalsOf } from './literals.ts'
import { placeOf, read } from './normalise.ts'
import { patternSize } from './pattern-size.ts'
import { patternProblems } from './patterns.ts'
import { wordEngine } from './words.ts'

const runs = { numRuns: 150 }
/** What attackers use: other scripts, marks, invisible characters, halves of surrogate pairs. */
const hostile = fc.array(
  fc.oneof(
    fc.constantFrom(
      ...'abcd ABC 013457@$.\n/:%',
      'а',
      'е',
      'о',
      'с',
      '\u0301',
      '\u200b',
      '\u202e',
      '\ufdfa',
      '😀',
      '\ud83d',
      'ﬃ',
      'İ',
      'ß',
    ),
    fc.string({ unit: 'grapheme', maxLength: 3 }),
  ),
  { maxLength: 60 },
)
const hostileText = hostile.map(parts => parts.join(''))

describe('a text is normalised as it looks and as it reads', () => {
  test.each([
    ['Ｆｕｌｌ', 'full'],
    ['раssword', 'password'],
    ['ba\u200bd', 'bad'],
    ['b\u0336a\u0336d\u0336', 'bad'],
    ['CAFÉ', 'cafe'],
    ['a  \n b', 'a b'],
    ['4ss', 'ass'],
    ['Straße', 'strabe'],
    ['\u{1d41b}\u{1d41a}\u{1d41d}', 'bad'],
  ])('%j sounds like %j', (text, folded) => {
    expect(read(text).folded.text).toBe(folded)
  })

  test('whatever it is, every span of a normalised text maps back to it', () => {
    fc.assert(
      fc.property(hostileText, fc.nat(), fc.nat(), (text, first, second) => {
        const { plain, folded } = read(text)
        for (const reading of [plain, folded]) {
          if (reading.text === '') continue
          const start = first % reading.text.length
          const end = start + 1 + (second % (reading.text.length - start))
          const place = placeOf(reading, start, end)
          expect(place.start).toBeGreaterThanOrEqual(0)
          expect(place.end).toBeGreaterThanOrEqual(place.start)
          expect(place.end).toBeLessThanOrEqual(text.length)
        }
      }),
      runs,
    )
  })

  test('the fast path for plain text agrees with the general one', () => {
    const plain = fc.string({ unit: fc.constantFrom(...'aZ 013457@$9.\n'), maxLength: 40 })
    fc.assert(
      fc.property(plain, text => {
        const slow = read(`${text}\u200b`)
        const quick = read(text)
        expect([quick.plain.text, quick.folded.text]).toEqual([slow.plain.text, slow.folded.text])
        const ends = [...text].map((_, at) => placeOf(quick.plain, at, at + 1).start)
        expect(ends).toEqual([...text].map((_, at) => placeOf(slow.plain, at, at + 1).start))
      }),
    )
  })

  test('normalising twice changes nothing more', () => {
    fc.assert(
      fc.property(hostileText, text => {
        const once = read(text).folded.text
        expect(read(once).folded.text).toBe(once)
      }),
      runs,
    )
  })
})

test('the automaton finds what searching for each word would find', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'é', '😀'), minLength: 1, maxLength: 4 })
  fc.assert(
    fc.property(fc.uniqueArray(letters, { maxLength: 12 }), fc.array(letters, { maxLength: 12 }), (needles, parts) => {
      const text = parts.join('')
      const found: string[] = []
      finderOf(needles).search(text, (needle, end) => found.push(`${needle}@${end}`))
      const expected = needles.flatMap((needle, index) =>
        Array.from({ length: text.length }, (_, start) => start)
          .filter(start => text.startsWith(needle, start))
          .map(start => `${index}@${start + needle.length}`),
      )
      expect(found.toSorted()).toEqual(expected.toSorted())
    }),
    runs,
  )
})

test('the automaton finds the same when its words have too many characters for a table', () => {
  const sign = (at: number) => String.fromCharCode(0x4e00 + at)
  const needles = Array.from({ length: 10 }, (_, needle) =>
    Array.from({ length: 200 }, (_, at) => sign(needle * 200 + at)).join(''),
  )
  const [first = '', , third = ''] = needles
  const all = [...needles, third.slice(50, 52), sign(7)]
  const finder = finderOf(all)
  expect(finder.bytes).toBeLessThan(1_000_000)
  const found: [number, number][] = []
  const text = first.slice(0, 100) + first + third.slice(0, 60) + third
  finder.search(text, (needle, end) => found.push([needle, end]))
  const expected = all.flatMap((needle, index) =>
    Array.from({ length: text.length }, (_, start) => start)
      .filter(start => text.startsWith(needle, start))
      .map((start): [number, number] => [index, start + needle.length]),
  )
  expect(found.toSorted(([one], [other]) => one - other)).toEqual(expected)
  expect(expected).toHaveLength(6)
})

test.each([
  ['abc', 3],
  ['[a-z]{1,900}x', 901],
  ['(ab{10}){3,20}', 260],
  ['\\pL\\p{Greek}\\d{3}', 5],
  ['\\Qa(b\\E|[^]x]', 5],
])('a pattern is about as large as its repeats make it: %s', (pattern, size) => {
  expect(patternSize(pattern)).toBe(size)
})

describe('words', () => {
  const list = (...patterns: string[]): Word[] =>
    patterns.map(pattern => ({ pattern, kind: /^\*|\*$/.test(pattern) ? 'wildcard' : 'word' }))
  const finds = (words: Word[], text: string) =>
    wordEngine(words)
      .find(read(text), 10)
      .map(({ start, end }) => text.slice(start, end))

  test.each([
    ['bad', 'So BAD.', ['BAD']],
    ['bad', 'badly, forbad', []],
    ['bad', 'b\u200bаd!', ['b\u200bаd']],
    ['bad', 'b4d', ['b4d']],
    ['ass', 'that is 455 metres', []],
    ['bad', 'b a d, b.a.d', ['b a d', 'b.a.d']],
    ['bad', 'baaaad', ['baaaad']],
    ['ass', 'as it is', []],
    ['bad*', 'badly forbad', ['bad']],
    ['*bad', 'badly forbad', ['bad']],
    ['*bad*', 'unbadly', ['bad']],
    ['free nitro', 'FREE\n\n nitro', ['FREE\n\n nitro']],
    ['schön', 'schon, schön', ['schön']],
    ['1488', 'the 1488th', []],
    ['1488', 'in 1488', ['1488']],
    ['死', '你死了', ['死']],
    ['bad', 'bad😀', ['bad']],
  ])('%s in %j', (word, text, expected) => {
    expect(finds(list(word), text)).toEqual(expected)
  })

  test('patterns match in upper and lower case, with their position', () => {
    const words: Word[] = [{ pattern: 'free\\s*nitro', kind: 'regex' }]
    expect(finds(words, 'get FREE   Nitro now')).toEqual(['FREE   Nitro'])
    expect(finds(words, 'freedom')).toEqual([])
    expect(patternProblems(['(a', '(?=a)b', 'a*', 'a+', '[a-z]{1,1000}'])).toEqual([
      expect.stringContaining('missing'),
      expect.any(String),
      'it matches every message',
      undefined,
      'it repeats too much; use smaller counts',
    ])
    const large = Array.from({ length: 40 }, (_, index) => `[a-z]{900}${index}`)
    expect(new Set(patternProblems([...large, ...large]).slice(-10))).toEqual(
      new Set(['the patterns are too large together']),
    )
  })

  test('any text can be searched', () => {
    const engine = wordEngine([...list('bad', '*ass*', 'été'), { pattern: 'b+[a4]d', kind: 'regex' }])
    fc.assert(
      fc.property(hostileText, text => {
        for (const { start, end } of engine.find(read(text), 20)) {
          expect(start).toBeGreaterThanOrEqual(0)
          expect(end).toBeGreaterThan(start)
          expect(end).toBeLessThanOrEqual(text.length)
        }
      }),
      runs,
    )
  })

  test('whatever a pattern matches contains one of its required literals', () => {
    const atom = fc.constantFrom('abc', 'a', 'bcd', '.', '\\w', '[ab]', '(?:abc|cda)', '(ab)', '\\.', '(?:x{2})')
    const times = fc.constantFrom('', '', '*', '+', '?', '{0,2}', '{1,2}', '+?')
    const pattern = fc
      .array(fc.array(fc.tuple(atom, times), { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 2 })
      .map(parts => parts.map(part => part.map(pair => pair.join('')).join('')).join('|'))
    const text = fc.string({ unit: fc.constantFrom(...'aabbccddx.ABC'), maxLength: 24 })
    fc.assert(
      fc.property(pattern, text, (source, sample) => {
        const literals = literalsOf(source) ?? ['']
        const matches = RE2JS.compile(source, RE2JS.CASE_INSENSITIVE).test(sample)
        const needed = literals.some(literal => sample.toLowerCase().includes(literal))
        expect(needed || !matches).toBe(true)
      }),
      { numRuns: 600 },
    )
    expect(literalsOf('free\\s*nitro')).toEqual(['nitro'])
    expect(literalsOf('airdrop|claim\\s+now')).toEqual(['airdrop', 'claim'])
    expect(literalsOf('(?:abc)*')).toBeUndefined()
  })
})

describe('links and invites', () => {
  test.each([
    ['see https://example.com/x?y', ['example.com']],
    ['see example.com.', ['example.com']],
    ['[a](http://sub.example.org)', ['sub.example.org']],
    ['www.example.net', ['example.net']],
    ['ｅｘａｍｐｌｅ．ｃｏｍ', ['example.com']],
    ['http://9.9.9.9/x', ['9.9.9.9']],
    ['main.rs, README.md and 3.5 e.g. node.js', []],
    ['this.is.not.a.tld', []],
    ['me@example.com', []],
  ])('%j links to %j', (text, hosts) => {
    expect(linksIn(read(text)).map(({ host }) => host)).toEqual(hosts)
  })

  test.each([
    ['discord.gg/AbC-1', ['AbC-1']],
    ['https://discord.com/invite/abc', ['abc']],
    ['https://ptb.discordapp.com/invite/abc?event=1', ['abc']],
    ['<https:\\\\discord.gg\\abc>', ['abc']],
    ['discord . gg / abc', ['abc']],
    ['discord(.)gg/abc', ['abc']],
    ['discord dot gg/abc', ['abc']],
    ['dіscord.gg/abc', ['abc']],
    ['dis\u200bcord.gg/abc', ['abc']],
    ['https://discord.gg/%61bc', ['abc']],
    ['https://discord.com/%69nvite/abc', ['abc']],
    ['dsc.gg/abc', ['abc']],
    ['https://discord.com/channels/1/2', []],
    ['I like discord. gg!', []],
    ['100%!', []],
  ])('%j invites with %j', (text, codes) => {
    expect(invitesIn(text, read(text)).map(({ code }) => code)).toEqual(codes)
  })
})

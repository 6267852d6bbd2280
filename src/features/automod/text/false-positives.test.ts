// @module-tag long
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { disguises } from '#test/corpus/evasions.ts'
import { languages } from '#test/corpus/innocents.ts'
import { judgeCorpus } from '#test/corpus/judge.ts'
import { usualWords } from '#test/corpus/usual-words.ts'
import type { Word } from './contract.ts'
import { couldBeAWord } from './alphabets.ts'
import { read } from './normalise.ts'
import { isInsult } from './insults.ts'
import { wordEngine } from './words.ts'

const list = (...patterns: string[]): Word[] => patterns.map(pattern => ({ pattern, kind: 'word' }))
const finds = (words: Word[], text: string) =>
  wordEngine(words)
    .find(read(text), 5)
    .map(({ pattern }) => pattern)

test.each([
  ['ass', '45s'],
  ['ass', 'C L A S S I C'],
  ['ass', 'c-l-a-s-s, a s s e m b l y'],
  ['anal', 'a n a l y s i s'],
  ['ano', 'año'],
  ['ano', 'AN\u0303O'],
  ['cop', 'сор'],
  ['cop', 'СОР, сор!'],
  ['ばか', 'はか'],
  ['schön', 'schon'],
  ['schwule', 'schwüle'],
  ['sik', 'sık'],
  ['и', 'й'],
  ['fag', '#fa6, f(a, g)'],
  ['cum', '`c*u*m`'],
  ['god', 'goood morning'],
  ['nigger', 'Niger'],
  ['ass', 'AAAS, aaas'],
  ['tit', 'T1T 3K5'],
  ['shit', '🇸🇭🇮🇹'],
  ['whore', "who're"],
  ['nazi', 'Thanks Naz!'],
  ['dick', 'https://example.com/d1ck'],
  ['ばか', 'ばかり、そればかり言ってる'],
  ['カス', 'カステラ、カスタム設定'],
  ['操', '操作系统, 体操, 情操教育'],
  ['สัด', 'สัดส่วน'],
  ['หี', 'หีบ'],
  ['ass', '$$A$$, $as$, $A$S$5'],
  ['ass', 'A.S.S. Rao and A. S. S. Rao'],
  ['ass', 'https://deb.org/pool/a/s/s/pkg, /a/s/s/, ls -a -s -s'],
  ['tit', 'docker run -t -i -t img'],
  ['shit', 'ls -s -h -i -t'],
  ['ass', 'class_, ass_id, get_ass_et, `ass_`, ass2'],
  ['cop', 'cop28'],
  ['1488', 'call 14881, 51488 or 14881488'],
  ['fuck', '`fuck_you`, https://example.com/fuck_you'],
  ['the rapist', 'therapist'],
])('%s is not in %j', (word, text) => expect(finds(list(word), text)).toEqual([]))

test.each<string[]>([
  ['año', 'AÑO'],
  ['maricón', 'maric\u00f3n'],
  ['μαλάκας', 'ΜΑΛΑΚΑΣ'],
  ['ёлка', 'елка'],
  ['ban', 'бaн b\u0430n'],
  ['dick', 'dick@work'],
  ['ass', 'a$$'],
  ['fuck', 'fück, fuuck'],
  ['asshole', 'ass-hole, assh01e'],
  ['ばか', 'お前はばかだ'],
  ['操', '操你'],
  ['สัด', 'ไอ้สัด'],
  ['ばか', 'ば か'],
  ...['fuck_', '_fuck', '__fuck__', 'fuck_you', 'fuck69', '1fuck', 'fuck²', 'fuck_69'].map(text => ['fuck', text]),
  ['ass', 'ass_ and _ass'],
  ...['-', '_', '', '.', '/', '\n'].map(gap => ['free nitro', `free${gap}nitro`]),
  ['free nitro', 'f r e e   n i t r o'],
  ['badword', 'bâdwörd'],
])('%s is in %j', (word = '', text = '') => expect(finds(list(word), text)).toContain(word))

describe('whatever the list', () => {
  const letters = fc.string({ unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz'), minLength: 3, maxLength: 8 })

  test('a word spelled out is found as itself and as no other', () => {
    fc.assert(
      fc.property(letters, letters, letters, fc.constantFrom(' ', '.', '-', '\n'), (before, word, after, gap) => {
        fc.pre(!isInsult(word))
        expect(finds(list(word), Array.from(before + word + after).join(gap))).toEqual([])
        expect(finds(list(word), Array.from(word).join(gap))).toEqual([word])
      }),
    )
  })

  test('one letter among digits is not a word', () => {
    fc.assert(
      fc.property(letters, fc.nat(), (word, at) => {
        const digits = { o: '0', i: '1', e: '3', a: '4', s: '5', t: '7', b: '8', g: '6', z: '2', l: '1' }
        const kept = at % word.length
        const text = Array.from(word, (sign, place) =>
          place === kept ? sign : (Object.entries(digits).find(([letter]) => letter === sign)?.[1] ?? '5'),
        ).join('')
        expect(finds(list(word), text)).toEqual([])
      }),
    )
  })

  test('a word with a language’s own letters differs from the one without', () => {
    const own = 'áéíóúñçãõäöüåøæşğıčšžąęłńóśżőűăâđơư'
    const written = fc.string({ unit: fc.constantFrom(...own, ...'aeioulnrstdm'), minLength: 3, maxLength: 9 })
    fc.assert(
      fc.property(written, text => {
        const word = read(text).folded.text
        fc.pre(word !== text && couldBeAWord(Array.from(text)) && !isInsult(word))
        expect(finds(list(word), `${text} ${text.toUpperCase()}`)).toEqual([])
      }),
    )
  })

  test('a word in another script is a different word', () => {
    const cyrillic = fc.string({ unit: fc.constantFrom(...'асеорхукмнтв'), minLength: 3, maxLength: 8 })
    fc.assert(
      fc.property(cyrillic, text => {
        const word = read(text).folded.text
        expect(finds(list(word), `${text}, ${text.toUpperCase()}!`)).toEqual([])
      }),
    )
  })
})

test.each([1, 20_261_122])('innocent text is left alone, and hidden words are found: corpus %i', seed => {
  const { innocents, falseHits, found } = judgeCorpus(seed)
  expect(falseHits).toEqual([])
  expect(innocents).toBeGreaterThanOrEqual(5000)
  expect(found).toBeGreaterThanOrEqual(0.95)
})

test('the corpus is as large as it says', () => {
  expect(usualWords).toHaveLength(100)
  expect(languages.length).toBeGreaterThanOrEqual(12)
  expect(Object.keys(disguises).length).toBeGreaterThanOrEqual(30)
})

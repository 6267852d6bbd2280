import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inAscii } from '../ascii.ts'

const same = (code: string) => {
  const written = inAscii(code)
  expect(written).toMatch(/^[\0-\x7f]*$/)
  expect(runInNewContext(written)).toEqual(runInNewContext(code))
}

test('a program in ASCII says the same', () => {
  const texts = fc.string({ unit: fc.constantFrom('a', 'é', '。', '😀', '\u2028', '\\', '"', '`', '$', '{', '/', '(') })
  fc.assert(
    fc.property(texts, text => {
      same(JSON.stringify(text))
      same(`\`${text.replace(/[\\`$]/g, found => `\\${found}`)}\``)
      same(`new RegExp(${JSON.stringify(text.replace(/[\\${/(]/g, '\\$&'))}, 'u').source`)
    }),
  )
})

test.each([
  [
    'expressions',
    "['。', '😀', 'é'].map(text => [/[。é]/.test(text), /[^😀-😎]/u.test(text), /\\。|\\\\é/.test(text)])",
  ],
  ['escaped characters', "['\\é', '\\\\é', '\\\\\\😀']"],
  ['names', 'const größe = { é: 2 }; größe.é'],
  ['raw templates', 'const x = 1; String.raw`\\p{L}。${x}\\\\é${"é"}\\u0041😀`'],
  ['tagged templates', '((parts, ...rest) => [...parts, rest])`a。${"é"}😀`'],
])('%s', (_, code) => same(code))

test.each(['String.raw`\\é`', 'String.raw`${`é`}é`', 'String.raw`\\${é}`', 'String.raw`${{ a: 1 }.a}é`'])(
  'what cannot be written in ASCII is refused: %s',
  code => expect(() => inAscii(code)).toThrow(/not plain|beyond ASCII/),
)

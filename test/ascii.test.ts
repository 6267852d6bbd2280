import { runInNewContext } from 'node:vm'
import { assert, constantFrom, property, string } from 'fast-check'
import { expect, test } from 'vitest'
import { inAscii } from '../ascii.ts'

/** The results of a program as it is, and of its ASCII version. */
function results(code: string): { asItIs: unknown; inAscii: unknown } {
  const written = inAscii(code)
  const beyond = written.search(/[^\0-\x7f]/)
  return { asItIs: runInNewContext(code), inAscii: beyond < 0 ? runInNewContext(written) : written }
}

test('a program in ASCII says the same', () => {
  const texts = string({ unit: constantFrom('a', 'é', '。', '😀', '\u2028', '\\', '"', '`', '$', '{', '/', '(') })
  assert(
    property(texts, text => {
      const programs = [
        JSON.stringify(text),
        `\`${text.replace(/[\\`$]/g, found => `\\${found}`)}\``,
        `new RegExp(${JSON.stringify(text.replace(/[\\${/(]/g, '\\$&'))}, 'u').source`,
      ]
      for (const program of programs) {
        const { asItIs, inAscii: again } = results(program)
        expect(again).toEqual(asItIs)
      }
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
])('%s', (_, code) => {
  const { asItIs, inAscii: again } = results(code)
  expect(again).toEqual(asItIs)
})

test.each(['String.raw`\\é`', 'String.raw`${`é`}é`', 'String.raw`\\${é}`', 'String.raw`${{ a: 1 }.a}é`'])(
  'what cannot be written in ASCII is refused: %s',
  code => {
    expect(() => inAscii(code)).toThrow(/not plain|beyond ASCII/)
  },
)

import { expect, test } from 'vitest'
import { strictSettings, tryText } from './in-browser.ts'

const withoutBuffer = <T>(run: () => T): T => {
  const given = globalThis.Buffer
  try {
    Reflect.deleteProperty(globalThis, 'Buffer')
    return run()
  } finally {
    globalThis.Buffer = given
  }
}

const own = strictSettings(['claim your prize'])
const hits = (text: string) => tryText(text, own).verdicts.flatMap(({ rule, state }) => (state === 'hit' ? [rule] : []))

test('a message is judged by the actual rules', () => {
  expect(hits('Glaze test came out of the kiln. Photos tonight.')).toEqual([])
  expect(hits('@everyone free gift at https://discord-gift.example')).toEqual(['links', 'mentions'])
  expect(hits('c1aim yοur pr1ze now')).toEqual(['words'])
  expect(hits('come to discord.gg/abcdef')).toEqual(['invites'])
  const evaded = 'cla1m y0ur PRIZE, https://a.example'
  expect(withoutBuffer(() => hits(evaded))).toEqual(hits(evaded))
  expect(hits(evaded)).toEqual(['words', 'links'])
  expect(tryText('https://a.example and @everyone', own)).toMatchObject({ deleted: true, strikes: 2 })
})

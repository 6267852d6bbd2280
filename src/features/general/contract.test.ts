import { expect, test } from 'vitest'
import general, { prefixProblem } from './contract.ts'

test.each(['.', '!', 'pal', '🎉', '❤️', '?!', '>', '#', 'a/', 'ñ'])('%j may be a prefix', prefix => {
  expect(prefixProblem(prefix)).toBeUndefined()
})

const unseen = ['\u200B', '\u2800', '\u3164', '\uFE0F', '\u034F', 'a\u034F', '\u17B4', '\u{E0100}', '\u202E!', '\u0301']

test.each(['', ' ', '  !', '! ', 'a b', '\n', ...unseen, '@', '<@1', '`', '/', '/a', '\\'])(
  '%j may not be a prefix',
  prefix => {
    expect(prefixProblem(prefix)).toMatch(/^The prefix cannot/)
  },
)

test('the dashboard takes five characters, not six', () => {
  const { body } = general.forms.basic
  expect(body.safeParse({ prefix: '12345' }).success).toBe(true)
  expect(body.safeParse({ prefix: '123456' }).error?.issues[0]?.message).toBe(
    'Bot Prefix can have at most 5 characters.',
  )
})

test('unknown keys are refused', () => {
  expect(general.forms.basic.body.safeParse({ prefixx: '!' }).success).toBe(false)
})

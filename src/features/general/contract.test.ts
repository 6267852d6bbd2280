import { expect, test } from 'vitest'
import general, { prefixProblem } from './contract.ts'

test.each(['.', '!', 'pal', '🎉', '?!', '>', '#', 'a/'])('%j may be a prefix', prefix => {
  expect(prefixProblem(prefix)).toBeUndefined()
})

test.each(['', ' ', '  !', '! ', 'a b', '\u200B', '\n', '\u2800', '\u3164', '@', '<@1', '`', '/', '/a', '\\'])(
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

test('switches are taken as the form posts them, unknown keys are refused', () => {
  const { body } = general.forms.basic
  expect(body.parse({ invite_tracking: 'on', flag_translation: false })).toEqual({
    invite_tracking: true,
    flag_translation: false,
  })
  expect(body.safeParse({ invite_tracking: 'yes' }).success).toBe(false)
  expect(body.safeParse({ prefixx: '!' }).success).toBe(false)
})

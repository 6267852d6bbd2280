import { expect, test } from 'vitest'
import { seal, unseal, userOfToken, userToken } from './tokens.ts'

test("a member's token is the same after a restart and names its member", () => {
  expect(userToken(1, '42')).toBe(userToken(1, '42'))
  expect(userOfToken(1, userToken(1, '42'))).toBe('42')
})

test('a token of another seed or purpose, or a forged one, names nobody', () => {
  expect(userOfToken(2, userToken(1, '42'))).toBeUndefined()
  expect(unseal(1, 'user', seal(1, 'access', '42'))).toBeUndefined()
  const [, signature] = userToken(1, '42').split('.')
  expect(userOfToken(1, `${Buffer.from('43').toString('base64url')}.${signature}`)).toBeUndefined()
  for (const nonsense of ['', '.', 'a.b', 'a.b.c']) expect(userOfToken(1, nonsense)).toBeUndefined()
})

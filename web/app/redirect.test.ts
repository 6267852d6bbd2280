import { assert, property } from 'fast-check'
import { expect, test } from 'vitest'
import { anyText } from '#test/any-text.ts'
import { runs } from '#test/sampling.ts'
import { isWorthRemembering, pathOf, sameOriginPath, servedPath } from './redirect.ts'

const origin = 'https://palisade.example'

test.each(['/manage/123/basic', '/selector', '/docs?q=ban#ban', '/manage/1/welcome?tab=preview'])(
  'comes back to %s after signing in',
  path => expect(sameOriginPath(path, origin)).toBe(path),
)

test.each([
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  'javascript:alert(1)',
  'data:text/html,hi',
  'evil.example',
  '',
  ' /selector',
  '/.//evil.example',
  '/manage/..//evil.example',
])('never follows %j', value => expect(sameOriginPath(value, origin)).toBeUndefined())

test('the sign-in returns to a page served by the server, and to no other endpoint or site', () => {
  const page = '/api/guild/1/tickets/transcripts/0/read'
  expect(servedPath(page, origin)).toBe(page)
  for (const other of [`//evil.example${page}`, '/api/guild/../login', '/api/logout', '/selector', 1, undefined])
    expect(servedPath(other, origin)).toBeUndefined()
})

test('whatever is stored, only paths on this site are followed', () => {
  const stays = (value: string) => new URL(sameOriginPath(value, origin) ?? '/', origin).origin === origin
  const everything = property(anyText(), tail => [tail, `/${tail}`, `//${tail}`].every(stays))
  expect(() => assert(everything, { numRuns: runs(1000) })).not.toThrow()
})

test.each(['/', '/login', '/login?error=denied', '/?from=mail', '/#top'])('%s is not remembered', path =>
  expect(isWorthRemembering(path)).toBe(false),
)

test.each(['/selector', '/manage/1/basic', '/logins'])('%s is remembered', path =>
  expect(isWorthRemembering(path)).toBe(true),
)

test('Login returns to the page it was clicked on', () => {
  expect(pathOf(new Event('click'), '/docs')).toBe('/docs')
  expect(pathOf(undefined, '/docs')).toBe('/docs')
  expect(pathOf('/premium', '/docs')).toBe('/premium')
})

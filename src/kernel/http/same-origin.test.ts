import { expect, test } from 'vitest'
import { isCrossSite, isSameOrigin } from './same-origin.ts'

const ours = new URL('https://bot.example')

test.each([
  ['a browser on our page', { origin: 'https://bot.example', 'sec-fetch-site': 'same-origin' }, true],
  ['an older browser that only names the origin', { origin: 'https://bot.example' }, true],
  ['a browser that only names the relation', { 'sec-fetch-site': 'same-origin' }, true],
  ['our page under the other name of this machine', { origin: 'http://127.0.0.1:3000', host: '127.0.0.1:3000' }, true],
  ['a script without either', { host: 'bot.example' }, false],
  ['another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site', host: 'bot.example' }, false],
  ['another site in an older browser', { origin: 'https://evil.example', host: 'bot.example' }, false],
  ['a neighbouring subdomain', { origin: 'https://a.bot.example', 'sec-fetch-site': 'same-site' }, false],
  ['a hidden frame', { origin: 'null', host: 'bot.example' }, false],
  ['a typed address', { 'sec-fetch-site': 'none' }, false],
  ['the same host in clear text', { origin: 'http://bot.example' }, false],
  [
    'our origin with a relation that denies it',
    { origin: 'https://bot.example', 'sec-fetch-site': 'same-site' },
    false,
  ],
])('a write from %s', (_, headers, allowed) => {
  expect(isSameOrigin(headers, ours)).toBe(allowed)
})

test('a cross-site request is recognised', () => {
  expect(isCrossSite({ 'sec-fetch-site': 'cross-site' })).toBe(true)
  expect(isCrossSite({ 'sec-fetch-site': 'same-origin' })).toBe(false)
  expect(isCrossSite({ 'sec-fetch-site': 'none' })).toBe(false)
  expect(isCrossSite({})).toBe(false)
})

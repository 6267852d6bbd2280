import { expect, test } from 'vitest'
import { avatarUrl } from './avatar-url.ts'

test("a picture comes from Discord's CDN as a PNG of the requested size", () => {
  expect(avatarUrl('https://cdn.example', { id: '1', avatar: 'a_b' }, 64)).toBe(
    'https://cdn.example/avatars/1/a_b.png?size=64',
  )
})

test('a user without a picture has none', () => {
  expect(avatarUrl('https://cdn.example', { id: '1', avatar: null }, 128)).toBeUndefined()
})

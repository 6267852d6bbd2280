import { expect, test } from 'vitest'
import { inRouteCase } from './letter-case.ts'

test.each([
  ['/selector', '/Selector', '/selector'],
  ['/manage/1/members/2', '/MANAGE/1/Members/2', '/manage/1/members/2'],
  ['/selector', '/selector', undefined],
  // Another difference than letter case is not this function's business.
  ['/manage/1/', '/Manage/1', undefined],
  ['/docs', '/docs/', undefined],
  [undefined, '/Nothing', undefined],
])('with a route that writes %s, %s leads to %s', (written, pathname, href) =>
  expect(inRouteCase(written, { pathname, searchStr: '', hash: '' })).toBe(href),
)

test('query and fragment stay as they are', () => {
  const location = { pathname: '/Manage/1/Moderation', searchStr: '?search=Spam', hash: 'Cases' }
  expect(inRouteCase('/manage/1/moderation', location)).toBe('/manage/1/moderation?search=Spam#Cases')
})

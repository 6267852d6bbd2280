import { expect, test } from 'vitest'
import { wantsPage } from './pages.ts'

const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

test.each([
  ['/selector', 'GET', browser, true],
  ['/manage/123/basic?tab=1', 'GET', browser, true],
  ['/manage/123/basic', 'HEAD', browser, true],
  ['/selector', 'GET', { accept: '*/*' }, false],
  ['/selector', 'GET', {}, false],
  ['/selector', 'POST', browser, false],
  ['/api', 'GET', browser, false],
  ['/api/nothing', 'GET', browser, false],
  ['/assets/index-old', 'GET', browser, false],
  ['/favicon.ico', 'GET', browser, false],
  ['/apiary', 'GET', browser, true],
])('%s by %s with %o shows the dashboard: %s', (url, method, headers, shown) => {
  expect(wantsPage({ url, method, headers })).toBe(shown)
})

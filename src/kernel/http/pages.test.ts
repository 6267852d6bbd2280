import { expect, test } from 'vitest'
import { wantsPage } from './pages.ts'

const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

test.each([
  ['/selector', 'GET', browser, true],
  ['/manage/123/basic?tab=1', 'GET', browser, true],
  ['/manage/123/basic', 'HEAD', browser, true],
  ['/faq', 'GET', { accept: '*/*' }, true],
  ['/faq', 'HEAD', {}, true],
  ['/faq', 'GET', { accept: 'text/*, */*;q=0.1' }, true],
  ['/faq', 'GET', { accept: 'application/json, text/plain, */*' }, false],
  ['/faq', 'GET', { accept: 'image/avif,image/*,*/*;q=0.8' }, false],
  ['/metrics', 'GET', { accept: 'application/openmetrics-text;version=1.0.0,text/plain;q=0.5,*/*;q=0.1' }, false],
  ['/metrics', 'GET', { accept: '*/*' }, false],
  ['/healthz/more', 'GET', { accept: '*/*' }, false],
  ['/api/nothing', 'GET', { accept: '*/*' }, false],
  ['/selector', 'POST', browser, false],
  ['/api', 'GET', browser, false],
  ['/api/nothing', 'GET', browser, false],
  ['/assets/index-old', 'GET', browser, false],
  ['/favicon.ico', 'GET', browser, false],
  ['/apiary', 'GET', browser, true],
])('%s by %s with %o shows the dashboard: %s', (url, method, headers, shown) => {
  expect(wantsPage({ url, method, headers })).toBe(shown)
})

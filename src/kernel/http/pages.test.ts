import { expect, test } from 'vitest'
import { exposition } from './metrics.ts'
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

test('figures are told in the format that Prometheus reads', () => {
  expect(
    exposition([
      { name: 'a', kind: 'gauge', help: 'An a.', values: [{ value: 1 }] },
      { name: 'b_total', kind: 'counter', help: 'Bs.', values: [{ labels: { status: '2xx', q: '"' }, value: 2 }] },
    ]),
  ).toBe(
    '# HELP a An a.\n# TYPE a gauge\na 1\n# HELP b_total Bs.\n# TYPE b_total counter\nb_total{status="2xx",q="\\""} 2\n',
  )
})

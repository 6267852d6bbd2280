import { expect, test } from 'vitest'
import { discoverRoutes } from './discover.ts'
import type { Route } from './route.ts'
import { createRouter } from './router.ts'

const route = (method: Route['method'], path: string): Route => ({
  method,
  path,
  callers: 'any',
  handle: () => undefined,
})
const found = (routes: readonly Route[], method: string, path: string) => {
  const hit = createRouter(routes).find(method, path)
  return hit && [routes.indexOf(hit.route), hit.params]
}

const boats = [
  route('GET', '/boats/:boat_id'),
  route('GET', '/boats/search'),
  route('DELETE', '/boats/:id'),
  route('GET', '/boats/:boat_id/crew/@me'),
  route('GET', '/boats/search/crew/:user_id'),
  route('GET', '/boats'),
]

test.each([
  ['GET', '/boats', [5, {}]],
  ['GET', '/boats?after=/boats/3', [5, {}]],
  ['GET', '/boats/3', [0, { boat_id: '3' }]],
  ['DELETE', '/boats/3', [2, { id: '3' }]],
  ['GET', '/boats/search', [1, {}]],
  ['DELETE', '/boats/search', [2, { id: 'search' }]],
  ['GET', '/boats/search/crew/@me', [4, { user_id: '@me' }]],
  ['GET', '/boats/searching/crew/@me', [3, { boat_id: 'searching' }]],
  ['GET', '/boats/', [0, { boat_id: '' }]],
  ['GET', '/boats/%F0%9F%A7%A1%2F', [0, { boat_id: '🧡/' }]],
  ['GET', `/boats/${'x'.repeat(500)}`, [0, { boat_id: 'x'.repeat(500) }]],
  ['GET', `/boats/${'x'.repeat(501)}`, undefined],
  ['GET', '/boats/3/crew', undefined],
  ['GET', '/boats/3/', undefined],
  ['GET', '/BOATS/3', undefined],
  ['POST', '/boats/3', undefined],
  ['HEAD', '/boats/3', undefined],
])('%s %s', (method, path, expected) => {
  expect(found(boats, method, path)).toEqual(expected)
})

test('every route of Discord’s is matched by its own path', async () => {
  const routes = await discoverRoutes()
  expect(routes.length).toBeGreaterThan(200)
  for (const [place, { method, path }] of routes.entries()) {
    const names = Array.from(path.matchAll(/:(\w+)/g), ([, name = '']) => name)
    const params = Object.fromEntries(names.map((name, n) => [name, String(n)]))
    const asked = path.replaceAll(/:(\w+)/g, (_, name: string) => params[name] ?? '')
    expect({ path, found: found(routes, method, asked) }).toEqual({ path, found: [place, params] })
  }
})

test('no path is matched by two routes', () => {
  expect(() => createRouter([...boats, route('GET', '/boats/:other')])).toThrow('two routes answer GET /boats/:other')
})

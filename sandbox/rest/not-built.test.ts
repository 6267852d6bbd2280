import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { startSandbox } from '#test/sandbox.ts'
import { createGrants } from '../oauth/grants.ts'
import { oauthRoutes } from '../oauth/routes.ts'
import { discoverRoutes } from './discover.ts'
import { loginRoutes } from './login.ts'
import { notBuilt } from './not-built.ts'

const shape = (operation: string) => operation.replaceAll(/:[a-z_]+|\{[^}]+\}/g, '{}')
const methods = new Set(['get', 'post', 'put', 'patch', 'delete'])

/** Discord's own description is not part of the project: where it is at hand, the list is checked against it, too. */
function described(): string[] | undefined {
  const file = process.env['DISCORD_OPENAPI']
  if (!file) return undefined
  const { paths } = JSON.parse(readFileSync(file, 'utf8')) as { paths: Record<string, Record<string, unknown>> }
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.keys(item).flatMap(method => (methods.has(method) ? [`${method.toUpperCase()} ${path}`] : [])),
  )
}

test("each operation of Discord's API description is implemented or listed as not implemented", async () => {
  const { gateway } = await startSandbox()
  const routes = [
    ...(await discoverRoutes()),
    ...gateway.routes,
    ...loginRoutes,
    ...oauthRoutes(createGrants(1, Date.now)),
  ]
  const built = new Set(routes.map(({ method, path }) => shape(`${method} ${path}`)))
  const listed = notBuilt.flatMap(({ operations }) => operations)
  expect(listed.filter(operation => built.has(shape(operation)))).toEqual([])
  expect(new Set(listed).size).toBe(listed.length)
  const all = described() ?? listed
  expect(all.filter(operation => !built.has(shape(operation))).toSorted()).toEqual(listed.toSorted())
})

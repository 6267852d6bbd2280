import { readdirSync } from 'node:fs'
import type { Route } from './route.ts'

const folder = new URL('./routes/', import.meta.url)

/** Every route of every file in `routes/`. Adding a file adds its routes. */
export async function discoverRoutes(): Promise<Route[]> {
  const files = readdirSync(folder).filter(name => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  const modules = await Promise.all(
    files.map(async name => (await import(new URL(name, folder).href)) as { default?: readonly Route[] }),
  )
  return modules.flatMap((module, place) => {
    if (!module.default) throw new Error(`rest/routes/${files[place]} has no default export of routes(...)`)
    return [...module.default]
  })
}

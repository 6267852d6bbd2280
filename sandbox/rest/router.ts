import type { Route } from './route.ts'

/** A node in the tree of paths: its next segments are fixed words, or a parameter. */
interface Step {
  named: Map<string, Step>
  other: Step | undefined
  /** The routes that end here, by method, with the names of the path's parameters. */
  ends: Map<string, { place: number; names: readonly string[] }>
}

/** A route with the values of its path's parameters. */
export interface FoundRoute {
  route: Route
  params: Record<string, string>
}

export interface Router {
  find(method: string, path: string): FoundRoute | undefined
}

/** The longest parameter (characters); anything longer is neither an id nor a token. */
const longestParam = 500

const blank = (): Step => ({ named: new Map(), other: undefined, ends: new Map() })

/** The trees of routes, built once for all sandboxes: they have the same hundreds of routes. */
const trees = new Map<string, Step>()

function plant(routes: readonly Route[]): Step {
  const root = blank()
  for (const [place, { method, path }] of routes.entries()) {
    let step = root
    const names: string[] = []
    for (const part of path.slice(1).split('/')) {
      const next = part.startsWith(':') ? (step.other ??= blank()) : (step.named.get(part) ?? blank())
      if (part.startsWith(':')) names.push(part.slice(1))
      else step.named.set(part, next)
      step = next
    }
    if (step.ends.has(method)) throw new Error(`two routes answer ${method} ${path}`)
    step.ends.set(method, { place, names })
  }
  return root
}

const keyOf = ({ method, path }: Route) => `${method} ${path}`

/** Finds the route of a request; fixed words take precedence over parameters. */
export function createRouter(routes: readonly Route[]): Router {
  const key = routes.map(keyOf).join('\n')
  const root = trees.get(key) ?? plant(routes)
  trees.set(key, root)
  return {
    find(method, path) {
      const parts = path.replace(/\?.*$/s, '').slice(1).split('/').map(decodeURIComponent)
      const values: string[] = []
      const follow = (step: Step, at: number): FoundRoute | undefined => {
        const part = parts[at]
        if (part === undefined) {
          const { place = -1, names = [] } = step.ends.get(method) ?? {}
          const route = routes[place]
          return route && { route, params: Object.fromEntries(names.map((name, n) => [name, values[n] ?? ''])) }
        }
        const named = step.named.get(part)
        const found = named && follow(named, at + 1)
        if (found || !step.other || part.length > longestParam) return found
        values.push(part)
        const other = follow(step.other, at + 1)
        if (!other) values.pop()
        return other
      }
      return follow(root, 0)
    },
  }
}

const key = 'redirectAfterLogin'

/** The path, query and fragment of `value` when it stays on `origin`; undefined for anything else. */
export function sameOriginPath(value: string, origin: string): string | undefined {
  // A browser reads backslashes as slashes and drops control characters: '/\evil.example' would leave.
  if (!value.startsWith('/') || /[\\\p{Cc}]/u.test(value)) return undefined
  let url: URL
  try {
    url = new URL(value, origin)
  } catch {
    return undefined
  }
  // '/.//evil.example' resolves to a path that is itself a protocol-relative address.
  if (url.origin !== origin || url.pathname.startsWith('//')) return undefined
  return url.pathname + url.search + url.hash
}

/** Whether a page is worth coming back to after signing in. */
export function isWorthRemembering(path: string): boolean {
  const [pathname] = path.split(/[?#]/)
  return pathname !== '/login' && pathname !== '/'
}

/**
 * Where a page of the server's own asked to come back to, such as a transcript; undefined for anything else, so that no
 * link leads anywhere by way of our sign-in.
 */
export function servedPath(value: unknown, origin: string): string | undefined {
  const path = typeof value === 'string' ? sameOriginPath(value, origin) : undefined
  return path !== undefined && isServed(path) ? path : undefined
}

/** Whether a page is the server's own, and not one of this application. */
export const isServed = (path: string): boolean => path.startsWith('/api/guild/')

/** The argument of the login trigger: a path, or a click event, which means the current page. */
export const pathOf = (given: unknown, current: string): string => (typeof given === 'string' ? given : current)

export const currentPath = () => location.pathname + location.search + location.hash

/** Keeps `path` for after the sign-in, within this tab. */
export function rememberPath(path: string): void {
  if (isWorthRemembering(path)) sessionStorage.setItem(key, path)
}

/** The remembered path, which reading clears. Undefined when there is none or it is not ours. */
export function takeRememberedPath(): string | undefined {
  const stored = sessionStorage.getItem(key)
  if (stored === null) return undefined
  sessionStorage.removeItem(key)
  const path = sameOriginPath(stored, location.origin)
  return path !== undefined && isWorthRemembering(path) ? path : undefined
}

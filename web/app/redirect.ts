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
 * The path that a page served outside this app, such as a transcript, asked to return to; undefined for anything else,
 * so that our sign-in cannot be used as an open redirect.
 */
export function servedPath(value: unknown, origin: string): string | undefined {
  const path = typeof value === 'string' ? sameOriginPath(value, origin) : undefined
  return path !== undefined && isServed(path) ? path : undefined
}

/** Whether a page is served outside this app, by the server itself. */
export const isServed = (path: string): boolean => path.startsWith('/api/guild/')

/** The argument of the login trigger: a path, or a click event, which means the current page. */
export const pathOf = (given: unknown, current: string): string => (typeof given === 'string' ? given : current)

export const currentPath = () => location.pathname + location.search + location.hash

/** Remembers `path` for after the sign-in, in this tab. */
export function rememberPath(path: string): void {
  if (isWorthRemembering(path)) sessionStorage.setItem(key, path)
}

/** Returns the remembered path and clears it; undefined if there is none or it is not on our origin. */
export function takeRememberedPath(): string | undefined {
  const stored = sessionStorage.getItem(key)
  if (stored === null) return undefined
  sessionStorage.removeItem(key)
  const path = sameOriginPath(stored, location.origin)
  return path !== undefined && isWorthRemembering(path) ? path : undefined
}

/**
 * Whether a field asks for anything. False, an empty list, and null when there is nothing yet to reset ask for nothing
 * and may be ignored.
 */
const asks = (value: unknown, creates: boolean) =>
  value !== false && !(value === null && creates) && !(Array.isArray(value) && value.length === 0)

/**
 * Watches which top-level fields of a body or query a route looks at, so that a field it silently ignores can be
 * reported: Discord would have acted on it, so a bot tested here must not believe that it worked.
 */
export function watchFields<T>(fields: T, { creates }: { creates: boolean }): { value: T; unread(): string[] } {
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) return { value: fields, unread: () => [] }
  const read = new Set<PropertyKey>()
  let all = false
  const watched = new Proxy(fields, {
    get(target, key, receiver) {
      read.add(key)
      return Reflect.get(target, key, receiver)
    },
    has(target, key) {
      read.add(key)
      return Reflect.has(target, key)
    },
    ownKeys(target) {
      all = true
      return Reflect.ownKeys(target)
    },
  })
  const unread = () =>
    all ? [] : Object.entries(fields).flatMap(([key, value]) => (read.has(key) || !asks(value, creates) ? [] : [key]))
  return { value: watched, unread }
}

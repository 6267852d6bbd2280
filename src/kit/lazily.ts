/**
 * What takes long to make, and not every process needs: made when it is first asked for. The first calendar or segmenter
 * of a process takes some milliseconds of its start, and a pattern of all emoji thirty.
 */
export function lazily<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => (made ??= { value: make() }).value
}

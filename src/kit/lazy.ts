/**
 * Wraps a value that is slow to make and that not every process needs, so that it is made on first use. The first
 * calendar or segmenter of a process takes some milliseconds of its start, and a pattern of all emoji thirty.
 */
export function lazy<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => (made ??= { value: make() }).value
}

import { isRecord } from '#contract'

/** Leaving these out loses nothing: other programs write out every key, even unused ones. */
const saysNothing = (value: unknown): boolean =>
  value === null ||
  value === false ||
  value === '' ||
  (Array.isArray(value) && value.every(saysNothing)) ||
  (isRecord(value) && Object.values(value).every(saysNothing))

/** What Discord assigns itself: the numbers of components, and the type of every embed that people make. */
const goesWithout = (key: string, value: unknown, inner: object): boolean =>
  (key === 'id' && typeof value === 'number') || (key === 'type' && value === 'rich' && !('type' in inner))

function* walk(given: unknown, kept: unknown, path: string): Generator<string> {
  if (Array.isArray(given) && Array.isArray(kept)) {
    for (const [place, value] of given.entries()) yield* walk(value, kept[place], path)
    return
  }
  if (!isRecord(given) || !isRecord(kept)) return
  for (const [key, value] of Object.entries(given)) {
    const here = path === '' ? key : `${path}.${key}`
    if (Object.hasOwn(kept, key)) yield* walk(value, kept[key], here)
    else if (!saysNothing(value) && !goesWithout(key, value, kept)) yield here
  }
}

/** @returns the names, such as `embeds.video`, of values in `given` that say something and are missing from `kept` */
export const leftOutOf = (given: unknown, kept: unknown): string[] => [...new Set(walk(given, kept, ''))]

/** A feature that alone is new, as the guide's is: of all others' cases one is tried, since the whole run tries them. */
const onlyNew = process.env['ONLY_NEW_FEATURE']
/** `npm run test:quick`, `npm test` and `npm run test:nightly` run in vitest's modes 'quick', 'test' and 'nightly'. */
const { MODE: mode } = import.meta.env
/** One of so many is tried. Odd, so that of two kinds that take turns both are. */
const part = mode === 'nightly' ? 1 : mode === 'quick' ? 9 : 3

const isOfNew = (one: unknown) => onlyNew !== undefined && JSON.stringify(one).includes(onlyNew)

/**
 * How often a property is tried: the nightly run's number, or a part of it.
 * @param usual in `npm test`, where a third would take too long; the quick tests try a third of that
 */
export function runs(nightly: number, usual?: number): number {
  if (usual === undefined || part === 1) return Math.ceil(nightly / part)
  return Math.ceil((usual * 3) / part)
}

/**
 * Which of many alike cases are tried: all by night, otherwise every third or ninth, and one at least.
 * @param turn counts what they are tried on, so that each of it meets other cases, and no case is left out
 */
export function someOf<T>(cases: readonly T[], turn = 0): T[] {
  const step = Math.min(part, cases.length)
  return cases.filter((_, place) => (place + turn) % step === 0)
}

/**
 * What a walk goes through: all of it, among the quick tests every ninth. Where one feature alone is new, what names it.
 * The first is always there.
 */
export function walked<T>(all: readonly T[]): T[] {
  if (onlyNew !== undefined) return all.filter((one, place) => place === 0 || isOfNew(one))
  return mode === 'quick' ? all.filter((_, place) => place % part === 0) : [...all]
}

/**
 * The name of a feature if only that one is new, as in the guide. Walks then visit what names it and one other item,
 * since the full run tries the rest.
 */
const onlyNew = process.env['ONLY_NEW_FEATURE']
/** `npm run test:quick`, `npm test` and `npm run test:nightly` run in vitest's modes 'quick', 'test' and 'nightly'. */
const { MODE: mode } = import.meta.env
/** One in this many cases is tried. Odd, so that both of two alternating kinds are tried. */
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
 * Selects from many similar cases: all of them in nightly runs, otherwise every third or ninth, and at least one.
 * @param turn the number of the thing that they are tried on, so that each meets other cases and no case is left out
 */
export function someOf<T>(cases: readonly T[], turn = 0): T[] {
  const step = Math.min(part, cases.length)
  return cases.filter((_, place) => (place + turn) % step === 0)
}

/**
 * Selects what a walk over the product visits: everything, or every ninth item in the quick tests. When only one
 * feature is new, the items that name it. The first item is always included.
 */
export function walked<T>(all: readonly T[]): T[] {
  if (onlyNew !== undefined) return all.filter((one, place) => place === 0 || isOfNew(one))
  return mode === 'quick' ? all.filter((_, place) => place % part === 0) : [...all]
}

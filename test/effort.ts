/** A feature that alone is new, as the guide's is: of all others' cases few are tried, since the whole run tries them. */
const onlyNew = process.env['ONLY_NEW_FEATURE']
/** `npm run test:quick` runs in vitest's mode 'quick'. */
const isQuick = import.meta.env.MODE === 'quick' || onlyNew !== undefined
const part = 5

const isOfNew = (one: unknown) => onlyNew !== undefined && JSON.stringify(one).includes(onlyNew)

/** How often a property is tried: the whole run's number, or a fifth of it among the quick tests. */
export const runs = (whole: number): number => (isQuick ? Math.ceil(whole / part) : whole)

/** Which of many alike cases are tried: all, or among the quick tests every fifth, the first included. */
export const someOf = <T>(cases: readonly T[]): T[] =>
  cases.filter((one, place) => !isQuick || place % part === 0 || isOfNew(one))

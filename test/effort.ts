/** `npm run test:quick` runs in vitest's mode 'quick'. */
const isQuick = import.meta.env.MODE === 'quick'
const part = 5

/** How often a property is tried: the whole run's number, or a fifth of it among the quick tests. */
export const runs = (whole: number): number => (isQuick ? Math.ceil(whole / part) : whole)

/** Which of many alike cases are tried: all, or among the quick tests every fifth, the first included. */
export const someOf = <T>(cases: readonly T[]): T[] => cases.filter((_case, place) => !isQuick || place % part === 0)

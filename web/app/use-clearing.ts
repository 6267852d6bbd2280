import { useGoing, useLookedInto } from '#web/ui/going.ts'

/**
 * Clears the result of an action, which a `Banner` tells, after a while.
 * @param result what changes with every result; undefined or null for none
 */
export const useClearing = (result: unknown, clear: () => void): void => useGoing(result, useLookedInto(), clear)

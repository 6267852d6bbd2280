import { useAutoDismiss, useAnyHoveredOrFocused } from '#web/ui/auto-dismiss.ts'

/**
 * Clears the result of an action, shown in a `Banner`, after a while.
 * @param result a value that changes with every result; undefined or null for none
 */
export const useClearing = (result: unknown, clear: () => void): void =>
  useAutoDismiss(result, useAnyHoveredOrFocused(), clear)

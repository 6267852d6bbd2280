import type { UseQueryResult } from '@tanstack/react-query'

/** Whether something has been answered, or has failed once: whoever waits for more than that waits for seconds. */
export const isKnown = ({ isPending, failureCount }: Pick<UseQueryResult, 'isPending' | 'failureCount'>): boolean =>
  !isPending || failureCount > 0

import { createKeyedQueue } from '#kit/keyed-queue.ts'
import { processState, type Services } from '#kernel/feature.ts'

const queue = processState(createKeyedQueue)

/** Runs one function at a time for each key: two moderators who act on the same member do so one after the other. */
export const oneAtATime = <T>(services: Pick<Services, 'memory'>, key: string, act: () => Promise<T>): Promise<T> =>
  queue(services)(key, act)

import { AsyncLocalStorage } from 'node:async_hooks'

/** Sends something; with a signal, until that is aborted. */
type Send<T> = (signal?: AbortSignal) => Promise<T>

/** A request that has had its turn. The library may send it more than once, after a failure or for a limit. */
export interface Attempts {
  /** The first time it was answered, or failed. @param arrivedAt by when it had arrived, where the answer tells */
  answered(arrivedAt?: number): void
  /** Sends it once more, when it is its turn again. */
  repeat<T>(send: Send<T>): Promise<T>
}

const current = new AsyncLocalStorage<Attempts & { hasLeft: boolean }>()

/** Runs `ask`, which sends such a request. */
export const attempting = <T>(attempts: Attempts, ask: () => T): T => current.run({ ...attempts, hasLeft: false }, ask)

/** Whether the request of the running code has been sent before. */
export const isRepeated = (): boolean => current.getStore()?.hasLeft === true

/**
 * Sends the request of the running code: the first time at once.
 * @param arrivalOf by when it had arrived, where the answer tells
 */
export function attempt<T>(send: Send<T>, arrivalOf: (answer: T) => number | undefined = () => undefined): Promise<T> {
  const request = current.getStore()
  if (!request) return send()
  if (request.hasLeft) return request.repeat(send)
  request.hasLeft = true
  return send().then(
    answer => {
      request.answered(arrivalOf(answer))
      return answer
    },
    error => {
      request.answered()
      throw error
    },
  )
}

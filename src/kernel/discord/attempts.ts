import { AsyncLocalStorage } from 'node:async_hooks'

/** Sends a request; a signal can abort it. */
type Send<T> = (signal?: AbortSignal) => Promise<T>

/**
 * Follows a request that has had its turn. The library may send it more than once, after a failure or because of a rate
 * limit.
 */
export interface Attempts {
  /**
   * Called when the first attempt was answered or failed. @param arrivedAt the latest time at which it arrived, if the
   * answer says
   */
  answered(arrivedAt?: number): void
  /** Sends it again when it is its turn again. */
  repeat<T>(send: Send<T>): Promise<T>
}

const current = new AsyncLocalStorage<Attempts & { hasLeft: boolean }>()

/** Runs `ask`, which sends a request, with these callbacks. */
export const attempting = <T>(attempts: Attempts, ask: () => T): T => current.run({ ...attempts, hasLeft: false }, ask)

/** Whether the request of the running code has been sent before. */
export const isRepeated = (): boolean => current.getStore()?.hasLeft === true

/**
 * Sends the request of the running code: the first time at once, later through `repeat`.
 * @param arrivalOf returns the latest time at which the request arrived, if the answer says
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

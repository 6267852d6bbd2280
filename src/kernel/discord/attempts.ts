import { AsyncLocalStorage } from 'node:async_hooks'

/** Sends something; with a signal, until that is aborted. */
type Send<T> = (signal?: AbortSignal) => Promise<T>

/** Sends a request once more, when it is its turn again. */
export type Repeat = <T>(send: Send<T>) => Promise<T>

const current = new AsyncLocalStorage<{ hasLeft: boolean; repeat: Repeat }>()

/**
 * Runs `ask`, whose request has had its turn. The library may send it more than once, after a failure or for a limit: each
 * further time it is sent by `repeat`.
 */
export const attempting = <T>(repeat: Repeat, ask: () => T): T => current.run({ hasLeft: false, repeat }, ask)

/** Whether the request of the running code has been sent before. */
export const isRepeated = (): boolean => current.getStore()?.hasLeft === true

/** Sends the request of the running code: the first time at once. */
export function attempt<T>(send: Send<T>): Promise<T> {
  const request = current.getStore()
  if (request?.hasLeft) return request.repeat(send)
  if (request) request.hasLeft = true
  return send()
}

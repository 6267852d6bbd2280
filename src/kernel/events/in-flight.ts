import type { Logger } from '../log.ts'

/** What to log when work fails. */
interface BackgroundFailure {
  text: string
  guildId?: string
  feature?: string
  /** 'warn' if the failure does no harm; 'error' by default. */
  level?: 'warn' | 'error'
  [detail: string]: unknown
}

/**
 * Takes over work that continues after the handler that began it: a shutdown waits for it, and a failure is logged.
 * Pass everything that a handler does not await to it: nothing else may use the database after a shutdown has begun.
 */
export type Background = (running: Promise<unknown>, failure: BackgroundFailure) => void

export const createBackground =
  (work: InFlight, log: Logger): Background =>
  (running, { text, level = 'error', ...details }) => {
    work.track(running).catch((err: unknown) => log[level]({ err, ...details }, text))
  }

/** Tracks running handlers so that a shutdown can wait for them. */
export interface InFlight {
  track<T>(running: Promise<T>): Promise<T>
  /** Waits until nothing runs, or until `limitMs` have passed. @returns how many were still running */
  finished(limitMs: number): Promise<number>
}

export function createInFlight(): InFlight {
  const running = new Set<Promise<unknown>>()
  return {
    track(promise) {
      running.add(promise)
      const done = () => running.delete(promise)
      promise.then(done, done)
      return promise
    },
    async finished(limitMs) {
      const { promise: timeUp, resolve } = Promise.withResolvers<'time up'>()
      const timer = setTimeout(() => resolve('time up'), limitMs)
      try {
        while (running.size > 0) {
          const ended = await Promise.race([Promise.allSettled(running), timeUp])
          if (ended === 'time up') break
        }
      } finally {
        clearTimeout(timer)
      }
      return running.size
    },
  }
}

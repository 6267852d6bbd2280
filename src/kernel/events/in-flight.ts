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

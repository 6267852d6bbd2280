/**
 * Returns a function that runs work with the same key one at a time, in the order of the calls. Other keys never wait
 * for it.
 */
export function createKeyedQueue(): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const last = new Map<string, Promise<unknown>>()
  return async (key, work) => {
    const before = last.get(key)
    // An earlier failure is reported to the caller that it belongs to.
    const mine = (before ?? Promise.resolve()).then(work, work)
    last.set(key, mine)
    try {
      return await mine
    } finally {
      if (last.get(key) === mine) last.delete(key)
    }
  }
}

/** A fair queue for workers: servers take turns, and only one item of each runs at a time. */
interface Queue<T> {
  /** How many items of `owner` wait. */
  waiting(owner: string): number
  add(owner: string, item: T): void
  /** Takes the next item whose owner has none running; its owner has one running until `done`. */
  take(): { owner: string; item: T } | undefined
  done(owner: string): void
  /** Removes a waiting item. @returns false when it no longer waits */
  drop(owner: string, item: T): boolean
  /** Removes all waiting items, because they cannot be run any more. */
  clear(): T[]
}

export function createQueue<T>(): Queue<T> {
  // In order of turns: an owner that was served goes to the end.
  const lines = new Map<string, T[]>()
  const running = new Set<string>()
  return {
    waiting: owner => lines.get(owner)?.length ?? 0,
    add(owner, item) {
      const line = lines.get(owner)
      if (line) line.push(item)
      else lines.set(owner, [item])
    },
    take() {
      for (const [owner, line] of lines) {
        if (running.has(owner)) continue
        const item = line.shift()
        lines.delete(owner)
        if (line.length > 0) lines.set(owner, line)
        if (item === undefined) continue
        running.add(owner)
        return { owner, item }
      }
      return undefined
    },
    done: owner => void running.delete(owner),
    drop(owner, item) {
      const line = lines.get(owner)
      const place = line?.indexOf(item) ?? -1
      if (!line || place < 0) return false
      line.splice(place, 1)
      if (line.length === 0) lines.delete(owner)
      return true
    },
    clear() {
      const items = [...lines.values()].flat()
      lines.clear()
      return items
    },
  }
}

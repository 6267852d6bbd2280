import { LRUCache } from 'lru-cache'
import { upTo } from '#kit/capacity.ts'
import { UserError } from '#kit/errors.ts'
import { createInOrder } from '#kit/in-order.ts'

const minuteMs = 60_000
/** Searches a minute: one person leaves the others of the server some. */
const most = { ofPerson: 20, ofServer: 60 } as const
const mostRemembered = 5000
/** A browser asks for two pages at once at most. */
const mostWaiting = 10

interface Asker {
  guildId: string
  userId: string
}

/** Lets the history be read without anybody else noticing, whoever asks for how much. */
export interface HistoryReads {
  /**
   * Searches happen one after the other, whoever asks.
   * @throws UserError 429 when the person or the server has used up the minute
   */
  search<T>(by: Asker, search: () => Promise<T>): Promise<T>
  /**
   * One read of a server's history at a time.
   * @throws UserError 429 when the person waits for too many already
   */
  inTurn<T>(by: Asker, read: () => Promise<T>): Promise<T>
}

/** @param now a clock that never goes back, ms */
export function createHistoryReads(now: () => number = () => performance.now()): HistoryReads {
  const begun = new LRUCache<string, number[]>(upTo(mostRemembered))
  const waiting = new Map<string, number>()
  const inOrder = createInOrder()
  let last: Promise<unknown> = Promise.resolve()

  /** When searches were begun within the last minute. */
  const recent = (key: string) => (begun.get(key) ?? []).filter(at => now() - at < minuteMs)

  const demand = (key: string, limit: number, message: string) => {
    const times = recent(key)
    const [first] = times
    if (first === undefined || times.length < limit) return
    const seconds = Math.ceil((first + minuteMs - now()) / 1000)
    throw new UserError('history.busy', `${message} Try again in ${seconds} seconds.`, 429)
  }

  return {
    async search({ guildId, userId }, search) {
      const person = `${guildId}/${userId}`
      demand(person, most.ofPerson, 'You have searched very often.')
      demand(guildId, most.ofServer, 'Too many searches in this server.')
      for (const key of [person, guildId]) begun.set(key, [...recent(key), now()])
      const found = last.then(search)
      last = found.catch(() => undefined)
      return found
    },

    async inTurn({ guildId, userId }, read) {
      const person = `${guildId}/${userId}`
      const before = waiting.get(person) ?? 0
      if (before >= mostWaiting)
        throw new UserError(
          'history.waiting',
          'You are already loading much of the history. Try again in a moment.',
          429,
        )
      waiting.set(person, before + 1)
      try {
        return await inOrder(guildId, read)
      } finally {
        const left = (waiting.get(person) ?? 1) - 1
        if (left === 0) waiting.delete(person)
        else waiting.set(person, left)
      }
    },
  }
}

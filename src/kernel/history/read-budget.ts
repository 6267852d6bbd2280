import { UserError } from '#kit/errors.ts'
import { createKeyedQueue } from '#kit/keyed-queue.ts'
import { createMinuteBudget, type MinuteBudget } from '#kit/minute-budget.ts'

/** The most searches in a minute: one person leaves some to the others of the server. */
const most = { ofPerson: 20, ofServer: 60 } as const
/** The most reads that one person may have waiting. A browser requests at most two pages at once. */
const mostWaiting = 10

interface Asker {
  guildId: string
  userId: string
}

/** Limits reading of the history, so that nobody else is slowed down however much somebody requests. */
export interface HistoryReads {
  /**
   * Runs searches one after the other, whoever requests them.
   * @throws UserError 429 when the person or the server has used up the searches of this minute
   */
  search<T>(by: Asker, search: () => Promise<T>): Promise<T>
  /**
   * Runs one read of a server's history at a time.
   * @throws UserError 429 when the person has too many reads waiting
   */
  inTurn<T>(by: Asker, read: () => Promise<T>): Promise<T>
}

/** @param now a monotonic clock (ms) */
export function createHistoryReads(now: () => number = () => performance.now()): HistoryReads {
  const ofPerson = createMinuteBudget(most.ofPerson, now)
  const ofServer = createMinuteBudget(most.ofServer, now)
  const waiting = new Map<string, number>()
  const inOrder = createKeyedQueue()
  let last: Promise<unknown> = Promise.resolve()

  const demand = (budget: MinuteBudget, key: string, message: string) => {
    const seconds = budget.secondsLeft(key)
    if (seconds > 0) throw new UserError('history.busy', `${message} Try again in ${seconds} seconds.`, 429)
  }

  return {
    async search({ guildId, userId }, search) {
      const person = `${guildId}/${userId}`
      demand(ofPerson, person, 'You have searched too often.')
      demand(ofServer, guildId, 'Too many searches in this server.')
      ofPerson.spend(person)
      ofServer.spend(guildId)
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

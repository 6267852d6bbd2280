import { LRUCache } from 'lru-cache'
import { UserError } from '#kit/errors.ts'

const minuteMs = 60_000
const mostAMinute = 30
const mostServers = 1000

/** Lets searches through the history happen one after the other, whoever asks. */
export interface Searches {
  /** @throws UserError 429 when the server has used up its minute */
  of<T>(guildId: string, search: () => Promise<T>): Promise<T>
}

export function createSearches({ now }: { now(): number }): Searches {
  const begun = new LRUCache<string, number[]>({ max: mostServers })
  let last: Promise<unknown> = Promise.resolve()

  return {
    async of(guildId, search) {
      const recent = (begun.get(guildId) ?? []).filter(at => at > now() - minuteMs)
      const [first] = recent
      if (first !== undefined && recent.length >= mostAMinute)
        throw new UserError(
          'history.busy',
          `Too many searches in this server. Try again in ${Math.ceil((first + minuteMs - now()) / 1000)} seconds.`,
          429,
        )
      begun.set(guildId, [...recent, now()])
      const found = last.then(search)
      last = found.catch(() => undefined)
      return found
    },
  }
}

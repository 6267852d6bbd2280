import { LRUCache } from 'lru-cache'
import { upTo } from '#kit/capacity.ts'
import { UserError } from '#kit/errors.ts'

const minuteMs = 60_000
/** Files that are read for one server in a minute; a page reads one with each thing that is chosen on it. */
const most = 40

/** Keeps one server from having files read all the time: reading a large one takes a while. */
export interface TransferBudget {
  /** Counts one more. @throws UserError 429 when the server has used up its minute */
  demand(guildId: string): void
}

/** @param now a clock that never goes back, ms */
export function createTransferBudget(now: () => number = () => performance.now()): TransferBudget {
  const begun = new LRUCache<string, number[]>(upTo(5000))
  return {
    demand(guildId) {
      const times = (begun.get(guildId) ?? []).filter(at => now() - at < minuteMs)
      const [first] = times
      if (first !== undefined && times.length >= most) {
        const seconds = Math.ceil((first + minuteMs - now()) / 1000)
        throw new UserError('transfer.busy', `Too many files in a short time. Try again in ${seconds} seconds.`, 429)
      }
      begun.set(guildId, [...times, now()])
    },
  }
}

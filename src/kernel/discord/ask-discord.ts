import { LRUCache } from 'lru-cache'
import { upTo } from '#kit/capacity.ts'
import { UserError } from '#kit/errors.ts'

/** What a page wants to know of Discord. */
interface Question<T> {
  guildId: string
  /** Identifies the question within the guild; feature first: 'invites.codes'. */
  key: string
  /** How long an answer is good enough for the next page (ms). */
  ttlMs: number
  ask(): Promise<T>
}

/**
 * Asks Discord on a page's behalf: whoever asks the same at the same time, or shortly after, gets the same answer.
 * @throws UserError 'discord.budget' when too much was asked about the guild in this minute
 */
export type AskDiscord = <T>(question: Question<T>) => Promise<T>

/** Questions about one guild that reach Discord in a minute. */
const mostAsked = 60
const minuteMs = 60_000
const mostAnswers = 1000

export function createAskDiscord(now: () => number = () => performance.now()): AskDiscord {
  const perf = { now }
  const answers = new LRUCache<string, Promise<unknown>>({
    ...upTo(mostAnswers),
    ttl: minuteMs,
    perf,
    ttlResolution: 0,
  })
  const asked = new LRUCache<string, { times: number }>({ ...upTo(mostAnswers), ttl: minuteMs, perf, ttlResolution: 0 })
  return <T>({ guildId, key, ttlMs, ask }: Question<T>): Promise<T> => {
    const name = `${guildId} ${key}`
    const known = answers.get(name)
    // Whoever asks by a key gets what was asked by it.
    if (known) return known as Promise<T>
    const minute = asked.get(guildId) ?? { times: 0 }
    if (minute.times === 0) asked.set(guildId, minute)
    minute.times += 1
    if (minute.times > mostAsked) {
      const seconds = Math.ceil(asked.getRemainingTTL(guildId) / 1000)
      const sentence = `Too many requests to Discord about this server. Try again in ${seconds} seconds.`
      return Promise.reject(new UserError('discord.budget', sentence, 429))
    }
    const answer = ask()
    answers.set(name, answer, { ttl: ttlMs })
    answer.catch(() => answers.peek(name) === answer && answers.delete(name))
    return answer
  }
}

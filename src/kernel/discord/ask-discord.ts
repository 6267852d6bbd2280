import { LRUCache } from 'lru-cache'
import { entryLimit } from '#kit/cache-capacity.ts'
import { since } from '#kit/clock.ts'
import { UserError } from '#kit/errors.ts'
import { createMinuteBudget } from '#kit/minute-budget.ts'

/** A question to Discord on behalf of a page. */
interface Question<T> {
  guildId: string
  /** Identifies the question within the guild; feature first: 'invites.codes'. */
  key: string
  /** For how long an answer may be reused (ms). */
  ttlMs: number
  ask(): Promise<T>
  /** Why this person may not cause a request now, if so. Not called when the answer is known. */
  refuse?(): UserError | undefined
}

/**
 * Asks Discord on a page's behalf: the same question at the same time or shortly after gets the same answer.
 * @throws UserError 'discord.budget' when too many questions about the guild were asked in this minute
 */
export type AskDiscord = <T>(question: Question<T>) => Promise<T>

/** The most questions about one guild that reach Discord in a minute. */
const usualMost = 60
const mostAnswers = 1000

/**
 * @param now a clock in ms; one that was ahead does not make answers last longer
 * @param most the most questions about one guild in a minute
 */
export function createAskDiscord(now: () => number = () => performance.now(), most = usualMost): AskDiscord {
  const answers = new LRUCache<string, { at: number; ttlMs: number; answer: Promise<unknown> }>(entryLimit(mostAnswers))
  const asked = createMinuteBudget(most, now)
  return <T>({ guildId, key, ttlMs, ask, refuse }: Question<T>): Promise<T> => {
    const name = `${guildId} ${key}`
    const known = answers.get(name)
    // A key always stands for the same question, so its answer has this type.
    if (known && since(known.at, now()) < known.ttlMs) return known.answer as Promise<T>
    const refusal = refuse?.()
    if (refusal) return Promise.reject(refusal)
    const seconds = asked.secondsLeft(guildId)
    if (seconds > 0) {
      const sentence = `Too many requests to Discord about this server. Try again in ${seconds} seconds.`
      return Promise.reject(new UserError('discord.budget', sentence, 429))
    }
    asked.spend(guildId)
    const answer = ask()
    answers.set(name, { at: now(), ttlMs, answer })
    answer.catch(() => answers.peek(name)?.answer === answer && answers.delete(name))
    return answer
  }
}

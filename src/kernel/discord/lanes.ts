import { AsyncLocalStorage } from 'node:async_hooks'
import type { RateLimitData } from 'discord.js'

/**
 * The purposes of requests to Discord, most urgent first. Everything waiting in one lane goes before anything in those below:
 * sanctions against an attack, undoing its damage, moderation, answers to people, work in bulk.
 */
export const lanes = ['punish', 'repair', 'moderation', 'answers', 'bulk'] as const
export type Lane = (typeof lanes)[number]

const current = new AsyncLocalStorage<Lane>()

/** Runs `work`; its requests to Discord, and those of everything it starts, use this lane. */
export const inLane = <T>(lane: Lane, work: () => T): T => current.run(lane, work)

/** Takes requests back that have not left yet. */
export interface Recall {
  /** @returns to be called once it has left */
  waits(withdraw: () => void): () => void
  /** All that wait at this moment, and from now on whatever cannot leave at once. */
  all(): void
}

export function createRecall(): Recall {
  const waiting = new Set<() => void>()
  let isCalled = false
  return {
    waits(withdraw) {
      waiting.add(withdraw)
      if (isCalled) withdraw()
      return () => void waiting.delete(withdraw)
    },
    all() {
      isCalled = true
      for (const withdraw of waiting) withdraw()
    },
  }
}

const patience = new AsyncLocalStorage<{ ms: number; recall: Recall | undefined }>()

/**
 * Runs `work`; a request of it that Discord takes only after more than `ms` does not wait, but fails at once with the
 * library's RateLimitError; {@link waitOf} says how long it would have been.
 * @param recall makes what waits fail in the same way
 */
export const waitingAtMost = <T>(ms: number, work: () => T, recall?: Recall): T => patience.run({ ms, recall }, work)

/** The same, where everything that a request waits for takes no more than `ms` together: it may be refused again and again. */
export function waitingInAllAtMost<T>(ms: number, work: () => T): T {
  const until = performance.now() + ms
  const left = {
    get ms() {
      return until - performance.now()
    },
    recall: undefined,
  }
  return patience.run(left, work)
}

/**
 * How long Discord lets something wait (ms). Where a route has a limit that its headers do not tell, as those of emojis and
 * of channels' names have, only the refusal itself says it.
 */
export const waitOf = (limit: Pick<RateLimitData, 'timeToReset' | 'retryAfter' | 'sublimitTimeout'>): number =>
  Math.max(limit.timeToReset, limit.retryAfter, limit.sublimitTimeout)

/** How long a request of the running code waits for Discord's limits (ms); for ever unless told. */
export const currentPatience = (): number => patience.getStore()?.ms ?? Infinity

/** What takes requests of the running code back. */
export const currentRecall = (): Recall | undefined => patience.getStore()?.recall

const order = new AsyncLocalStorage<'any'>()

/**
 * Runs `work`; its requests to Discord may overtake each other, so as many of one limit leave at once as Discord takes.
 * Others wait for the answer to the one before.
 */
export const inAnyOrder = <T>(work: () => T): T => order.run('any', work)

/** Whether requests of the running code may overtake each other. */
export const isAnyOrder = (): boolean => order.getStore() === 'any'

/** The lane of the running code: that of answers by default. */
export const currentLane = (): Lane => current.getStore() ?? 'answers'

const preparations = new WeakMap<object, () => void>()

/** Has `prepare` called whenever somebody may have to be stopped soon. */
export const whenPunishingIsExpected = (rest: object, prepare: () => void): void => void preparations.set(rest, prepare)

/** Somebody may have to be stopped soon: what the request takes that does it is made ready. */
export const expectPunishing = ({ rest }: { rest: object }): void => preparations.get(rest)?.()

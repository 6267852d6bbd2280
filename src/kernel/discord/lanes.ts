import { AsyncLocalStorage } from 'node:async_hooks'
import type { RateLimitData } from 'discord.js'

/**
 * The purposes of requests to Discord, most urgent first: sanctions against an attack, undoing its damage, moderation,
 * answers to people, bulk work. Everything that waits in one lane goes before anything in the lanes below.
 */
export const lanes = ['punish', 'repair', 'moderation', 'answers', 'bulk'] as const
export type Lane = (typeof lanes)[number]

const current = new AsyncLocalStorage<Lane>()

/** Runs `work`; its requests to Discord, and those of everything it starts, use this lane. */
export const inLane = <T>(lane: Lane, work: () => T): T => current.run(lane, work)

/** Withdraws requests that have not left yet. */
export interface Recall {
  /** Registers a waiting request. @returns a function to call once it has left */
  waits(withdraw: () => void): () => void
  /** Withdraws all requests that wait now, and from now on any that cannot leave at once. */
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
 * Runs `work` so that a request of it that would have to wait longer than `ms` fails at once with the library's
 * RateLimitError; {@link waitOf} returns how long the wait would have been.
 * @param recall can make waiting requests fail in the same way
 */
export const waitingAtMost = <T>(ms: number, work: () => T, recall?: Recall): T => patience.run({ ms, recall }, work)

/** The same with a limit of `ms` on all waits together, because a request may be refused several times. */
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
 * How long a rate limit makes a request wait (ms). For limits that headers do not report, such as those on emojis and
 * on names of channels, only the refusal itself says so.
 */
export const waitOf = (limit: Pick<RateLimitData, 'timeToReset' | 'retryAfter' | 'sublimitTimeout'>): number =>
  Math.max(limit.timeToReset, limit.retryAfter, limit.sublimitTimeout)

/** How long a request of the running code waits for rate limits (ms); unlimited by default. */
export const currentPatience = (): number => patience.getStore()?.ms ?? Infinity

/** The recall that withdraws requests of the running code, if any. */
export const currentRecall = (): Recall | undefined => patience.getStore()?.recall

const order = new AsyncLocalStorage<'any'>()

/**
 * Runs `work` so that its requests to Discord may overtake each other: as many of one limit as Discord accepts are in
 * flight at once. By default a request waits for the answer to the previous one of its limit.
 */
export const inAnyOrder = <T>(work: () => T): T => order.run('any', work)

/** Whether requests of the running code may overtake each other. */
export const isAnyOrder = (): boolean => order.getStore() === 'any'

/** The lane of the running code; 'answers' by default. */
export const currentLane = (): Lane => current.getStore() ?? 'answers'

const preparations = new WeakMap<object, () => void>()

/** Registers `prepare` to be called whenever somebody may have to be punished soon. */
export const whenPunishingIsExpected = (rest: object, prepare: () => void): void => void preparations.set(rest, prepare)

/** Call this when somebody may have to be punished soon: prepares what the request needs. */
export const expectPunishing = ({ rest }: { rest: object }): void => preparations.get(rest)?.()

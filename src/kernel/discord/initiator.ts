import { AsyncLocalStorage } from 'node:async_hooks'
import { type GuildMember, type InternalRequest, RequestMethod, type REST } from 'discord.js'

/** The person on whose behalf the running code acts, by rights that not everybody has. */
export interface Initiator {
  member: GuildMember
  /** The feature that they use. */
  feature: string
  /** The needs of what they use. When everybody may use it, the bot acts for the server, not for them. */
  needs: readonly unknown[] | undefined
}

const current = new AsyncLocalStorage<{ by: Initiator; ended: boolean } | undefined>()

/**
 * Runs `work` on somebody's behalf: its requests to Discord, and those of everything it starts and awaits, count as
 * theirs. Work that it leaves running is nobody's: queues and timers serve others, too.
 */
export async function initiatedBy<T>(by: Initiator, work: () => T): Promise<Awaited<T>> {
  const order = { by, ended: false }
  try {
    return await current.run(order, work)
  } finally {
    order.ended = true
  }
}

/**
 * Runs `work` whose requests are the bot's own, whoever caused them: timers, and removing what the bot created itself.
 */
export const onOwnInitiative = <T>(work: () => T): T =>
  current.getStore() === undefined ? work() : current.run(undefined, work)

/** The outcome of a request: Discord's answer, or undefined when it was refused or never answered. */
export type RequestOutcome = { answer: unknown } | undefined

/**
 * Judges a request on somebody's behalf that changes something at Discord, at the moment when it would leave.
 * @returns a function to call with its outcome
 * @throws UserError to refuse it
 */
type Judge = (by: Initiator, request: InternalRequest) => ((outcome: RequestOutcome) => void) | undefined

export interface InitiatedRequests {
  /** Adds a judge. It must be fast. */
  judge(judge: Judge): void
}

/** Makes every request on somebody's behalf be judged, whatever the feature and the way in which it was caused. */
export function judgeInitiated(rest: Pick<REST, 'request'>): InitiatedRequests {
  const judges: Judge[] = []
  const ask = rest.request.bind(rest)
  rest.request = async request => {
    const order = current.getStore()
    if (!order || order.ended || !order.by.needs?.length || request.method === RequestMethod.Get) return ask(request)
    // Requests that a judgment causes are nobody's.
    const settle = onOwnInitiative(() => judges.map(judge => judge(order.by, request)))
    let outcome: RequestOutcome
    try {
      const answer = await ask(request)
      outcome = { answer }
      return answer
    } finally {
      onOwnInitiative(() => settle.forEach(one => one?.(outcome)))
    }
  }
  return { judge: judge => void judges.push(judge) }
}

import { AsyncLocalStorage } from 'node:async_hooks'
import { type GuildMember, type InternalRequest, RequestMethod, type REST } from 'discord.js'

/** Who told the bot to do what the running code does, by rights that not everybody has. */
export interface Initiator {
  member: GuildMember
  /** The feature that serves them. */
  feature: string
  /** What that takes. Where everybody may tell the bot to do something, it is the server that does. */
  needs: readonly unknown[] | undefined
}

const current = new AsyncLocalStorage<{ by: Initiator; ended: boolean } | undefined>()

/**
 * Runs `work`, which somebody told the bot to do; its requests to Discord, and those of everything it starts and waits
 * for, are theirs. What it leaves running for later is nobody's: queues and timers serve others, too.
 */
export async function initiatedBy<T>(by: Initiator, work: () => T): Promise<Awaited<T>> {
  const order = { by, ended: false }
  try {
    return await current.run(order, work)
  } finally {
    order.ended = true
  }
}

/** Runs `work`, whose requests are the bot's own whoever caused them: timers, and removing what it made itself. */
export const onOwnInitiative = <T>(work: () => T): T =>
  current.getStore() === undefined ? work() : current.run(undefined, work)

/** What became of a request: Discord's answer, or nothing where it was refused or never answered. */
export type RequestOutcome = { answer: unknown } | undefined

/**
 * Judges a request to Discord that changes something, on somebody's behalf, at the moment at which it would leave.
 * @returns what to call with its outcome
 * @throws UserError to refuse it
 */
type Judge = (by: Initiator, request: InternalRequest) => ((outcome: RequestOutcome) => void) | undefined

export interface InitiatedRequests {
  /** Adds a judge. It must not take long. */
  judge(judge: Judge): void
}

/** Has every request judged that somebody told the bot to make: whatever the feature, and however they told it. */
export function judgeInitiated(rest: Pick<REST, 'request'>): InitiatedRequests {
  const judges: Judge[] = []
  const ask = rest.request.bind(rest)
  rest.request = async request => {
    const order = current.getStore()
    if (!order || order.ended || !order.by.needs?.length || request.method === RequestMethod.Get) return ask(request)
    // What follows from a judgement, nobody asked for.
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

import { z } from 'zod'
import { since } from '#kit/clock.ts'
import { jobHandle, type Services } from '#kernel/feature.ts'

/** When it was first tried to judge it (Unix ms). */
const at = z.number()
export const unjudgedMessage = z.object({ channelId: z.string(), messageId: z.string(), at })
/** Later names are judged separately: somebody else may have chosen them. */
export const unjudgedThread = z.object({ threadId: z.string(), name: z.string(), at })

export const messageHandle = jobHandle(unjudgedMessage)
export const threadHandle = jobHandle(unjudgedThread)

/** How soon and how late something is judged again after Discord did not answer, and for how long (ms). */
const again = { soonestMs: 15_000, latestMs: 300_000, forMs: 3_600_000 }

/** When to judge again what was first tried at a time (Unix ms); undefined after an hour. */
function nextTry(now: number, firstAt: number): number | undefined {
  const waited = since(firstAt, now)
  return waited >= again.forMs ? undefined : now + Math.min(Math.max(waited, again.soonestMs), again.latestMs)
}

/**
 * Judges a message again once Discord may answer: nobody is punished before it is known whether they broke a rule. The
 * longer Discord has not answered, the later: hundreds of messages may wait.
 */
export function judgeLater(
  { now, scheduler }: Pick<Services, 'now' | 'scheduler'>,
  guildId: string,
  message: z.output<typeof unjudgedMessage>,
): void {
  const runAt = nextTry(now(), message.at)
  if (runAt !== undefined) scheduler.at(messageHandle, { at: runAt, guildId, key: message.messageId, payload: message })
}

/** The same for the name of a new thread. */
export function judgeThreadLater(
  { now, scheduler }: Pick<Services, 'now' | 'scheduler'>,
  guildId: string,
  thread: z.output<typeof unjudgedThread>,
): void {
  const runAt = nextTry(now(), thread.at)
  if (runAt !== undefined) scheduler.at(threadHandle, { at: runAt, guildId, key: thread.threadId, payload: thread })
}

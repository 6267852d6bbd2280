import type { z } from 'zod'
import type { Contract, StreamReply, Streams } from '#contract'

type EventsOf<C extends Contract, K extends Streams<C>> =
  C['endpoints'][K]['reply'] extends StreamReply<infer E> ? E : never

/** What features send to everybody who is looking at a page. */
export interface Live {
  /** Sends one event to all who follow this stream in this guild; costs nothing while nobody follows it. */
  publish<C extends Contract, K extends Streams<C>, N extends keyof EventsOf<C, K> & string>(
    guildId: string,
    contract: C,
    stream: K,
    event: N,
    data: z.input<EventsOf<C, K>[N]>,
  ): void
  /** Checks again whether those who follow this guild, or one of them, still may; call it when rights have changed. */
  recheck(guildId: string, userId?: string): void
}

import type { z } from 'zod'
import type { Contract, StreamReply, Streams } from '#contract'

type EventsOf<C extends Contract, K extends Streams<C>> =
  C['endpoints'][K]['reply'] extends StreamReply<infer E> ? E : never

/** Sends events from features to everybody who has a page open. */
export interface Live {
  /** Sends one event to everybody who follows this stream in this guild; costs nothing while nobody does. */
  publish<C extends Contract, K extends Streams<C>, N extends keyof EventsOf<C, K> & string>(
    guildId: string,
    contract: C,
    stream: K,
    event: N,
    data: z.input<EventsOf<C, K>[N]>,
  ): void
  /**
   * Checks again whether everybody who follows this guild, or one user, still may; call it when rights have changed.
   */
  recheck(guildId: string, userId?: string): void
}

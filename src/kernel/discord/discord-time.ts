import type { Client, GuildMember, REST } from 'discord.js'

/** Less than that is nothing to anybody (ms). */
const noticedMs = 2000
/** An answer that says so much less was on its way for long, or this machine's clock was set (ms). */
const anewMs = 5000

/** By so much {@link discordNow} may be later than it is there (ms). */
export const discordErrorMs = noticedMs + anewMs

interface Clock {
  /** The product's (Unix ms). */
  now: () => number
  /** By how much Discord's is ahead of it (ms), as its answers say; undefined before the first. */
  difference?: number
}

const clocks = new WeakMap<REST, Clock>()

/** @param now the product's clock, Unix ms */
export function watchDiscordTime(rest: REST, now: () => number): void {
  const clock: Clock = { now }
  clocks.set(rest, clock)
  rest.on('response', (_request, { headers }) => {
    const second = Date.parse(headers.get('date') ?? '')
    if (Number.isNaN(second)) return
    // At least by that: what a second has more, and what it takes on its way, makes it less. So the most of them is right.
    const atLeast = second - now()
    const known = clock.difference ?? -Infinity
    if (atLeast > known || atLeast < known - anewMs) clock.difference = atLeast
  })
}

/**
 * The time by Discord's clock (Unix ms). Whatever Discord ends at a moment, or has begun at one, is measured by it: a
 * timeout of ten minutes would be none on a machine whose clock is as much behind, and hours long where it is ahead.
 */
export function discordNow({ client, now }: { client: Pick<Client, 'rest'>; now(): number }): number {
  const difference = clocks.get(client.rest)?.difference ?? 0
  return now() + (Math.abs(difference) < noticedMs ? 0 : difference)
}

/** Whether somebody is timed out, by Discord's clock: discord.js asks this machine's. */
export function isTimedOut({
  client,
  communicationDisabledUntilTimestamp: until,
}: Pick<GuildMember, 'client' | 'communicationDisabledUntilTimestamp'>): boolean {
  const now = clocks.get(client.rest)?.now ?? Date.now
  return until !== null && until > discordNow({ client, now })
}

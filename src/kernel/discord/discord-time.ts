import type { Client, REST } from 'discord.js'

/** Less than that is nothing to anybody (ms). */
const noticedMs = 2000
/** An answer that says so much less was on its way for long, or this machine's clock was set (ms). */
const anewMs = 5000

/** By so much {@link discordNow} may be later than it is there (ms). */
export const discordErrorMs = noticedMs + anewMs

/** By how much Discord's clock is ahead of this machine's (ms), as its answers say. */
const differences = new WeakMap<REST, number>()

/** @param now the product's clock, Unix ms */
export function watchDiscordTime(rest: REST, now: () => number): void {
  rest.on('response', (_request, { headers }) => {
    const second = Date.parse(headers.get('date') ?? '')
    if (Number.isNaN(second)) return
    // At least by that: what a second has more, and what it takes on its way, makes it less. So the most of them is right.
    const atLeast = second - now()
    const known = differences.get(rest) ?? -Infinity
    if (atLeast > known || atLeast < known - anewMs) differences.set(rest, atLeast)
  })
}

/**
 * The time by Discord's clock (Unix ms). Whatever Discord ends at a moment, or has begun at one, is measured by it: a
 * timeout of ten minutes would be none on a machine whose clock is as much behind, and hours long where it is ahead.
 */
export function discordNow({ client, now }: { client: Pick<Client, 'rest'>; now(): number }): number {
  const difference = differences.get(client.rest) ?? 0
  return now() + (Math.abs(difference) < noticedMs ? 0 : difference)
}

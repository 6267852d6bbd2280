import type { Client, GuildMember, REST } from 'discord.js'

/** Smaller differences between the clocks are ignored (ms). */
const noticedMs = 2000
/** When an answer's difference is this much lower (ms), this machine's clock was set, or the answer took long. */
const anewMs = 5000

/** The most by which {@link discordNow} may be ahead of Discord's real time (ms). */
export const discordErrorMs = noticedMs + anewMs

interface Clock {
  /** The product's clock (Unix ms). */
  now: () => number
  /** How far Discord's clock is ahead of it (ms), by its answers; undefined before the first one. */
  difference?: number
}

const clocks = new WeakMap<REST, Clock>()

/** Starts to measure Discord's clock by its answers. @param now the product's clock (Unix ms) */
export function watchDiscordTime(rest: REST, now: () => number): void {
  const clock: Clock = { now }
  clocks.set(rest, clock)
  rest.on('response', (_request, { headers }) => {
    const second = Date.parse(headers.get('date') ?? '')
    if (Number.isNaN(second)) return
    // A lower bound: rounding down to a second and the time on the way make it smaller. So the highest one is the best.
    const atLeast = second - now()
    const known = clock.difference ?? -Infinity
    if (atLeast > known || atLeast < known - anewMs) clock.difference = atLeast
  })
}

/**
 * The time by Discord's clock (Unix ms). Use it for times at which Discord ends or began something: by the clock of a
 * machine that is ten minutes behind, a timeout of ten minutes would be over at once, and by one that is hours ahead it
 * would last for hours.
 */
export function discordNow({ client, now }: { client: Pick<Client, 'rest'>; now(): number }): number {
  const difference = clocks.get(client.rest)?.difference ?? 0
  return now() + (Math.abs(difference) < noticedMs ? 0 : difference)
}

/** Whether somebody is timed out, by Discord's clock: discord.js uses this machine's. */
export function isTimedOut({
  client,
  communicationDisabledUntilTimestamp: until,
}: Pick<GuildMember, 'client' | 'communicationDisabledUntilTimestamp'>): boolean {
  const now = clocks.get(client.rest)?.now ?? Date.now
  return until !== null && until > discordNow({ client, now })
}

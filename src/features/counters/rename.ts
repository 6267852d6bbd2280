import { DiscordAPIError, type Guild, RESTJSONErrorCodes as Code, Routes } from 'discord.js'
import { z } from 'zod'
import { waitLeft } from '#kit/clock.ts'
import { isHidden } from '#kit/hidden-channel.ts'
import { switchedOn } from '#kernel/events/events.ts'
import { job, type Services } from '#kernel/feature.ts'
import { dropReferences } from '#kernel/guilds/deleted-references.ts'
import counters, { type CounterKind, kinds } from './contract.ts'
import { countsOf } from './guild-counts.ts'
import { channelName, countOf } from './channel-name.ts'
import { noteRename, type CounterRow, rowOf, rowsOf } from './rows.ts'

/**
 * Minimum time between two renames of one channel. Discord allows about two in ten minutes and announces it in no
 * header.
 * Source: https://github.com/discord/discord-api-docs/issues/1900
 */
export const renameIntervalMs = 6 * 60_000
/** Members who join within this time share one rename. */
const debounceMs = 10_000

/** When a channel may be renamed next, Unix ms. Calls within the same ten seconds return the same time. */
export function nextRename(now: number, renamedAt: number | null): number {
  const gathered = (Math.floor(now / debounceMs) + 1) * debounceMs
  return Math.max(gathered, now + waitLeft(renamedAt ?? 0, renameIntervalMs, now))
}

/**
 * When a rename is rate limited, discord.js waits as long as Discord says, up to ten minutes. Give up earlier and
 * schedule another try.
 */
const timeoutMs = 20_000

const wanted = z.object({ kind: z.enum(kinds) })

/** Schedules a channel's rename for as soon as Discord allows it. */
function scheduleRename({ scheduler, now }: Services, { guildId, kind, renamedAt }: CounterRow, notBefore = 0): void {
  const at = Math.max(nextRename(now(), renamedAt), notBefore)
  scheduler.at(rename, { at, key: `${guildId}/${kind}`, guildId, payload: { kind } })
}

/** Updates a guild's counters after something they count has changed. @param only those kinds, or all */
export function refreshGuild(services: Services, guildId: string, only: readonly CounterKind[] = kinds): void {
  for (const row of rowsOf(services.db, guildId)) if (only.includes(row.kind)) scheduleRename(services, row)
}

/** Refusals that waiting does not fix. */
const permanentErrors: ReadonlySet<unknown> = new Set([
  Code.MissingPermissions,
  Code.MissingAccess,
  Code.InvalidFormBodyOrContentType,
])

async function setName(services: Services, guild: Guild, row: CounterRow, name: string): Promise<void> {
  try {
    const signal = AbortSignal.timeout(timeoutMs)
    await services.client.rest.patch(Routes.channel(row.channelId), { body: { name }, reason: 'Counter', signal })
  } catch (err) {
    const code = err instanceof DiscordAPIError ? err.code : undefined
    if (code === Code.UnknownChannel) dropReferences(services, guild, { kind: 'channel', id: row.channelId })
    else {
      services.log.warn({ err, feature: counters.name, guildId: row.guildId, kind: row.kind }, 'channel not renamed')
      if (!permanentErrors.has(code)) scheduleRename(services, row, services.now() + renameIntervalMs)
    }
  }
}

/** Counts just before renaming, so that many changes become one rename and an unchanged number none. */
export const rename = job({
  payload: wanted,
  promise: ({ kind }) => `rename the counter for ${kind}`,
  async run(services, { kind }, { guildId }) {
    const { client, db, features, now } = services
    const guild = guildId === null ? undefined : client.guilds.cache.get(guildId)
    const row = guild && rowOf(db, guild.id, kind)
    const feature = features.find(({ contract }) => contract.name === counters.name)
    if (!guild?.available || !row || !feature || !switchedOn(services, feature, guild.id)) return
    const channel = guild.channels.cache.get(row.channelId)
    if (!channel) {
      dropReferences(services, guild, { kind: 'channel', id: row.channelId })
      return
    }
    // The doctor reports it; once the channel is visible again, the next change of the number renames it.
    if (isHidden(channel)) return
    const name = channelName(row.name, countOf(kind, countsOf(services, guild)))
    if (channel.name === name) return
    if (row.renamedAt !== null && waitLeft(row.renamedAt, renameIntervalMs, now()) > 0) {
      scheduleRename(services, row)
      return
    }
    // Stored first: after a crash between the two, the rate limit must still hold.
    noteRename(db, row, now())
    await setName(services, guild, { ...row, renamedAt: now() }, name)
  },
})

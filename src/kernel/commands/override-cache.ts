import { type APIGuildApplicationCommandPermissions, type Client, Routes } from 'discord.js'
import { LRUCache } from 'lru-cache'
import { upTo } from '#kit/cache-capacity.ts'
import { unlessLate } from '#kit/patience.ts'
import type { Logger } from '../log.ts'
import type { DiscordOverride } from '../declarations/command-permissions.ts'

/** By the id of a command or, for all commands, of the application. */
type GuildOverrides = ReadonlyMap<string, readonly DiscordOverride[]>

const none: GuildOverrides = new Map()
const guildsKept = 10_000

/** How long a caller waits for Discord before the last known overrides apply. */
const patienceMs = 2000
/** How long a server whose request failed is not requested again. */
const retryMs = 5000

interface Kept {
  /** The last known overrides; undefined while no request has succeeded. */
  overrides: GuildOverrides | undefined
  /** No request is needed before this time, by a clock that never goes back (ms). */
  freshUntil: number
}

/**
 * Overrides that servers set for our commands in Discord. Requested once for each server when first needed, then kept
 * current by gateway events; after a new session, which may have missed events, requested again. Where Discord does not
 * answer, the last known overrides apply; without any, nothing counts as overridden, and Discord is soon asked again.
 */
export function createOverrideCache(
  client: Client,
  log: Logger,
  now = () => performance.now(),
): (guildId: string) => Promise<GuildOverrides> {
  const kept = new LRUCache<string, Kept>(upTo(guildsKept))
  const asking = new Map<string, Promise<GuildOverrides>>()
  const lastKnown = (guildId: string) => kept.get(guildId)?.overrides

  async function fetchFor(guildId: string): Promise<GuildOverrides> {
    const applicationId = client.application?.id ?? ''
    const route = Routes.guildApplicationCommandsPermissions(applicationId, guildId)
    const found = (await client.rest.get(route)) as APIGuildApplicationCommandPermissions[]
    return new Map(found.map(({ id, permissions }) => [id, permissions]))
  }

  function ask(guildId: string): Promise<GuildOverrides> {
    // An event that arrives meanwhile discards the request: its answer may be older.
    const isCurrent = () => asking.get(guildId) === question
    const question = fetchFor(guildId).then(
      overrides => {
        if (isCurrent()) kept.set(guildId, { overrides, freshUntil: Infinity })
        return overrides
      },
      (err: unknown) => {
        log.warn({ err, guildId }, "Discord's command permissions could not be read")
        const overrides = lastKnown(guildId)
        if (isCurrent()) kept.set(guildId, { overrides, freshUntil: now() + retryMs })
        return overrides ?? none
      },
    )
    asking.set(guildId, question)
    void question.finally(() => {
      if (isCurrent()) asking.delete(guildId)
    })
    return question
  }

  client.on('applicationCommandPermissionsUpdate', ({ guildId, id, permissions }) => {
    asking.delete(guildId)
    const before = kept.get(guildId)
    if (before?.overrides)
      kept.set(guildId, { ...before, overrides: new Map([...before.overrides, [id, permissions]]) })
  })
  client.on('guildDelete', ({ id }) => kept.delete(id))
  client.on('shardReady', () => {
    for (const [guildId, { overrides }] of kept.entries()) kept.set(guildId, { overrides, freshUntil: 0 })
    asking.clear()
  })

  return async guildId => {
    const known = kept.get(guildId)
    if (known && now() < known.freshUntil) return known.overrides ?? none
    const fallback = known?.overrides ?? none
    return unlessLate(patienceMs, asking.get(guildId) ?? ask(guildId), fallback)
  }
}

import { type APIGuildApplicationCommandPermissions, type Client, Routes } from 'discord.js'
import { LRUCache } from 'lru-cache'
import { entryLimit } from '#kit/cache-capacity.ts'
import { withTimeout } from '#kit/with-timeout.ts'
import type { Logger } from '../log.ts'
import type { DiscordOverride } from '../declarations/command-permissions.ts'

/** Overrides by the id of a command, or by the application's ID for all commands. */
type GuildOverrides = ReadonlyMap<string, readonly DiscordOverride[]>

const none: GuildOverrides = new Map()
const guildsKept = 10_000

/** How long a caller waits for Discord before the last known overrides apply. */
const patienceMs = 2000
/** For how long a server is not requested again after a failed request. */
const retryMs = 5000

interface Kept {
  /** The last known overrides; undefined while no request has succeeded. */
  overrides: GuildOverrides | undefined
  /** No request is needed before this time, by a clock that never goes back (ms). */
  freshUntil: number
}

/**
 * Caches the overrides that servers set for the bot's commands in Discord. They are requested once for each server when
 * first needed, then kept current by gateway events, and requested again after a new session, which may have missed
 * events. When Discord does not answer, the last known overrides apply; if there are none, nothing counts as
 * overridden, and Discord is asked again soon.
 */
export function createOverrideCache(
  client: Client,
  log: Logger,
  now = () => performance.now(),
): (guildId: string) => Promise<GuildOverrides> {
  const kept = new LRUCache<string, Kept>(entryLimit(guildsKept))
  const asking = new Map<string, Promise<GuildOverrides>>()
  const lastKnown = (guildId: string) => kept.get(guildId)?.overrides

  async function fetchFor(guildId: string): Promise<GuildOverrides> {
    const applicationId = client.application?.id ?? ''
    const route = Routes.guildApplicationCommandsPermissions(applicationId, guildId)
    const found = (await client.rest.get(route)) as APIGuildApplicationCommandPermissions[]
    return new Map(found.map(({ id, permissions }) => [id, permissions]))
  }

  function ask(guildId: string): Promise<GuildOverrides> {
    // An event that arrives during the request discards its answer, which may be older.
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
    return withTimeout(patienceMs, asking.get(guildId) ?? ask(guildId), fallback)
  }
}

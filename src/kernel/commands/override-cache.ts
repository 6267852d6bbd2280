import { setTimeout as delay } from 'node:timers/promises'
import { type APIGuildApplicationCommandPermissions, type Client, Routes } from 'discord.js'
import { LRUCache } from 'lru-cache'
import type { Logger } from '../log.ts'
import type { DiscordOverride } from '../declarations/command-permissions.ts'

/** By the id of a command or, for all commands, of the application. */
type GuildOverrides = ReadonlyMap<string, readonly DiscordOverride[]>

const none: GuildOverrides = new Map()
const guildsKept = 10_000

/** How long a caller waits for the first answer about a server; without it nothing is held to be overridden. */
const patienceMs = 2000
/** How long a server that could not be asked about is left alone. */
const retryMs = 60_000

/**
 * What servers set for my commands in Discord's own settings. Asked once for each server when it is first needed, then kept
 * current by the gateway's event; a new session, which may have missed events, asks again.
 */
export function createOverrideCache(client: Client, log: Logger): (guildId: string) => Promise<GuildOverrides> {
  const kept = new LRUCache<string, GuildOverrides>({ max: guildsKept })
  const asking = new Map<string, Promise<GuildOverrides>>()

  async function fetchFor(guildId: string): Promise<GuildOverrides> {
    const applicationId = client.application?.id ?? ''
    const route = Routes.guildApplicationCommandsPermissions(applicationId, guildId)
    const found = (await client.rest.get(route)) as APIGuildApplicationCommandPermissions[]
    return new Map(found.map(({ id, permissions }) => [id, permissions]))
  }

  function ask(guildId: string): Promise<GuildOverrides> {
    const question = fetchFor(guildId).then(
      found => {
        // An event that came meanwhile took the question away: its answer may be older.
        if (asking.get(guildId) === question) kept.set(guildId, found)
        return found
      },
      (err: unknown) => {
        log.warn({ err, guildId }, "Discord's command permissions could not be read")
        kept.set(guildId, none, { ttl: retryMs })
        return none
      },
    )
    asking.set(guildId, question)
    void question.finally(() => {
      if (asking.get(guildId) === question) asking.delete(guildId)
    })
    return question
  }

  client.on('applicationCommandPermissionsUpdate', ({ guildId, id, permissions }) => {
    asking.delete(guildId)
    const before = kept.get(guildId)
    if (before) kept.set(guildId, new Map([...before, [id, permissions]]))
  })
  client.on('guildDelete', ({ id }) => kept.delete(id))
  client.on('shardReady', () => {
    kept.clear()
    asking.clear()
  })

  return async guildId => {
    const known = kept.get(guildId)
    return known ?? Promise.race([asking.get(guildId) ?? ask(guildId), delay(patienceMs, none, { ref: false })])
  }
}

import { eq, isNull, lt, sql } from 'drizzle-orm'
import { Events, GatewayDispatchEvents, type Guild } from 'discord.js'
import { z } from 'zod'
import { type Job, job, type Services } from '../feature.ts'
import { pruneAll } from '../settings/prune-history.ts'
import { forgetGuild } from './forget.ts'
import { dropGone } from './deleted-references.ts'
import { guilds, sessions } from '../storage/table.ts'

const day = 24 * 60 * 60_000

/** How long the data of a guild that the bot left is kept (ms), so that everything is unchanged if it comes back. */
export const keptAfterLeavingMs = 30 * day

const readyShape = z.object({ guilds: z.array(z.object({ id: z.string() })) })
const erasure = z.object({
  guildId: z.string(),
  /**
   * When its time was first found to be nearly over (Unix ms), so that a clock that is ahead for a while erases
   * nothing.
   */
  seenAt: z.number().optional(),
})
const erasing = (payload: z.infer<typeof erasure>, at: number) => {
  const { guildId } = payload
  return { at, guildId, payload, key: guildId }
}
const firstLookAt = (leftAt: number) => leftAt + keptAfterLeavingMs - day

const eraseGuild = job({
  promise: 'housekeeping',
  payload: erasure,
  run(services, payload) {
    const { guildId, seenAt } = payload
    const { client, db, log, now, scheduler } = services
    // Until Discord has sent the list of guilds, one that the bot has rejoined in the meantime would be erased.
    if (!client.isReady()) {
      scheduler.at(eraseGuild, erasing(payload, now() + 5 * 60_000))
      return
    }
    const row = db.select().from(guilds).where(eq(guilds.guildId, guildId)).get()
    if (client.guilds.cache.has(guildId) || row?.leftAt === null) return
    if (seenAt === undefined) scheduler.at(eraseGuild, erasing({ guildId, seenAt: now() }, now() + day))
    else if (row && now() < seenAt) scheduler.at(eraseGuild, erasing({ guildId }, firstLookAt(row.leftAt)))
    if (seenAt === undefined || now() < seenAt) return
    forgetGuild(services, guildId)
    log.info({ guildId }, 'guild erased')
  },
})

const sweepSessions = job({
  deletesOld: true,
  run({ db, now }) {
    db.delete(sessions).where(lt(sessions.expiresAt, now())).run()
  },
})

const pruneHistory = job({ deletesOld: true, run: ({ db, now }) => pruneAll(db, now()) })

/** The kernel's jobs around guilds, for `createScheduler`. */
export const kernelJobs: Record<string, Job> = { dropGone, eraseGuild, pruneHistory, sweepSessions }

/**
 * Records guilds that the bot joins and leaves: call once, before login; `stop` removes the listeners.
 * discord.js reports an outage as `guildUnavailable`, so `guildDelete` always means that the bot has left. What
 * happened while the process was down is found out when the client is ready, because READY lists every guild, including
 * those in an outage.
 */
export function watchGuilds(services: Services): { stop(): void } {
  const { client, db, log, now, scheduler } = services

  const insert = db
    .insert(guilds)
    .values({ guildId: sql.placeholder('guildId'), joinedAt: sql.placeholder('at') })
    .onConflictDoUpdate({ target: guilds.guildId, set: { leftAt: null } })
    .prepare()

  /** @returns whether the guild's data was still waiting to be erased */
  const joined = (guildId: string): boolean => {
    insert.run({ guildId, at: now() })
    return scheduler.cancel(eraseGuild, guildId)
  }

  const left = (guildId: string) => {
    db.transaction(() => {
      const known = { guildId, joinedAt: now(), leftAt: now() }
      db.insert(guilds)
        .values(known)
        .onConflictDoUpdate({ target: guilds.guildId, set: { leftAt: now() } })
        .run()
      scheduler.at(eraseGuild, erasing({ guildId }, firstLookAt(now())))
    })
    services.memory.forgetGuild(guildId)
    log.info({ guildId }, 'guild left, its data is kept for 30 days')
  }

  const reconcile = () => {
    const present = [...client.guilds.cache.keys()]
    const known = new Set(
      db
        .select({ id: guilds.guildId })
        .from(guilds)
        .where(isNull(guilds.leftAt))
        .all()
        .map(row => row.id),
    )
    const added = present.filter(id => !known.has(id))
    const here = new Set(present)
    // A thousand guilds at the first start make one transaction and one log line.
    db.transaction(() => {
      for (const id of added) joined(id)
      for (const id of known) if (!here.has(id)) left(id)
    })
    if (added.length > 0) log.info({ guilds: added.length }, 'guilds joined')
  }

  /**
   * Removes guilds that a new session no longer lists; discord.js keeps them. A new session lists every guild of its
   * shard.
   */
  const onNewSession = (ready: unknown, shardId: number) => {
    const named = new Set(readyShape.parse(ready).guilds.map(({ id }) => id))
    for (const guild of client.guilds.cache.values()) {
      if (guild.shardId !== shardId || named.has(guild.id)) continue
      client.guilds.cache.delete(guild.id)
      left(guild.id)
    }
  }

  const onJoin = ({ id: guildId }: Guild) => log.info({ guildId, returned: joined(guildId) }, 'guild joined')
  const onLeave = (guild: Guild) => left(guild.id)
  client.on(Events.GuildCreate, onJoin)
  client.on(Events.GuildDelete, onLeave)
  client.on(Events.ClientReady, reconcile)
  client.ws.on(GatewayDispatchEvents.Ready, onNewSession)
  scheduler.every(sweepSessions, { everyMs: day, key: 'daily' })
  scheduler.every(pruneHistory, { everyMs: day, key: 'daily' })
  if (client.isReady()) reconcile()

  return {
    stop() {
      client.off(Events.GuildCreate, onJoin)
      client.off(Events.GuildDelete, onLeave)
      client.off(Events.ClientReady, reconcile)
      client.ws.off(GatewayDispatchEvents.Ready, onNewSession)
    },
  }
}

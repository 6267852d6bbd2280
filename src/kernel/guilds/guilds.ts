import { eq, isNull, lt, sql } from 'drizzle-orm'
import { Events, GatewayDispatchEvents, type Guild } from 'discord.js'
import { z } from 'zod'
import { type Job, job, type Services } from '../feature.ts'
import { pruneAll } from '../settings/prune-history.ts'
import { forgetGuild } from './forget.ts'
import { dropGone } from './gone.ts'
import { guilds, sessions } from '../storage/table.ts'

const day = 24 * 60 * 60_000

/** How long a guild that the bot left is remembered, so that coming back finds everything as it was. */
export const keptAfterLeavingMs = 30 * day

const readyShape = z.object({ guilds: z.array(z.object({ id: z.string() })) })
const erasure = z.object({
  guildId: z.string(),
  /** When its time was first seen to be nearly over: a clock that is ahead for a while erases nothing. */
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
    // Before Discord has said which guilds we are in, one that came back meanwhile would be erased.
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

/** Pass these to `createScheduler`. */
export const kernelJobs: Record<string, Job> = { dropGone, eraseGuild, pruneHistory, sweepSessions }

/**
 * Records guilds that come and go: call once, before login; `stop` removes the listeners.
 * discord.js reports an outage as `guildUnavailable`, so `guildDelete` is always a departure. What happened while the
 * process was down is seen when the client is ready, since READY names every guild, those in an outage too.
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
    // A thousand guilds at the first start are one transaction and one line.
    db.transaction(() => {
      for (const id of added) joined(id)
      for (const id of known) if (!here.has(id)) left(id)
    })
    if (added.length > 0) log.info({ guilds: added.length }, 'guilds joined')
  }

  /** A new session lists every guild of the shard; discord.js keeps those that it no longer lists. */
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

import { eq, isNull, lt } from 'drizzle-orm'
import { Events, GatewayDispatchEvents, type Guild } from 'discord.js'
import { z } from 'zod'
import type { Job, Services } from './feature.ts'
import { forgetGuild } from './guild-data.ts'
import { guilds, sessions } from './storage/table.ts'

const day = 24 * 60 * 60_000

/** How long a guild that the bot left is remembered, so that coming back finds everything as it was. */
export const keptAfterLeavingMs = 30 * day

const readyShape = z.object({ guilds: z.array(z.object({ id: z.string() })) })
const guildOnly = z.object({ guildId: z.string() })
const eraseJob = (guildId: string, at: number) => ({
  feature: 'kernel',
  job: 'eraseGuild',
  at,
  guildId,
  payload: { guildId },
  key: guildId,
})

const eraseGuild: Job<typeof guildOnly> = {
  payload: guildOnly,
  run(services, { guildId }) {
    const { client, db, log, now, scheduler } = services
    // Before Discord has said which guilds we are in, one that came back meanwhile would be erased.
    if (!client.isReady()) {
      scheduler.at(eraseJob(guildId, now() + 5 * 60_000))
      return
    }
    const row = db.select().from(guilds).where(eq(guilds.guildId, guildId)).get()
    if (client.guilds.cache.has(guildId) || row?.leftAt === null) return
    forgetGuild(services, guildId)
    log.info({ guildId }, 'guild erased')
  },
}

const sweepSessions: Job = {
  payload: z.undefined(),
  run({ db, now }) {
    db.delete(sessions).where(lt(sessions.expiresAt, now())).run()
  },
}

/** Pass these to `createScheduler`. */
export const kernelJobs: Record<string, Job> = { eraseGuild, sweepSessions }

/**
 * Notes guilds that come and go: call once, before login; `stop` takes the listeners off.
 * discord.js tells an outage as `guildUnavailable`, so `guildDelete` is always a departure. What happened while the
 * process was down is seen when the client is ready, since READY names every guild, those in an outage too.
 */
export function watchGuilds(services: Services): { stop(): void } {
  const { client, db, log, now, scheduler } = services

  const joined = (guildId: string) => {
    const { changes } = db
      .insert(guilds)
      .values({ guildId, joinedAt: now() })
      .onConflictDoUpdate({ target: guilds.guildId, set: { leftAt: null } })
      .run()
    const returned = scheduler.cancel({ feature: 'kernel', job: 'eraseGuild', key: guildId })
    if (changes > 0) log.info({ guildId, returned }, 'guild joined')
  }

  const left = (guildId: string) => {
    db.transaction(() => {
      const known = { guildId, joinedAt: now(), leftAt: now() }
      db.insert(guilds)
        .values(known)
        .onConflictDoUpdate({ target: guilds.guildId, set: { leftAt: now() } })
        .run()
      scheduler.at(eraseJob(guildId, now() + keptAfterLeavingMs))
    })
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
    for (const id of present) if (!known.has(id)) joined(id)
    const here = new Set(present)
    for (const id of known) if (!here.has(id)) left(id)
  }

  /** A session begun anew names every guild of the shard; discord.js keeps those it no longer names. */
  const onNewSession = (ready: unknown, shardId: number) => {
    const named = new Set(readyShape.parse(ready).guilds.map(({ id }) => id))
    for (const guild of client.guilds.cache.values()) {
      if (guild.shardId !== shardId || named.has(guild.id)) continue
      client.guilds.cache.delete(guild.id)
      left(guild.id)
    }
  }

  const onJoin = (guild: Guild) => joined(guild.id)
  const onLeave = (guild: Guild) => left(guild.id)
  client.on(Events.GuildCreate, onJoin)
  client.on(Events.GuildDelete, onLeave)
  client.on(Events.ClientReady, reconcile)
  client.ws.on(GatewayDispatchEvents.Ready, onNewSession)
  scheduler.every({ feature: 'kernel', job: 'sweepSessions', everyMs: day, key: 'daily' })
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

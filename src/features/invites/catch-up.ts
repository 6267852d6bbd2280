import { type Client, Events, type Guild } from 'discord.js'
import { job, processState, type Services } from '#kernel/feature.ts'
import { baselineOf } from './baseline.ts'
import { inviterIdsOf, presentJoins, recordMissedLeave, recordJoin } from './joins.ts'
import { scheduleRanks } from './ranks.ts'
import { catchingUp, joinResolverOf } from './join-resolver.ts'
import invites from './contract.ts'

/**
 * The number of members that one request lists. In larger servers, joins and departures in the meantime stay unknown.
 */
const mostListed = 1000

/** At startup every guild sends requests; spaced out so that moderators' actions do not wait behind them. */
const staggerMs = 100

/** Schedules a read of a guild's invites to catch up on what we may have missed. */
export function scheduleCatchUp(services: Services, guildId: string): void {
  const { scheduler, client, now } = services
  joinResolverOf(services).markStale(guildId)
  const at = now() + Math.floor(Math.random() * staggerMs * client.guilds.cache.size)
  scheduler.at(catchingUp, { at, guildId, key: guildId, payload: { guildId } })
}

/** Guilds that have arrived during startup, while others are still loading. */
const arrivals = processState(() => new Set<string>())

/** The same for a guild that has become available: a thousand of them arrive at startup and share one transaction. */
export function catchUpOnArrival(services: Services, guildId: string): void {
  const { db } = services
  const client: Client = services.client
  if (client.isReady()) return scheduleCatchUp(services, guildId)
  joinResolverOf(services).markStale(guildId)
  const waiting = arrivals(services)
  if (waiting.size === 0)
    client.once(Events.ClientReady, () => {
      db.transaction(() => {
        for (const id of waiting) scheduleCatchUp(services, id)
      })
      waiting.clear()
    })
  waiting.add(guildId)
}

/** Records who joined and who left since the invites were last read. */
async function reconcileMembers(services: Services, guild: Guild, lastSeen: number): Promise<void> {
  const { db, now } = services
  if (guild.memberCount > mostListed) return
  const begun = now()
  // Read before asking Discord: somebody who joins in the meantime is not in Discord's list, but is here.
  const present = presentJoins(db, guild.id)
  const members = await guild.members.list({ limit: mostListed, cache: false })
  if (members.size >= mostListed) return
  db.transaction(() => {
    for (const { id: userId, user, joinedTimestamp } of members.values()) {
      if (joinedTimestamp === null || joinedTimestamp <= lastSeen) continue
      recordJoin(db, { guildId: guild.id, userId, at: joinedTimestamp }, user.bot ? null : begun)
    }
    for (const join of present) {
      if (members.has(join.userId) || !recordMissedLeave(db, join, begun)) continue
      for (const inviterId of inviterIdsOf(db, guild.id, join.userId)) scheduleRanks(services, guild.id, inviterId)
    }
  })
}

/** After a start, an outage or switching tracking on: reads the invites and attributes the joins since then. */
export const catchUpJob = job({
  handle: catchingUp,
  promise: () => 'find out who invited those who joined while I was away',
  async run(services, { guildId }) {
    const guild = services.client.guilds.cache.get(guildId)
    if (!guild?.available || !services.settings.read(guildId, invites).tracking) return
    const baseline = baselineOf(services.db, guildId)
    if (baseline) await reconcileMembers(services, guild, baseline.takenAt)
    await joinResolverOf(services).resolve(services, guild)
  },
})

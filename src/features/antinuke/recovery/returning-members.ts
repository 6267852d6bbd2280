import { and, eq, lt } from 'drizzle-orm'
import { z } from 'zod'
import { job, jobHandle, type Services } from '#kernel/feature.ts'
import { noteInIncident } from '../incidents/incidents.ts'
import { strippedFrom } from '../engine/punish/sanctions.ts'
import { idMap } from './id-map.ts'
import { noteGivenBack } from './own-entry.ts'
import { perform } from './perform.ts'
import { type Returning, returnsForDays } from './steps.ts'
import { antinukeReturning as rows } from './table.ts'

/**
 * People who were removed, by an attack or by a punishment that was taken back, get back what they had when they
 * rejoin.
 */
const dayMs = 24 * 60 * 60_000

/** How late events about an attack's own bans may be (ms); a ban that comes later is somebody's decision. */
const lateMs = 60_000

/** Stores what somebody gets back when they rejoin. May be called in a transaction. @param person by first ids */
export function noteReturning(
  { db, now }: Pick<Services, 'db' | 'now'>,
  { guildId, incident }: { guildId: string; incident: number | null },
  { userId, roles, nick }: Returning,
): void {
  const what = { incident, roles: JSON.stringify(roles), nick, at: now() }
  db.insert(rows)
    .values({ guildId, userId, ...what })
    .onConflictDoUpdate({ target: [rows.guildId, rows.userId], set: what })
    .run()
}

const of = (guildId: string, userId: string) => and(eq(rows.guildId, guildId), eq(rows.userId, userId))

const returning = jobHandle(z.object({ userId: z.string() }))

/** Gives somebody who joins back what they had, if they had been removed. */
export function welcomeBack(services: Services, guildId: string, userId: string): void {
  if (!services.db.select().from(rows).where(of(guildId, userId)).get()) return
  services.scheduler.at(returning, { at: services.now(), guildId, key: `${guildId} ${userId}`, payload: { userId } })
}

/** Forgets what somebody who is banned had, unless it is the attack's own ban. */
export function forgetBanned(services: Services, guildId: string, userId: string): void {
  services.db
    .delete(rows)
    .where(and(of(guildId, userId), lt(rows.at, services.now() - lateMs)))
    .run()
}

export const giveBackJob = job({
  handle: returning,
  lane: 'repair',
  promise: () => 'give somebody back the roles that an attack took from them',
  async run(services, { userId }, { guildId }) {
    const guild = guildId === null ? undefined : services.client.guilds.cache.get(guildId)
    const row = guild && services.db.select().from(rows).where(of(guild.id, userId)).get()
    if (!guild || !row || row.at < services.now() - returnsForDays * dayMs) return
    // People whose roles anti-nuke holds back get none of them.
    if (strippedFrom(services, guild.id, userId)) return
    const ids = idMap(services, guild.id)
    const top = guild.members.me?.roles.highest.position ?? 0
    const give = z
      .array(z.string())
      .parse(JSON.parse(row.roles))
      .filter(id => {
        const role = guild.roles.cache.get(ids.now(id))
        return role && !role.managed && role.position < top
      })
    const act = { do: 'member' as const, id: userId, give, take: [], ...(row.nick !== null && { nick: row.nick }) }
    const reason = row.incident === null ? 'They are back' : `Incident ${row.incident}: they are back`
    noteGivenBack(services, guild.id, userId)
    const outcome = await perform(services, act, { guild, ids, read: async () => undefined }, reason)
    if (outcome.is === 'too-early') {
      const at = services.now() + outcome.inMs
      services.scheduler.at(returning, { at, guildId: guild.id, key: `${guild.id} ${userId}`, payload: { userId } })
    }
    // They have left again, or Discord refused: it is tried when they next join.
    if (outcome.is !== 'done') return
    services.db.delete(rows).where(of(guild.id, userId)).run()
    if (row.incident !== null)
      noteInIncident(
        services,
        { guildId: guild.id, number: row.incident },
        { lane: 'restore', userId, parts: [{ user: userId }, ' came back and got their roles back.'] },
      )
  },
})

/** Forgets people who did not rejoin in time. */
export const pruneReturning = job({
  deletesOld: true,
  promise: 'housekeeping',
  run: ({ db, now }) =>
    void db
      .delete(rows)
      .where(lt(rows.at, now() - returnsForDays * dayMs))
      .run(),
})

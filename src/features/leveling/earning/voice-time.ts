import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Guild, VoiceState } from 'discord.js'
import { job, processState, type Services, storedAtStart } from '#kernel/feature.ts'
import { levelingMembers as members, levelingVoice as voice } from '../table.ts'

type Doing = Pick<Services, 'client' | 'db' | 'now' | 'memory'>

/** Time in the AFK channel does not count. */
const counts = ({ channelId, guild }: VoiceState): boolean => channelId !== null && channelId !== guild.afkChannelId

const one = (guildId: string, userId: string) => and(eq(voice.guildId, guildId), eq(voice.userId, userId))

const guildsWithSessions = (db: Services['db']): string[] =>
  db
    .selectDistinct({ guildId: voice.guildId })
    .from(voice)
    .all()
    .map(({ guildId }) => guildId)

/** Moves the whole seconds that have passed from the open sessions to their members; what is left of a second stays. */
export function settleVoice({ db, now }: Doing, guildId?: string): void {
  const at = now()
  const here = guildId === undefined ? undefined : eq(voice.guildId, guildId)
  const seconds = sql`max(0, (${at} - ${voice.since}) / 1000)`
  db.transaction(() => {
    db.update(members)
      .set({ voiceSeconds: sql`${members.voiceSeconds} + ${seconds}` })
      .from(voice)
      .where(and(here, eq(voice.guildId, members.guildId), eq(voice.userId, members.userId)))
      .run()
    db.update(voice)
      // A session dated in the future, by a clock that was ahead, counts from now on.
      .set({ since: sql`CASE WHEN ${voice.since} > ${at} THEN ${at} ELSE ${voice.since} + 1000 * ${seconds} END` })
      .where(here)
      .run()
  })
}

/** Begins a session, unless one is open: then the event came twice, or the member only moved. */
function open({ db, now }: Doing, guildId: string, userId: string): void {
  db.transaction(() => {
    const begun = db.insert(voice).values({ guildId, userId, since: now() }).onConflictDoNothing().run()
    if (begun.changes === 0) return
    db.insert(members)
      .values({ guildId, userId, voiceConnections: 1 })
      .onConflictDoUpdate({
        target: [members.guildId, members.userId],
        set: { voiceConnections: sql`${members.voiceConnections} + 1` },
      })
      .run()
  })
}

function close({ db, now }: Doing, guildId: string, userId: string): void {
  db.transaction(() => {
    const ended = db.delete(voice).where(one(guildId, userId)).returning({ since: voice.since }).get()
    if (!ended) return
    const seconds = Math.max(0, Math.floor((now() - ended.since) / 1000))
    db.update(members)
      .set({ voiceSeconds: sql`${members.voiceSeconds} + ${seconds}` })
      .where(and(eq(members.guildId, guildId), eq(members.userId, userId)))
      .run()
  })
}

/** Somebody joined, left or moved. */
export function onVoiceState(services: Doing & Pick<Services, 'client'>, before: VoiceState, after: VoiceState): void {
  if (before.channelId === after.channelId && before.channelId !== null) return
  if (after.member?.user.bot ?? services.client.users.cache.get(after.id)?.bot) return
  if (counts(after)) open(services, after.guild.id, after.id)
  else close(services, after.guild.id, after.id)
}

const mayHaveSessions = storedAtStart(({ db }: Pick<Services, 'client' | 'db'>) => guildsWithSessions(db))

/** Ends the sessions of all but some members. A start asks for every guild, and building the query takes the longest. */
const endOthers = processState(({ db }: Pick<Services, 'db'>) =>
  db
    .delete(voice)
    .where(
      and(
        eq(voice.guildId, sql.placeholder('guildId')),
        sql`${voice.userId} NOT IN (SELECT value FROM json_each(${sql.placeholder('userIds')}))`,
      ),
    )
    .prepare(),
)

/**
 * Makes the sessions those of the members who are in voice now: after a start, a lost connection, or when counting
 * begins. For those who left in the meantime, time counts up to the last settlement.
 */
export function reconcileVoice(services: Doing, guild: Guild): void {
  const here = guild.voiceStates.cache.filter(state => counts(state) && state.member?.user.bot !== true)
  const ids = [...here.keys()]
  if (mayHaveSessions(services, guild.id)) endOthers(services).run({ guildId: guild.id, userIds: JSON.stringify(ids) })
  for (const userId of ids) open(services, guild.id, userId)
}

/** Stops counting and keeps the time so far. */
export function endVoice(services: Doing, guildId: string): void {
  settleVoice(services, guildId)
  services.db.delete(voice).where(eq(voice.guildId, guildId)).run()
}

/** Runs every minute, so that a killed process loses no more than that. Ends the sessions of guilds that are gone. */
export const voiceJob = job({
  run(services) {
    const gone = guildsWithSessions(services.db).filter(id => !services.client.guilds.cache.has(id))
    if (gone.length > 0) services.db.delete(voice).where(inArray(voice.guildId, gone)).run()
    settleVoice(services)
  },
})

/** Schedules {@link voiceJob}. */
export const scheduleVoice = ({ scheduler }: Pick<Services, 'scheduler'>): number =>
  scheduler.every(voiceJob, { everyMs: 60_000, key: 'voice' })

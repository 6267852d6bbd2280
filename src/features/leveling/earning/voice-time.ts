import { and, eq, inArray, gt, lt, max, min, type SQL, sql } from 'drizzle-orm'
import type { Guild, VoiceState } from 'discord.js'
import { dayOf, dayStart } from '#contract'
import { job, processState, type Services, storedAtStart } from '#kernel/feature.ts'
import { activityOf } from './activity.ts'
import { activityDays } from './contract.ts'
import { beginVoiceDays } from './day-beginnings.ts'
import { levelingDays as days, levelingMembers as members, levelingVoice as voice } from '../table.ts'

type Doing = Pick<Services, 'client' | 'db' | 'log' | 'now' | 'memory'>

/** Time in the AFK channel does not count. */
const counts = ({ channelId, guild }: VoiceState): boolean => channelId !== null && channelId !== guild.afkChannelId

const one = (guildId: string, userId: string) => and(eq(voice.guildId, guildId), eq(voice.userId, userId))

const guildsWithSessions = (db: Services['db']): string[] =>
  db
    .selectDistinct({ guildId: voice.guildId })
    .from(voice)
    .all()
    .map(({ guildId }) => guildId)

/** When the days ended that have passed since a moment, as far as days are kept. */
function daysEnded(since: number, at: number): number[] {
  const [first, today] = [Math.max(dayOf(since) + 1, dayOf(at) - activityDays + 1), dayOf(at)]
  return Array.from({ length: Math.max(0, today - first + 1) }, (_, place) => dayStart(first + place))
}

/** Moves the whole seconds up to a moment, all of one day unless that is too long ago to be shown. */
function settleUntil(db: Services['db'], whose: SQL | undefined, until: number): void {
  const begun = and(whose, lt(voice.since, until))
  // A moment is bound as a number with a fraction.
  const seconds = sql`CAST((${until} - ${voice.since}) / 1000 AS INTEGER)`
  const day = dayOf(until - 1)
  beginVoiceDays(db, begun, day)
  // Somebody may have written since midnight. The sign keeps SQLite from going through all who did.
  if (until === dayStart(day + 1))
    db.update(days)
      .set({ voiceSecondsBefore: sql`${days.voiceSecondsBefore} + ${seconds}` })
      .from(voice)
      .where(and(begun, eq(voice.guildId, days.guildId), eq(voice.userId, days.userId), gt(sql`+${days.day}`, day)))
      .run()
  db.update(members)
    .set({ voiceSeconds: sql`${members.voiceSeconds} + ${seconds}` })
    .from(voice)
    .where(and(begun, eq(voice.guildId, members.guildId), eq(voice.userId, members.userId)))
    .run()
  db.update(voice)
    .set({ since: sql`${voice.since} + 1000 * ${seconds}` })
    .where(begun)
    .run()
}

/**
 * Moves the whole seconds that have passed from the open sessions to their members, day by day; what is left of a second
 * stays.
 * @param whose all of them, or those of a server, or of somebody there
 */
export function settleVoice(services: Doing, whose: { guildId?: string; userId?: string } = {}): void {
  const { db, now } = services
  const at = now()
  const { guildId, userId } = whose
  const here = and(
    guildId === undefined ? undefined : eq(voice.guildId, guildId),
    userId === undefined ? undefined : eq(voice.userId, userId),
  )
  const { first = null, last = null } =
    db
      .select({ first: min(voice.since), last: max(voice.since) })
      .from(voice)
      .where(here)
      .get() ?? {}
  if (first === null || last === null) return
  // What was counted before midnight is not to be of the day that begins here.
  activityOf(services).flush()
  db.transaction(() => {
    for (const end of daysEnded(first, at)) settleUntil(db, here, end)
    settleUntil(db, here, at)
    // A session dated in the future, by a clock that was ahead, counts from now on.
    if (last > at)
      db.update(voice)
        .set({ since: at })
        .where(and(here, gt(voice.since, at)))
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

function close(services: Doing, guildId: string, userId: string): void {
  services.db.transaction(() => {
    settleVoice(services, { guildId, userId })
    services.db.delete(voice).where(one(guildId, userId)).run()
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
  settleVoice(services, { guildId })
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

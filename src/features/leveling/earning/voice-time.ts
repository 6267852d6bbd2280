import { and, eq, inArray, gt, lt, lte, max, min, type SQL, sql } from 'drizzle-orm'
import type { Guild, VoiceState } from 'discord.js'
import { dayOf, dayStart } from '#contract'
import { createBackgroundYield } from '#kit/event-loop.ts'
import { job, processState, type Services, storedAtStart } from '#kernel/feature.ts'
import leveling from '../contract.ts'
import { activityOf } from './activity.ts'
import { activityDays } from './contract.ts'
import { beginVoiceDays } from './day-beginnings.ts'
import { levelingDays as days, levelingMembers as members, levelingVoice as voice } from '../table.ts'

type Doing = Pick<Services, 'client' | 'db' | 'log' | 'now' | 'memory'>

/** Whether a voice state counts; time in the AFK channel does not. */
const counts = ({ channelId, guild }: VoiceState): boolean => channelId !== null && channelId !== guild.afkChannelId

const one = (guildId: string, userId: string) => and(eq(voice.guildId, guildId), eq(voice.userId, userId))

const guildsWithSessions = (db: Services['db']): string[] =>
  db
    .selectDistinct({ guildId: voice.guildId })
    .from(voice)
    .all()
    .map(({ guildId }) => guildId)

/** The ends of the days between two moments, as far back as days are kept. */
function daysEnded(since: number, at: number): number[] {
  const [first, today] = [Math.max(dayOf(since) + 1, dayOf(at) - activityDays + 1), dayOf(at)]
  return Array.from({ length: Math.max(0, today - first + 1) }, (_, place) => dayStart(first + place))
}

/**
 * Adds the whole seconds up to a moment to the members' counts. They all belong to one day, unless it is too long ago
 * to be shown.
 */
function settleUntil(db: Services['db'], whose: SQL | undefined, until: number): void {
  const begun = and(whose, lt(voice.since, until))
  // SQLite receives the moment as a real number, hence the cast.
  const seconds = sql`CAST((${until} - ${voice.since}) / 1000 AS INTEGER)`
  const day = dayOf(until - 1)
  beginVoiceDays(db, begun, day)
  // Somebody may have written since midnight. The plus sign keeps SQLite from using the index over all who did.
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

/** The oldest and the newest moment from which sessions have not been counted; undefined if there are no sessions. */
function notCounted(db: Services['db'], whose: SQL | undefined): { first: number; last: number } | undefined {
  const { first = null, last = null } =
    db
      .select({ first: min(voice.since), last: max(voice.since) })
      .from(voice)
      .where(whose)
      .get() ?? {}
  return first === null || last === null ? undefined : { first, last }
}

function settle(services: Doing, whose: SQL | undefined): void {
  const { db, now } = services
  const at = now()
  const since = notCounted(db, whose)
  if (!since) return
  // Counts from before midnight must not become part of the day that begins here.
  activityOf(services).flush()
  db.transaction(() => {
    for (const end of daysEnded(since.first, at)) settleUntil(db, whose, end)
    settleUntil(db, whose, at)
    // A session dated in the future, by a clock that was ahead, counts from now on.
    if (since.last > at)
      db.update(voice)
        .set({ since: at })
        .where(and(whose, gt(voice.since, at)))
        .run()
  })
}

/**
 * Adds the whole seconds of open sessions to their members' counts, day by day; the rest of a second stays in the
 * session.
 * @param whose all sessions, or those of a server, or of one member there
 */
export function settleVoice(services: Doing, { guildId, userId }: { guildId?: string; userId?: string } = {}): void {
  settle(
    services,
    and(
      guildId === undefined ? undefined : eq(voice.guildId, guildId),
      userId === undefined ? undefined : eq(voice.userId, userId),
    ),
  )
}

/** The sessions that are settled at once if all of their time was today; this takes some milliseconds. */
const atOnce = 400

/**
 * The same in parts, with other work in between. Each part is complete in itself; if the process is killed, the next
 * one settles the rest, for the same days.
 * @param settlePart called for each part until it returns false
 */
async function settleInParts(
  services: Doing,
  whose: SQL | undefined,
  settlePart: (part: SQL | undefined) => boolean,
): Promise<void> {
  const { db, now } = services
  const since = notCounted(db, whose)
  if (!since) return
  const inPart = Math.ceil(atOnce / (daysEnded(since.first, now()).length + 1))
  const turn = createBackgroundYield()
  const row = sql<number>`${voice}.rowid`
  let rest = whose
  for (;;) {
    const last = db
      .select({ row })
      .from(voice)
      .where(rest)
      .orderBy(row)
      .limit(1)
      .offset(inPart - 1)
      .get()
    if (!settlePart(and(rest, last && lte(row, last.row))) || !last) return
    rest = and(whose, gt(row, last.row))
    await turn()
  }
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

/** Handles a member who joined, left or moved. */
export function onVoiceState(services: Doing & Pick<Services, 'client'>, before: VoiceState, after: VoiceState): void {
  if (before.channelId === after.channelId && before.channelId !== null) return
  if (after.member?.user.bot ?? services.client.users.cache.get(after.id)?.bot) return
  if (counts(after)) open(services, after.guild.id, after.id)
  else close(services, after.guild.id, after.id)
}

const mayHaveSessions = storedAtStart(({ db }: Pick<Services, 'client' | 'db'>) => guildsWithSessions(db))

/**
 * Ends the sessions of all members except some. Prepared once, because a start runs this for every guild and building
 * the query takes longest.
 */
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
 * Makes the sessions match the members who are in voice now: after a start, a lost connection, or when counting begins.
 * For members who left in the meantime, time counts up to the last settlement.
 */
export function reconcileVoice(services: Doing, guild: Guild): void {
  const here = guild.voiceStates.cache.filter(state => counts(state) && state.member?.user.bot !== true)
  const ids = [...here.keys()]
  if (mayHaveSessions(services, guild.id)) endOthers(services).run({ guildId: guild.id, userIds: JSON.stringify(ids) })
  for (const userId of ids) open(services, guild.id, userId)
}

const isOn = ({ settings }: Pick<Services, 'settings'>, guildId: string): boolean =>
  settings.peek(guildId, leveling, 'enabled') === true

/** Stops counting and keeps the time so far, in parts, for as long as levels are off. */
export const endVoice = (services: Doing & Pick<Services, 'settings'>, guildId: string): Promise<void> =>
  settleInParts(services, eq(voice.guildId, guildId), part => {
    if (isOn(services, guildId)) return false
    services.db.transaction(() => {
      settle(services, part)
      services.db.delete(voice).where(part).run()
    })
    return true
  })

/** Deletes sessions left over by a process that was killed while ending them: nothing counts while levels are off. */
export function dropLeftVoice(services: Pick<Services, 'db' | 'settings'>): void {
  const { db } = services
  const off = guildsWithSessions(db).filter(id => !isOn(services, id))
  if (off.length > 0) db.delete(voice).where(inArray(voice.guildId, off)).run()
}

/**
 * Runs every minute, so that a killed process loses no more than that. Ends the sessions of guilds that are gone, and
 * leftover ones where levels are off.
 */
export const voiceJob = job({
  async run(services) {
    const gone = guildsWithSessions(services.db).filter(id => !services.client.guilds.cache.has(id))
    if (gone.length > 0) services.db.delete(voice).where(inArray(voice.guildId, gone)).run()
    for (const id of guildsWithSessions(services.db)) if (!isOn(services, id)) await endVoice(services, id)
    await settleInParts(services, undefined, part => {
      settle(services, part)
      return true
    })
  },
})

/** Schedules {@link voiceJob}. */
export const scheduleVoice = ({ scheduler }: Pick<Services, 'scheduler'>): number =>
  scheduler.every(voiceJob, { everyMs: 60_000, key: 'voice' })

import { and, asc, eq, gte, inArray, lt, sql } from 'drizzle-orm'
import { AuditLogEvent as Event, SnowflakeUtil } from 'discord.js'
import { job, processState, type Services, state } from '#kernel/feature.ts'
import type { AuditEntry } from './audit-entry.ts'
import { antinukeModeration as rows } from './table.ts'

/** A ban, a timeout or a mute in voice channels, or the end of one. */
export type Moderation = typeof rows.$inferSelect

const dayMs = 24 * 3_600_000

/** Whether a time of Discord's is later than `at` (Unix ms). */
const isAhead = (value: unknown, at: number): boolean => typeof value === 'string' && Date.parse(value) > at

const ofMember = [
  ['timeout', 'communication_disabled_until', isAhead],
  ['mute', 'mute', (value: unknown) => value === true],
  ['deafen', 'deaf', (value: unknown) => value === true],
] as const

function read({ action_type: type, changes }: AuditEntry, at: number): Pick<Moderation, 'kind' | 'before' | 'after'>[] {
  if (type === Event.MemberBanAdd) return [{ kind: 'ban', before: false, after: true }]
  if (type === Event.MemberBanRemove) return [{ kind: 'ban', before: true, after: false }]
  if (type !== Event.MemberUpdate) return []
  return ofMember.flatMap(([kind, key, isSo]) => {
    const change = changes?.find(one => one?.key === key)
    return change ? [{ kind, before: isSo(change.old_value, at), after: isSo(change.new_value, at) }] : []
  })
}

/** The id of Discord's entry behind a row: one entry may decide several things. */
export const entryOf = ({ entry }: Pick<Moderation, 'entry'>): string => entry.replace(/ .*/, '')

const { placeholder } = sql

const insert = processState(({ db }: Pick<Services, 'db'>) =>
  db
    .insert(rows)
    .values({
      guildId: placeholder('guildId'),
      entry: placeholder('entry'),
      kind: placeholder('kind'),
      targetId: placeholder('targetId'),
      actorId: placeholder('actorId'),
      at: placeholder('at'),
      before: placeholder('before'),
      after: placeholder('after'),
    })
    .onConflictDoNothing()
    .prepare(),
)

/**
 * When AutoMod timed somebody out (Unix ms), according to the audit log, whose entry names no rule. The event that
 * names the rule comes before or after it, and has no time.
 */
const silencedAt = state(() => new Map<string, number>())
const mostSilenced = 500
/** The longest time between those two (ms). */
const besideMs = 60_000

/** Stores the time with the event that names the rule, if that has arrived; otherwise keeps it until it does. */
function noteSilenced(services: Pick<Services, 'db' | 'memory'>, guildId: string, targetId: string, at: number): void {
  const own = and(eq(rows.guildId, guildId), eq(rows.targetId, targetId), eq(rows.kind, 'rule-timeout'))
  const { changes } = services.db
    .update(rows)
    .set({ at })
    .where(and(own, gte(rows.at, at), lt(rows.at, at + besideMs)))
    .run()
  if (changes > 0) return
  const silenced = silencedAt(services, guildId)
  if (silenced.size >= mostSilenced) silenced.clear()
  silenced.set(targetId, at)
}

/** Remembers what was decided about somebody, according to an entry of the audit log, regardless of who decided it. */
export function noteModeration(services: Pick<Services, 'db' | 'memory'>, guildId: string, entry: AuditEntry): void {
  if (!entry.target_id || !/^\d{15,20}$/.test(entry.id)) return
  const at = SnowflakeUtil.timestampFrom(entry.id)
  const { id, target_id: targetId, user_id: actorId = null } = entry
  if (entry.action_type === Event.AutoModerationUserCommunicationDisabled) {
    noteSilenced(services, guildId, targetId, at)
    return
  }
  for (const [place, what] of read(entry, at).entries())
    insert(services).run({ guildId, entry: place === 0 ? id : `${id} ${what.kind}`, targetId, actorId, at, ...what })
}

/**
 * Remembers that a rule of Discord's AutoMod timed somebody out. They were not timed out before, as people who are
 * cannot write.
 */
export function noteRuleTimeout(
  services: Pick<Services, 'db' | 'memory' | 'now'>,
  guildId: string,
  { ruleId, userId }: { ruleId: string; userId: string },
): void {
  const silenced = silencedAt(services, guildId)
  const now = services.now()
  const known = silenced.get(userId) ?? now
  const at = Math.abs(now - known) < besideMs ? known : now
  silenced.delete(userId)
  const entry = `rule ${ruleId} ${userId} ${at}`
  const what = { kind: 'rule-timeout', before: false, after: true } as const
  insert(services).run({ guildId, entry, targetId: userId, actorId: ruleId, at, ...what })
}

/** The people whom rules of Discord's AutoMod timed out. @param since Unix ms */
export const timedOutByRules = (
  { db }: Pick<Services, 'db'>,
  guildId: string,
  ruleIds: readonly string[],
  since: number,
): string[] =>
  db
    .selectDistinct({ targetId: rows.targetId })
    .from(rows)
    .where(
      and(
        eq(rows.guildId, guildId),
        eq(rows.kind, 'rule-timeout'),
        inArray(rows.actorId, [...ruleIds]),
        gte(rows.at, since),
      ),
    )
    .all()
    .map(({ targetId }) => targetId)

/** Somebody who is timed out again within this time has hardly been able to write (ms). */
const againMs = 3 * 3_600_000

const timeouts = processState(({ db }: Pick<Services, 'db'>) =>
  db
    .select({ entry: rows.entry })
    .from(rows)
    .where(
      and(
        eq(rows.guildId, placeholder('guildId')),
        eq(rows.targetId, placeholder('targetId')),
        eq(rows.kind, 'timeout'),
        eq(rows.after, true),
        gte(rows.at, placeholder('since')),
        lt(rows.at, placeholder('at')),
      ),
    )
    .limit(1)
    .prepare(),
)

/** Whether anybody timed somebody out in the three hours before `at` (Unix ms). */
export const wasTimedOut = (
  services: Pick<Services, 'db' | 'memory'>,
  guildId: string,
  targetId: string,
  at: number,
): boolean => timeouts(services).get({ guildId, targetId, since: at - againMs, at }) !== undefined

/** The most ids in one query. */
const atOnce = 500

/** What was decided about people, oldest first. @param since Unix ms */
export function moderationOf(
  { db }: Pick<Services, 'db'>,
  guildId: string,
  people: readonly string[],
  since: number,
): Moderation[] {
  const pages = Array.from({ length: Math.ceil(people.length / atOnce) }, (_, page) =>
    people.slice(page * atOnce, (page + 1) * atOnce),
  )
  return pages.flatMap(targets =>
    db
      .select()
      .from(rows)
      .where(and(eq(rows.guildId, guildId), inArray(rows.targetId, targets), gte(rows.at, since)))
      .orderBy(asc(rows.at), asc(rows.entry))
      .all(),
  )
}

/** Deletes what is too old to be undone. */
export const pruneModeration = job({
  deletesOld: true,
  run: ({ db, now }) =>
    db
      .delete(rows)
      .where(lt(rows.at, now() - dayMs))
      .run(),
})

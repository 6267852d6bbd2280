import { and, eq, is, Param, Placeholder, sql } from 'drizzle-orm'
import { dayOf } from '#contract'
import { recentMemberCache } from '#kit/recent-cache.ts'
import { type Database, processState, type Services } from '#kernel/feature.ts'
import { levelProgress } from '../curve.ts'
import { levelingMembers as members } from '../table.ts'
import { bringBackDays, dayBeginning } from './day-beginnings.ts'

/** At least this many members' totals are kept in memory; others are read again when they write. */
const fewestKnown = 20_000
/** How long counts may wait before they are stored (ms). A gain that brings a new level is stored at once. */
const flushMs = 1000

/** Counts that are only added up. */
interface Counts {
  gained: number
  messages: number
  prefixCommands: number
  slashCommands: number
}

/** A member's totals, including what is not stored yet. */
export interface Tally {
  readonly key: string
  readonly guildId: string
  readonly userId: string
  level: number
  xp: number
  earnedAt: number
  /** The newest message counted, so that a repeated event counts once. */
  messageId: string
  name: string | null
  avatar: string | null
  waiting: Counts
  /** The day for which they already have a row in the table of days; 0 if unknown. */
  begunDay: number
  /** Whether anything has not been stored yet. */
  isDirty: boolean
}

interface Activity {
  /** The tally to add counts to; call `touch` after a change. */
  of(guildId: string, userId: string): Tally
  /** Marks it as changed, so that it is stored within a second. */
  touch(tally: Tally): void
  /** Stores everything pending: before anything is read, and at shutdown. */
  flush(): void
  /** Drops what is in memory about matching members, without storing it. */
  discard(matches: (tally: Pick<Tally, 'guildId' | 'userId'>) => boolean): void
}

const none = (): Counts => ({ gained: 0, messages: 0, prefixCommands: 0, slashCommands: 0 })

function statements(db: Database) {
  const value = {
    guildId: sql.placeholder('guildId'),
    userId: sql.placeholder('userId'),
    name: sql.placeholder('name'),
    avatar: sql.placeholder('avatar'),
    earnedAt: sql.placeholder('earnedAt'),
    total: sql.placeholder('gained'),
    messages: sql.placeholder('messages'),
    prefixCommands: sql.placeholder('prefixCommands'),
    slashCommands: sql.placeholder('slashCommands'),
    earned: sql.placeholder('gained'),
    written: sql.placeholder('messages'),
  }
  return {
    find: db
      .select({ total: members.total, earnedAt: members.earnedAt })
      .from(members)
      .where(and(eq(members.guildId, value.guildId), eq(members.userId, value.userId)))
      .prepare(),
    store: db
      .insert(members)
      .values(value)
      .onConflictDoUpdate({
        target: [members.guildId, members.userId],
        set: {
          name: sql`coalesce(excluded.name, ${members.name})`,
          avatar: sql`excluded.avatar`,
          present: true,
          // Not the maximum: a clock that was ahead may have been set right since.
          earnedAt: sql`CASE WHEN excluded.earned_at > 0 THEN excluded.earned_at ELSE ${members.earnedAt} END`,
          total: sql`${members.total} + excluded.total`,
          messages: sql`${members.messages} + excluded.messages`,
          prefixCommands: sql`${members.prefixCommands} + excluded.prefix_commands`,
          slashCommands: sql`${members.slashCommands} + excluded.slash_commands`,
          earned: sql`${members.earned} + excluded.earned`,
          written: sql`${members.written} + excluded.written`,
        },
      })
      .toSQL(),
  }
}

type Values = Readonly<Record<string, unknown>>

/**
 * Prepares a statement that runs for thousands of rows per second: it passes values straight to SQLite, without the
 * work that drizzle does for each run.
 */
function direct({ $client }: Database, query: { sql: string; params: unknown[] }): (values: Values) => void {
  const statement = $client.prepare(query.sql)
  const names = query.params.map(param => {
    const value: unknown = is(param, Param) ? param.value : param
    return is(value, Placeholder) ? value.name : undefined
  })
  const row = [...query.params]
  return values => {
    for (let place = 0; place < names.length; place++) {
      const name = names[place]
      if (name !== undefined) row[place] = values[name]
    }
    statement.run(row)
  }
}

/** The stored values of a tally. */
const valuesOf = ({ guildId, userId, name, avatar, earnedAt, waiting }: Tally): Values => ({
  guildId,
  userId,
  name,
  avatar,
  earnedAt,
  gained: waiting.gained,
  messages: waiting.messages,
  prefixCommands: waiting.prefixCommands,
  slashCommands: waiting.slashCommands,
})

type Counting = Pick<Services, 'db' | 'log' | 'now'>

function createActivity({ db, log, now }: Counting): Activity {
  const { find, store: stored } = statements(db)
  const beginDay = dayBeginning(db)
  const store = direct(db, stored)
  const known = recentMemberCache<Tally>(fewestKnown)
  const dirty = new Map<string, Tally>()
  let timer: NodeJS.Timeout | undefined
  /** The day that pending counts belong to. */
  let day = dayOf(now())
  /**
   * Whether rows for future days may exist because a clock was ahead; assumed at first, since it may have been that of
   * the previous process.
   */
  let wasAhead = true

  const keyOf = (guildId: string, userId: string) => `${guildId}:${userId}`

  const load = (guildId: string, userId: string): Tally => {
    const row = find.get({ guildId, userId })
    return {
      key: keyOf(guildId, userId),
      guildId,
      userId,
      ...levelProgress(row?.total ?? 0),
      earnedAt: row?.earnedAt ?? 0,
      messageId: '',
      name: null,
      avatar: null,
      waiting: none(),
      begunDay: 0,
      isDirty: false,
    }
  }

  const isNewDay = ({ begunDay, waiting }: Tally) => begunDay !== day && waiting.messages > 0

  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    if (dirty.size === 0 && !wasAhead) return
    db.transaction(() => {
      if (wasAhead) bringBackDays(db, day)
      for (const tally of dirty.values()) {
        if (isNewDay(tally)) beginDay(tally, day)
        store(valuesOf(tally))
      }
    })
    for (const tally of dirty.values()) {
      if (isNewDay(tally)) tally.begunDay = day
      tally.waiting = none()
      tally.isDirty = false
    }
    dirty.clear()
    wasAhead = false
  }

  const flushOr = (otherwise: () => void) => {
    try {
      flush()
    } catch (err) {
      // Nothing was cleared, so the next flush includes whatever has been added since.
      log.error({ err, feature: 'leveling', members: dirty.size }, 'activity could not be stored')
      otherwise()
    }
  }

  const flushLater = () => {
    timer ??= setTimeout(() => flushOr(flushLater), flushMs).unref()
  }

  /** Stores pending counts before a new day begins; if that fails, they count for the new day. */
  const followDay = () => {
    const today = dayOf(now())
    if (today === day) return
    if (dirty.size > 0) flushOr(flushLater)
    if (today < day) {
      wasAhead = true
      // They refer to days that have not begun.
      known.discard(() => true)
    }
    day = today
  }

  return {
    of(guildId, userId) {
      followDay()
      const found = known.get(guildId, userId)
      if (found) return found
      const loaded = dirty.get(keyOf(guildId, userId)) ?? load(guildId, userId)
      known.set(guildId, userId, loaded)
      return loaded
    },
    touch(tally) {
      if (tally.isDirty) return
      tally.isDirty = true
      dirty.set(tally.key, tally)
      flushLater()
    },
    flush() {
      followDay()
      flush()
    },
    discard(matches) {
      known.discard(matches)
      for (const [key, tally] of dirty)
        if (matches(tally)) {
          tally.isDirty = false
          dirty.delete(key)
        }
    },
  }
}

/** Counts what members do in memory, and stores it every second. */
export const activityOf = processState(createActivity)

type Remembering = Counting & Pick<Services, 'memory'>

/** Discards what is counted in memory about somebody, so that it is never stored. */
export function forgetUser(services: Remembering, userId: string, guildId: string | undefined): void {
  activityOf(services).discard(tally => tally.userId === userId && (guildId === undefined || tally.guildId === guildId))
}

export function forgetGuild(services: Remembering, guildId: string): void {
  activityOf(services).discard(tally => tally.guildId === guildId)
}

/** Stores what is in memory, so that the tables are complete. */
export function exportGuild(services: Remembering): Record<string, unknown> {
  activityOf(services).flush()
  return {}
}

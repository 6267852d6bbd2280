import { and, eq, is, Param, Placeholder, sql } from 'drizzle-orm'
import { dayOf } from '#contract'
import { membersLately } from '#kit/recent-cache.ts'
import { type Database, processState, type Services } from '#kernel/feature.ts'
import { levelProgress } from '../curve.ts'
import { levelingMembers as members } from '../table.ts'
import { bringBackDays, dayBeginning } from './day-beginnings.ts'

/** How many members' totals are surely kept in memory; any others are read again when they write. */
const fewestKnown = 20_000
/** How long counts may wait before they are stored. A grant that brings a level is stored at once. */
const flushMs = 1000

/** What is simply counted. */
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
  /** Newest message counted, so that a repeated event counts once. */
  messageId: string
  name: string | null
  avatar: string | null
  waiting: Counts
  /** The day that has begun for them in the table of days; 0 where that is not known. */
  begunDay: number
  /** Whether anything waits to be stored. */
  isDirty: boolean
}

interface Activity {
  /** The tally to count on; call `touch` after a change. */
  of(guildId: string, userId: string): Tally
  /** Marks it to be stored within a second. */
  touch(tally: Tally): void
  /** Stores everything pending: before anything is read, and at shutdown. */
  flush(): void
  /** Drops what is in memory about somebody, a guild, or somebody everywhere, without storing it. */
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
          // Not the later of the two: a clock that was ahead may have been right last.
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
 * Prepares a statement that runs for thousands of rows each second: its values go to SQLite as they are, without what
 * drizzle does at each run.
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

/** What is stored of a tally. */
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
  const known = membersLately<Tally>(fewestKnown)
  const dirty = new Map<string, Tally>()
  let timer: NodeJS.Timeout | undefined
  /** The day to which what waits is counted. */
  let day = dayOf(now())
  /** Whether days that are to come may have begun, by a clock that was ahead: at first by that of the process before. */
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
      // Nothing was cleared, so the next flush tries again with what has come since.
      log.error({ err, feature: 'leveling', members: dirty.size }, 'activity could not be stored')
      otherwise()
    }
  }

  const flushLater = () => {
    timer ??= setTimeout(() => flushOr(flushLater), flushMs).unref()
  }

  /** Stores what was counted before a new day begins; where that fails, it counts for the new one. */
  const followDay = () => {
    const today = dayOf(now())
    if (today === day) return
    if (dirty.size > 0) flushOr(flushLater)
    if (today < day) {
      wasAhead = true
      // They know of days that have not begun.
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

/** What members do, counted in memory and stored every second. */
export const activityOf = processState(createActivity)

type Remembering = Counting & Pick<Services, 'memory'>

/** Discards what is counted in memory about somebody, so that it is never stored. */
export function forgetUser(services: Remembering, userId: string, guildId: string | undefined): void {
  activityOf(services).discard(tally => tally.userId === userId && (guildId === undefined || tally.guildId === guildId))
}

export function forgetGuild(services: Remembering, guildId: string): void {
  activityOf(services).discard(tally => tally.guildId === guildId)
}

/** Stores what is counted in memory, so that the tables are complete. */
export function exportGuild(services: Remembering): Record<string, unknown> {
  activityOf(services).flush()
  return {}
}

import { sql } from 'drizzle-orm'
import { dayOf } from '#contract'
import { type Database, processState, type Services } from '#kernel/feature.ts'
import statistics from './contract.ts'
import { statisticsDays } from './table.ts'

/** How long counts may wait in memory (ms), and so how much a power failure or kill -9 can lose. */
export const flushMs = 10_000
/** The servers that are stored, or begin their day, at once; other work runs in between. */
const atOnce = 200

/** Counts for a server's day since they were last stored. */
interface Gain {
  readonly guildId: string
  readonly day: number
  joined: number
  left: number
  messages: number
}

export interface DayCounts {
  /** The object to add counts to. */
  of(guildId: string): Gain
  /** Stores pending counts: of one server, or of the next few. */
  store(guildId?: string): void
  /** Begins the day, if it is a new one, for the next few servers that count. */
  beginDay(): void
  /** The number of batches needed to store everything pending. */
  batches(): number
  /** Drops the pending counts. */
  discard(guildId: string): void
}

type Counting = Pick<Services, 'db' | 'now' | 'client' | 'settings'>

function addTo(db: Database) {
  const [guildId, day] = [sql.placeholder('guildId'), sql.placeholder('day')]
  return db
    .insert(statisticsDays)
    .values({
      guildId,
      day,
      members: sql.placeholder('members'),
      joined: sql.placeholder('joined'),
      left: sql.placeholder('left'),
      messages: sql.placeholder('messages'),
    })
    .onConflictDoUpdate({
      target: [statisticsDays.guildId, statisticsDays.day],
      set: {
        members: sql`coalesce(excluded.members, ${statisticsDays.members})`,
        joined: sql`${statisticsDays.joined} + excluded.joined`,
        left: sql`${statisticsDays.left} + excluded.left`,
        messages: sql`${statisticsDays.messages} + excluded.messages`,
      },
    })
    .prepare()
}

/** Counts in memory, which costs next to nothing per message, and stores in batches. */
export function createCounts({ db, now, client, settings }: Counting): DayCounts {
  const add = addTo(db)
  const waiting = new Map<string, Gain>()
  /** Counts for an earlier day that have not been stored yet. */
  const past: Gain[] = []
  let begun: number | undefined
  let beginning: string[] = []

  const members = (guildId: string): number | null => {
    const guild = client.guilds.cache.get(guildId)
    return guild?.available ? guild.memberCount : null
  }

  function of(guildId: string): Gain {
    const day = dayOf(now())
    const known = waiting.get(guildId)
    if (known?.day === day) return known
    if (known) past.push(known)
    const gain = { guildId, day, joined: 0, left: 0, messages: 0 }
    waiting.set(guildId, gain)
    return gain
  }

  function store(guildId?: string): void {
    const own = (gain: Gain) => guildId === undefined || gain.guildId === guildId
    const today = guildId === undefined ? [...waiting.values()] : [waiting.get(guildId) ?? []].flat()
    const gains = [...past.filter(own), ...today]
    const next = gains.slice(0, atOnce)
    if (next.length === 0) return
    // If this throws, everything stays pending for the next time.
    db.transaction(() => {
      for (const gain of next) add.run({ ...gain, members: members(gain.guildId) })
    })
    for (const gain of next) {
      const place = past.indexOf(gain)
      if (place >= 0) past.splice(place, 1)
      else waiting.delete(gain.guildId)
    }
  }

  /** Creates a row for each counted day, to tell a quiet day from one on which nothing was counted. */
  function beginDay(): void {
    const day = dayOf(now())
    if (day !== begun) beginning = [...client.guilds.cache.keys()]
    begun = day
    for (const guildId of beginning.splice(0, atOnce)) {
      const isHere = client.guilds.cache.has(guildId)
      if (isHere && settings.peek(guildId, statistics, 'counting') === true) of(guildId)
    }
  }

  return {
    of,
    store,
    beginDay,
    batches: () => Math.ceil((waiting.size + past.length) / atOnce),
    discard(guildId) {
      waiting.delete(guildId)
      for (let place = past.length - 1; place >= 0; place--) if (past[place]?.guildId === guildId) past.splice(place, 1)
    },
  }
}

/** Counts what happens in servers in memory, and stores it every ten seconds. */
export const countsOf = processState(createCounts)

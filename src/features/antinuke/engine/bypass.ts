import { and, eq, like } from 'drizzle-orm'
import { type Services, state } from '#kernel/feature.ts'
import { antinukeActions as rows } from './table.ts'

/** Who gave somebody the bypass role last. */
interface Given {
  role: string
  /** Unix ms. */
  at: number
  /** Whether somebody did whom nothing is counted of. */
  rightly: boolean
}
const givenState = state((): { known: Map<string, Given> | undefined } => ({ known: undefined }))

type Store = Pick<Services, 'db' | 'now' | 'memory'>

/** Rows about it stand among the actions, count nothing, and are kept. */
export const bypassEntry = 'bypass:'
const rightly = 'was given the bypass role'
const wrongly = 'was given the bypass role by somebody who is counted'

function givenIn(services: Store, guildId: string): Map<string, Given> {
  const held = givenState(services, guildId)
  if (held.known) return held.known
  const stored = services.db
    .select()
    .from(rows)
    .where(and(eq(rows.guildId, guildId), like(rows.entry, `${bypassEntry}%`)))
    .all()
  held.known = new Map(
    stored.flatMap(({ targetId, given, at, does }): [string, Given][] =>
      targetId === null || given === null ? [] : [[targetId, { role: given, at, rightly: does === rightly }]],
    ),
  )
  return held.known
}

/** Remembers who gave somebody the bypass role, for good: what is known of a later moment holds. */
export function noteBypass(services: Store, guildId: string, userId: string, given: Given): void {
  const known = givenIn(services, guildId)
  const before = known.get(userId)
  if (before && before.at >= given.at && before.role === given.role) return
  const row = {
    guildId,
    entry: `${bypassEntry}${userId}`,
    actorId: null,
    module: 'anti_member_update' as const,
    deed: 'give' as const,
    weight: 0,
    at: given.at,
    targetId: userId,
    given: given.role,
    does: given.rightly ? rightly : wrongly,
  }
  services.db
    .insert(rows)
    .values(row)
    .onConflictDoUpdate({ target: [rows.guildId, rows.entry], set: row })
    .run()
  known.set(userId, given)
}

/** The bypass role of somebody whom nobody gave it who may: it lets them do nothing until somebody does. */
export function givenBypass(services: Store, guildId: string, userId: string): string | undefined {
  const given = givenIn(services, guildId).get(userId)
  return given && !given.rightly ? given.role : undefined
}

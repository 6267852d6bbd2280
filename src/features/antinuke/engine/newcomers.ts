import { desc, eq, sql } from 'drizzle-orm'
import { processState, type Services, storedAtStart } from '#kernel/feature.ts'
import { type MemberPayload, mostNewcomers, noteNewcomer } from './roster.ts'
import { antinukeNewcomers as rows } from './table.ts'

const { placeholder } = sql

const insert = processState(({ db }: Pick<Services, 'db'>) =>
  db
    .insert(rows)
    .values({ guildId: placeholder('guildId'), userId: placeholder('userId'), joinedAt: placeholder('joinedAt') })
    .onConflictDoUpdate({ target: [rows.guildId, rows.userId], set: { joinedAt: sql`excluded.joined_at` } })
    .prepare(),
)

/** Writes down that somebody joined. */
export function keepNewcomer(services: Services, guildId: string, { user, joined_at: joined }: MemberPayload): void {
  const joinedAt = joined ? Date.parse(joined) : NaN
  if (!Number.isNaN(joinedAt)) insert(services).run({ guildId, userId: user.id, joinedAt })
}

const latest = processState(({ db }: Pick<Services, 'db'>) =>
  db
    .select()
    .from(rows)
    .where(eq(rows.guildId, placeholder('guildId')))
    .orderBy(desc(rows.joinedAt))
    .limit(mostNewcomers)
    .prepare(),
)

const mayHave = storedAtStart(({ db }: Pick<Services, 'client' | 'db'>) =>
  db
    .selectDistinct({ guildId: rows.guildId })
    .from(rows)
    .all()
    .map(({ guildId }) => guildId),
)

/** Remembers who joined before the process began. */
export function recallNewcomers(services: Services, guildId: string): void {
  if (!mayHave(services, guildId)) return
  for (const { userId, joinedAt } of latest(services).all({ guildId }).toReversed())
    noteNewcomer(services, guildId, userId, joinedAt)
}

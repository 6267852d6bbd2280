import { and, desc, eq, sql } from 'drizzle-orm'
import type { Suggestion, TypingContext } from '#kernel/feature.ts'
import type moderation from '../contract.ts'
import { cases } from '../table.ts'
import { caseChannelName } from './case-channel.ts'

const most = 25

/** Offers the newest cases whose number begins with what was typed. */
export function suggestCaseNumbers(
  { db, guild, member }: TypingContext<typeof moderation>,
  typed: string,
): Suggestion[] {
  const digits = typed.replace(/^#/, '')
  if (!/^\d{0,9}$/.test(digits)) return []
  const startsSo = digits === '' ? undefined : sql`cast(${cases.number} as text) LIKE ${`${digits}%`}`
  return db
    .select()
    .from(cases)
    .where(and(eq(cases.guildId, guild.id), startsSo))
    .orderBy(desc(cases.number))
    .limit(most)
    .all()
    .map(entry => {
      const channel = caseChannelName(member, entry)
      const subject = entry.targetName ?? (channel === null ? undefined : `#${channel}`)
      return { name: [`#${entry.number}`, entry.kind, subject].filter(Boolean).join(' '), value: entry.number }
    })
}

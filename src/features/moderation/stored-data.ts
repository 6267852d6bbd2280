import { and, eq, exists } from 'drizzle-orm'
import type { Services } from '#kernel/feature.ts'
import { caseEdits, cases } from './table.ts'

/**
 * The changes of a case go with it when it was about somebody who is forgotten. A temporary ban that is under way still
 * ends: its timer is not about them but for them.
 */
export function forgetUser({ db }: Pick<Services, 'db'>, userId: string, guildId: string | undefined): void {
  const about = db
    .select({ number: cases.number })
    .from(cases)
    .where(
      and(
        eq(cases.guildId, caseEdits.guildId),
        eq(cases.number, caseEdits.number),
        eq(cases.targetId, userId),
        guildId === undefined ? undefined : eq(cases.guildId, guildId),
      ),
    )
  db.delete(caseEdits).where(exists(about)).run()
}

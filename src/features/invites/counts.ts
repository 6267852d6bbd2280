import type { Database } from '#kernel/feature.ts'
import { type SQL, and, eq, sql } from 'drizzle-orm'
import { inviteBonuses, inviteCredits, inviteJoins } from './table.ts'

/** Somebody's invite totals. */
export interface InviteCounts {
  /** tracked + added - fake - left; negative when more were taken than there were. */
  effective: number
  /** Members who joined with their invites, each counted once. */
  tracked: number
  /** Given by hand or imported. */
  added: number
  /** Of the tracked ones, those that do not count. */
  fake: number
  /** Of those that count, the number who have left again. */
  left: number
}

const none: InviteCounts = { effective: 0, tracked: 0, added: 0, fake: 0, left: 0 }

/** One row per inviter and source: no totals are stored that could get out of step with the joins themselves. */
function ledger(guildId: string, inviterId: string | undefined): SQL {
  const ofInviter = inviterId === undefined ? undefined : eq(inviteCredits.inviterId, inviterId)
  const ofOwner = inviterId === undefined ? undefined : eq(inviteBonuses.userId, inviterId)
  return sql`
    select user_id as userId, sum(tracked) as tracked, sum(added) as added, sum(fake) as fake, sum("left") as "left",
      sum(tracked) + sum(added) - sum(fake) - sum("left") as effective
    from (
      select ${inviteCredits.inviterId} as user_id, count(*) as tracked, 0 as added,
        count(${inviteCredits.fake}) as fake,
        count(case when ${inviteCredits.fake} is null then ${inviteJoins.leftAt} end) as "left"
      from ${inviteCredits}
      left join ${inviteJoins}
        on ${inviteJoins.guildId} = ${inviteCredits.guildId} and ${inviteJoins.userId} = ${inviteCredits.userId}
      where ${and(eq(inviteCredits.guildId, guildId), ofInviter)}
      group by ${inviteCredits.inviterId}
      union all
      select ${inviteBonuses.userId}, 0, sum(${inviteBonuses.amount}), 0, 0
      from ${inviteBonuses}
      where ${and(eq(inviteBonuses.guildId, guildId), ofOwner)}
      group by ${inviteBonuses.userId}
    )
    group by user_id`
}

/** One member's invite totals; zeros for somebody without any. */
export function invitesOf(db: Database, guildId: string, inviterId: string): InviteCounts {
  const row = db.get<(InviteCounts & { userId: string }) | undefined>(ledger(guildId, inviterId))
  if (!row) return none
  const { userId: _userId, ...counts } = row
  return counts
}

/**
 * Inviters, most effective invites first; those with only zeros are left out.
 * @param page.user limits the result to one inviter
 * @returns one page, and the total number of rows
 */
export function inviteBoard(
  db: Database,
  guildId: string,
  { limit, offset, user }: { limit: number; offset: number; user?: string | undefined },
): { rows: ({ userId: string } & InviteCounts)[]; total: number } {
  const board = sql`select * from (${ledger(guildId, user)}) where tracked <> 0 or added <> 0`
  return {
    rows: db.all(sql`${board} order by effective desc, tracked desc, userId limit ${limit} offset ${offset}`),
    total: db.get<{ total: number }>(sql`select count(*) as total from (${board})`).total,
  }
}

import { and, eq, or } from 'drizzle-orm'
import type { Parts } from '#kernel/feature.ts'
import type invites from './contract.ts'
import { inviteBaselines, inviteBonuses, inviteCodes, inviteCredits, inviteJoins } from './table.ts'

type Stored = Required<Pick<Parts<typeof invites>, 'forgetUser' | 'forgetGuild' | 'exportGuild'>>
const tables = [inviteBaselines, inviteBonuses, inviteCodes, inviteCredits, inviteJoins]

/** Forgetting and exporting what invite tracking keeps. */
export const stored: Stored = {
  forgetUser({ db }, userId, guildId) {
    const within = (table: (typeof tables)[number]) => (guildId === undefined ? undefined : eq(table.guildId, guildId))
    const { userId: member, inviterId } = inviteCredits
    db.delete(inviteJoins)
      .where(and(eq(inviteJoins.userId, userId), within(inviteJoins)))
      .run()
    db.delete(inviteCredits)
      .where(and(or(eq(member, userId), eq(inviterId, userId)), within(inviteCredits)))
      .run()
    db.delete(inviteBonuses)
      .where(and(eq(inviteBonuses.userId, userId), within(inviteBonuses)))
      .run()
    // Where only their name stands in somebody else's row, the name goes.
    db.update(inviteJoins)
      .set({ inviterId: null })
      .where(and(eq(inviteJoins.inviterId, userId), within(inviteJoins)))
      .run()
    db.update(inviteBonuses)
      .set({ byId: null })
      .where(and(eq(inviteBonuses.byId, userId), within(inviteBonuses)))
      .run()
    db.update(inviteCodes)
      .set({ inviterId: null })
      .where(and(eq(inviteCodes.inviterId, userId), within(inviteCodes)))
      .run()
  },
  forgetGuild({ db }, guildId) {
    for (const table of tables) db.delete(table).where(eq(table.guildId, guildId)).run()
  },
  exportGuild: ({ db }, guildId) => ({
    codes: db.select().from(inviteCodes).where(eq(inviteCodes.guildId, guildId)).all(),
    joins: db.select().from(inviteJoins).where(eq(inviteJoins.guildId, guildId)).all(),
    credits: db.select().from(inviteCredits).where(eq(inviteCredits.guildId, guildId)).all(),
    bonuses: db.select().from(inviteBonuses).where(eq(inviteBonuses.guildId, guildId)).all(),
  }),
}

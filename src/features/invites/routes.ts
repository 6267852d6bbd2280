import { and, count, desc, eq, gt, isNull, or } from 'drizzle-orm'
import { z } from 'zod'
import type { Parts } from '#kernel/feature.ts'
import { peopleOf } from '#kit/people.ts'
import { addBonus, resetBonus } from './bonus.ts'
import { type default as invites, limits } from './contract.ts'
import { inviteBoard, invitesOf } from './counts.ts'
import { scheduleRanks } from './ranks.ts'
import { inviteCodes, inviteCredits, inviteJoins } from './table.ts'

const roleList = z.array(z.string()).catch([])

/** Names and pictures come from Discord at every call: no name is stored. */
export const routes: NonNullable<Parts<typeof invites>['routes']> = {
  async board({ db, guild, client, query }) {
    const { rows, total } = inviteBoard(db, guild.id, query)
    const people = await peopleOf(
      client,
      rows.map(({ userId }) => userId),
    )
    return { rows: rows.map(({ userId, ...counts }) => ({ user: people(userId), ...counts })), total }
  },

  async joins({ db, guild, client, query: { limit, offset, user } }) {
    // Members we only saw leaving have no join time.
    const here = and(
      eq(inviteJoins.guildId, guild.id),
      gt(inviteJoins.at, 0),
      user === undefined ? undefined : eq(inviteJoins.userId, user),
    )
    const rows = db
      .select({ join: inviteJoins, fake: inviteCredits.fake })
      .from(inviteJoins)
      .leftJoin(
        inviteCredits,
        and(
          eq(inviteCredits.guildId, inviteJoins.guildId),
          eq(inviteCredits.userId, inviteJoins.userId),
          eq(inviteCredits.inviterId, inviteJoins.inviterId),
        ),
      )
      .where(here)
      .orderBy(desc(inviteJoins.at), inviteJoins.userId)
      .limit(limit)
      .offset(offset)
      .all()
    const people = await peopleOf(
      client,
      rows.flatMap(({ join: { userId, inviterId } }) => (inviterId === null ? [userId] : [userId, inviterId])),
    )
    const joins = rows.map(({ join: { userId, inviterId, waitingSince: _waiting, ...join }, fake }) => ({
      ...join,
      member: people(userId),
      inviter: inviterId === null ? null : people(inviterId),
      fake,
    }))
    const total = db.select({ rows: count() }).from(inviteJoins).where(here).get()
    return { joins, total: total?.rows ?? 0 }
  },

  async codes({ db, guild, client, now }) {
    const rows = db
      .select()
      .from(inviteCodes)
      .where(
        and(
          eq(inviteCodes.guildId, guild.id),
          isNull(inviteCodes.deletedAt),
          // Discord does not report that an invite has expired.
          or(isNull(inviteCodes.expiresAt), gt(inviteCodes.expiresAt, now())),
        ),
      )
      .orderBy(desc(inviteCodes.uses), inviteCodes.code)
      .limit(limits.page)
      .all()
    const people = await peopleOf(
      client,
      rows.flatMap(({ inviterId }) => inviterId ?? []),
    )
    return {
      codes: rows.map(({ inviterId, roleIds, ...code }) => ({
        ...code,
        inviter: inviterId === null ? null : people(inviterId),
        roleIds: roleList.parse(roleIds),
      })),
    }
  },

  addBonus(ctx) {
    const { db, guild, user, now, body } = ctx
    const { userId, amount, key } = body
    addBonus(db, { guildId: guild.id, userId, byId: user.id, at: now() }, amount, key)
    scheduleRanks(ctx, guild.id, userId)
    return invitesOf(db, guild.id, userId)
  },

  resetBonus(ctx) {
    const { db, guild, user, now, body } = ctx
    const { userId } = body
    resetBonus(db, { guildId: guild.id, userId, byId: user.id, at: now() })
    scheduleRanks(ctx, guild.id, userId)
    return invitesOf(db, guild.id, userId)
  },
}

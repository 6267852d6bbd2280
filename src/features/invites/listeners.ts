import type { Context, Parts } from '#kernel/feature.ts'
import { addInvite, mayRead, noteDeleted, snapshotOf } from './baseline.ts'
import { catchUpOnArrival, scheduleCatchUp } from './catch-up.ts'
import type invites from './contract.ts'
import { inviterIdsOf, recordJoin, recordLeave } from './joins.ts'
import { scheduleRanks } from './ranks.ts'
import { awaitAttribution } from './await-attribution.ts'
import { joinResolverOf } from './join-resolver.ts'

/** Reads the invites as soon as the bot is given the permission for it, not only when the next one joins. */
function readIfRegained(ctx: Context): void {
  if (!joinResolverOf(ctx).isCurrent(ctx.guild.id) && mayRead(ctx.guild)) scheduleCatchUp(ctx, ctx.guild.id)
}

export const listeners: NonNullable<Parts<typeof invites>['listeners']> = {
  async guildMemberAdd(ctx, member) {
    const { db, guild, now } = ctx
    const join = { guildId: guild.id, userId: member.id, at: member.joinedTimestamp ?? now() }
    recordJoin(db, join, member.user.bot ? null : now())
    await awaitAttribution(ctx, guild, member.id)
  },

  guildMemberRemove(ctx, member) {
    const { db, guild, now } = ctx
    const who = { guildId: guild.id, userId: member.id }
    recordLeave(db, who, { joinedAt: member.joinedTimestamp, leftAt: now() })
    for (const inviterId of inviterIdsOf(db, guild.id, member.id)) scheduleRanks(ctx, guild.id, inviterId)
  },

  inviteCreate({ db, guild, log }, invite) {
    const snapshot = snapshotOf(invite)
    addInvite(db, guild.id, { ...snapshot, uses: snapshot.uses ?? 0 })
    const { code, inviterId, roleIds } = snapshot
    if (roleIds.length > 0) log.info({ guildId: guild.id, code, inviterId, roleIds }, 'an invite that gives roles')
  },

  inviteDelete({ db, guild, now }, { code }) {
    noteDeleted(db, guild.id, code, now())
  },

  roleUpdate: readIfRegained,
  guildMemberUpdate(ctx, _before, { id }) {
    if (id === ctx.client.user.id) readIfRegained(ctx)
  },

  guildAvailable: ctx => catchUpOnArrival(ctx, ctx.guild.id),
  guildCreate: ctx => scheduleCatchUp(ctx, ctx.guild.id),
}

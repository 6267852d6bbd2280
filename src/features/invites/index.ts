import { feature, type Services } from '#kernel/feature.ts'
import { addedRoles, demandGrantableRoles, withheldRoleProblems } from '#kit/role-grants.ts'
import { addinvites, invitesimport, invitetracker, removeinvites, resetinvites } from './admin-commands.ts'
import { baselineOf, dropBaseline } from './baseline.ts'
import { catchUpJob, scheduleCatchUp } from './catch-up.ts'
import contract from './contract.ts'
import { invitecodes, inviter, invites } from './invite-commands.ts'
import { markUnknown } from './joins.ts'
import { listeners } from './listeners.ts'
import { inviterank, inviteranks } from './rank-commands.ts'
import { ranksJob, scheduleAllRanks } from './ranks.ts'
import { routes } from './routes.ts'
import { tables } from './table.ts'

/**
 * Follows the switch: on reads the invites at once, so that even the first join can be attributed; off deletes them.
 */
function followSwitch(services: Services, guildId: string): void {
  const { db } = services
  if (!services.settings.read(guildId, contract).tracking) {
    dropBaseline(db, guildId)
    markUnknown(db, guildId)
  } else if (!baselineOf(db, guildId)) scheduleCatchUp(services, guildId)
}

export default feature(contract, {
  switch: 'tracking',
  commands: {
    invites,
    inviter,
    invitecodes,
    inviteranks,
    inviterank,
    addinvites,
    removeinvites,
    resetinvites,
    invitesimport,
    invitetracker,
  },
  listeners,
  jobs: { catchUp: catchUpJob, ranks: ranksJob },
  start(services) {
    services.settings.onChange(({ guildId, feature: changed, keys }) => {
      if (changed !== contract.name) return
      if (keys.includes('tracking')) followSwitch(services, guildId)
      if (keys.includes('ranks')) scheduleAllRanks(services, guildId)
    })
  },
  requires: ({ own }) => [
    { permission: 'ManageGuild', setting: 'tracking', why: 'to see how often each invite was used' },
    ...own.ranks.map(({ roleId }) => ({
      permission: 'ManageRoles' as const,
      aboveRoleId: roleId,
      setting: 'ranks',
      why: 'to give members their rank for invites',
    })),
  ],
  problems: ctx =>
    withheldRoleProblems(
      ctx,
      ctx.own.ranks.map(({ roleId }) => roleId),
      'ranks',
    ),
  routes,
  async checkSettings({ guild }, { before, after, author }) {
    await demandGrantableRoles(guild, author.userId, addedRoles('ranks', after.ranks, before.ranks))
  },
  tables,
})

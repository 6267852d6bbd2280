import { feature } from '#kernel/feature.ts'
import { demandGrantableRoles, withheldRoleProblems } from '#kit/role-grants.ts'
import { group } from './commands.ts'
import autorole from './contract.ts'
import { assignRoles, cancelRoles, checkScreening, isGiving, scheduleRoles, stopWaiting } from './assign-roles.ts'
import { markRestored, recordDeparture, recordRoles, rolesAtDeparture } from './sticky-roles.ts'
import { applySettings, forgetExpired, scanMembers, scheduleUpkeep, upkeep } from './sticky-roles-scan.ts'
import { planRoles } from './role-plan.ts'
import { tables } from './table.ts'

const lists = ['memberRoles', 'botRoles'] as const

export default feature(autorole, {
  switch: 'enabled',
  commands: { autorole: group },
  jobs: { give: assignRoles, look: checkScreening, learn: scanMembers, upkeep, forgetExpired },
  start(services) {
    scheduleUpkeep(services)
    services.settings.onChange(({ guildId, feature: changed }) => {
      if (changed === autorole.name) applySettings(services, guildId)
    })
  },
  listeners: {
    guildMemberAdd(ctx, member) {
      const plan = planRoles(ctx.own, {
        bot: member.user.bot,
        pending: member.pending,
        currentRoles: [...member.roles.cache.keys()],
        rolesAtDeparture: rolesAtDeparture(ctx.db, ctx.guild.id, member.id),
      })
      if (plan.kind === 'give' && plan.roleIds.length === 0) {
        markRestored(ctx.db, ctx.guild.id, member.id)
        return
      }
      scheduleRoles(ctx, ctx.guild.id, { userId: member.id, joinedAt: ctx.now() })
    },
    guildMemberUpdate(ctx, before, member) {
      if (ctx.own.stickyRoles && !member.user.bot) recordRoles(ctx.db, member)
      if (member.pending || (!before.partial && !before.pending)) return
      // A member who is not cached may not have been pending before: then only those we were waiting for matter.
      const isAcceptance = !before.partial && ctx.own.waitForScreening && !isGiving(ctx, ctx.guild.id, member.id)
      if (stopWaiting(ctx, ctx.guild.id, member.id) || isAcceptance)
        scheduleRoles(ctx, ctx.guild.id, { userId: member.id, joinedAt: member.joinedTimestamp ?? ctx.now() })
    },
    guildMemberRemove(ctx, member) {
      if (ctx.own.stickyRoles && !member.user.bot) recordDeparture(ctx, member)
    },
  },
  gone: {
    role(ctx, id) {
      const { memberRoles, botRoles } = ctx.own
      if (![...memberRoles, ...botRoles].includes(id)) return
      const without = (ids: readonly string[]) => ids.filter(one => one !== id)
      const author = { userId: null, via: 'role deleted' }
      ctx.save({ memberRoles: without(memberRoles), botRoles: without(botRoles) }, author)
    },
  },
  requires: ({ own }) => [
    ...lists.flatMap(setting =>
      own[setting].map(aboveRoleId => ({
        permission: 'ManageRoles' as const,
        aboveRoleId,
        setting,
        why: 'to give it to newcomers',
      })),
    ),
    ...(own.stickyRoles
      ? [{ permission: 'ManageRoles' as const, setting: 'stickyRoles', why: 'to give members their roles back' }]
      : []),
  ],
  problems: ctx => lists.flatMap(setting => withheldRoleProblems(ctx, ctx.own[setting], setting)),
  async checkSettings({ guild }, { before, after, author }) {
    // Switching it on gives all listed roles, so all are judged.
    const given = (field: (typeof lists)[number]) => (after.enabled && !before.enabled ? [] : before[field])
    const added = lists.flatMap(field =>
      after[field].filter(id => !given(field).includes(id)).map(roleId => ({ field, roleId })),
    )
    await demandGrantableRoles(guild, author.userId, added, { named: author.via !== 'command' })
  },
  forgetUser(services, userId, guildId) {
    const guildIds = guildId === undefined ? services.client.guilds.cache.keys() : [guildId]
    for (const id of guildIds) cancelRoles(services, id, userId)
  },
  tables,
})

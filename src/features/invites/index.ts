import { feature } from '#kernel/feature.ts'
import invites from './contract.ts'
import { routes } from './routes.ts'
import { stored } from './stored.ts'
import { tracking } from './tracking.ts'

export default feature(invites, {
  switch: tracking,
  category: 'Invites',
  requires: ({ own }) => [
    { permission: 'ManageGuild', setting: 'tracking', why: 'to see how often each invite was used' },
    ...own.ranks.map(({ roleId }) => ({
      permission: 'ManageRoles' as const,
      aboveRoleId: roleId,
      setting: 'ranks',
      why: 'to give members their rank for invites',
    })),
  ],
  routes,
  forms: {
    invites: {
      read: ctx => ({ ...ctx.own, tracking: tracking.on(ctx, ctx.guild.id) }),
      write(ctx, { tracking: wanted, ...patch }) {
        ctx.db.transaction(() => {
          ctx.save(patch, ctx.author)
          if (wanted !== undefined) tracking.set(ctx, ctx.guild.id, wanted, ctx.author)
        })
      },
    },
  },
  ...stored,
})

import type { Parts } from '#kernel/feature.ts'
import type contract from './contract.ts'
import { tracking } from './module-switch.ts'

export const pageForm: NonNullable<NonNullable<Parts<typeof contract>['forms']>['invites']> = {
  read: ctx => ({ ...ctx.own, tracking: tracking.on(ctx, ctx.guild.id) }),
  async write(ctx, { tracking: wanted, ...patch }) {
    await ctx.change(patch, ctx.author)
    if (wanted !== undefined) tracking.set(ctx, ctx.guild.id, wanted, ctx.author)
  },
}

import type { Parts } from '#kernel/feature.ts'
import type contract from './contract.ts'
import { trackingSwitch } from './module-switch.ts'

export const pageForm: NonNullable<NonNullable<Parts<typeof contract>['forms']>['invites']> = {
  read: ctx => ({ ...ctx.own, tracking: trackingSwitch.on(ctx, ctx.guild.id) }),
  async write(ctx, { tracking: wanted, ...patch }) {
    await ctx.change(patch, ctx.author)
    if (wanted !== undefined) trackingSwitch.set(ctx, ctx.guild.id, wanted, ctx.author)
  },
}

import { isDeepStrictEqual } from 'node:util'
import type { Parts } from '#kernel/feature.ts'
import { addedRoles, demandChoices } from '#kit/role-grants.ts'
import type contract from './contract.ts'
import { scheduleAllRanks } from './ranks.ts'
import { tracking } from './module-switch.ts'

export const pageForm: NonNullable<NonNullable<Parts<typeof contract>['forms']>['invites']> = {
  read: ctx => ({ ...ctx.own, tracking: tracking.on(ctx, ctx.guild.id) }),
  async write(ctx, { tracking: wanted, ...patch }) {
    await demandChoices(ctx.guild, ctx.author.userId, addedRoles('ranks', patch.ranks ?? [], ctx.own.ranks))
    ctx.db.transaction(() => {
      ctx.save(patch, ctx.author)
      if (wanted !== undefined) tracking.set(ctx, ctx.guild.id, wanted, ctx.author)
      if (patch.ranks && !isDeepStrictEqual(patch.ranks, ctx.own.ranks)) scheduleAllRanks(ctx, ctx.guild.id)
    })
  },
}

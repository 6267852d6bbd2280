import { isDeepStrictEqual } from 'node:util'
import type { Guild } from 'discord.js'
import { UserError } from '#kernel/errors.ts'
import type { Parts } from '#kernel/feature.ts'
import { choiceProblem } from '#kernel/role-grant.ts'
import type { Author } from '#kernel/settings.ts'
import type contract from './contract.ts'
import type { Rank } from './contract.ts'
import { scheduleAllRanks } from './ranks.ts'
import { tracking } from './tracking.ts'

/** @throws UserError with a sentence beside each new rank whose role may not be handed out by this author */
async function demandRoles(guild: Guild, author: Author, ranks: readonly Rank[], before: readonly Rank[]) {
  const known = new Set(before.map(({ roleId }) => roleId))
  if (ranks.every(({ roleId }) => known.has(roleId)) || author.userId === null) return
  const chooser = await guild.members.fetch(author.userId)
  const problems = ranks.flatMap(({ roleId }, place): [string, string][] => {
    const role = guild.roles.cache.get(roleId)
    const problem = known.has(roleId)
      ? undefined
      : role
        ? choiceProblem(role, chooser)
        : 'That role is not in this server.'
    return problem === undefined ? [] : [[`ranks.${place}.roleId`, problem]]
  })
  const [first] = problems
  if (first) throw new UserError('invites.role', first[1], 400, Object.fromEntries(problems))
}

export const pageForm: NonNullable<NonNullable<Parts<typeof contract>['forms']>['invites']> = {
  read: ctx => ({ ...ctx.own, tracking: tracking.on(ctx, ctx.guild.id) }),
  async write(ctx, { tracking: wanted, ...patch }) {
    if (patch.ranks) await demandRoles(ctx.guild, ctx.author, patch.ranks, ctx.own.ranks)
    ctx.db.transaction(() => {
      ctx.save(patch, ctx.author)
      if (wanted !== undefined) tracking.set(ctx, ctx.guild.id, wanted, ctx.author)
      if (patch.ranks && !isDeepStrictEqual(patch.ranks, ctx.own.ranks)) scheduleAllRanks(ctx, ctx.guild.id)
    })
  },
}

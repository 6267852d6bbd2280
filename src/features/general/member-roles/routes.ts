import type { GuildMember } from 'discord.js'
import { UserError } from '#kit/errors.ts'
import { createMinuteBudget, type MinuteBudget } from '#kit/minute-budget.ts'
import { manualGrantJudge, takingJudge } from '#kit/role-grants.ts'
import { rolesOf } from '#kernel/discord/guild-shape.ts'
import { type Parts, processState, type Services } from '#kernel/feature.ts'
import { demandPermissions } from '#kernel/rights/permissions.ts'
import type general from '../contract.ts'
import { memberRoleEndpoints } from './contract.ts'

type Routes = NonNullable<Parts<typeof general>['routes']>
type Ctx = Omit<Parameters<Routes['giveRole']>[0], 'body' | 'query'>

/** Discord lets the bot change ten roles of members in ten seconds, shared by everybody in the server. */
const changesPerMinute = 20
const budgetOf = processState(
  ({ now }: Pick<Services, 'now'>): MinuteBudget => createMinuteBudget(changesPerMinute, now),
)

/** @returns undefined for somebody who is not in the server */
async function heldBy({ members }: Pick<Ctx, 'members'>, viewer: GuildMember, userId: string) {
  const { state, roles } = await members.show(viewer, userId)
  return state === 'here' ? new Set(roles.map(({ id }) => id)) : undefined
}

/** Gives or takes one role, for members who may do so by hand in Discord. @throws UserError that says why not */
async function change(ctx: Ctx, give: boolean): Promise<Record<string, never>> {
  const { guild, member: by } = ctx
  const { userId: user = '', roleId = '' } = ctx.params
  const role = guild.roles.cache.get(roleId)
  if (!role) throw new UserError('role.unknown', 'That role is not in this server.', 404)
  const held = await heldBy(ctx, by, user)
  if (!held) throw new UserError('discord.10007', 'That member is no longer in this server.', 404)
  // While Discord was being asked, they may have lost the right.
  demandPermissions(by, memberRoleEndpoints[give ? 'giveRole' : 'takeRole'].permissions)
  const problem = (give ? manualGrantJudge : takingJudge)(guild, by)(role)
  if (problem !== undefined) throw new UserError('role.unfit', problem, 403)
  if (held.has(roleId) === give) return {}
  const budget = budgetOf(ctx)
  const key = `${guild.id} ${by.id}`
  const seconds = budget.secondsLeft(key)
  if (seconds > 0)
    throw new UserError('role.budget', `You have changed too many roles. Try again in ${seconds} seconds.`, 429)
  budget.spend(key)
  const reason = `On the dashboard (by ${by.user.tag}, ${by.id})`
  try {
    if (give) await guild.members.addRole({ user, role, reason })
    else await guild.members.removeRole({ user, role, reason })
  } finally {
    ctx.members.changed(guild.id, user)
  }
  return {}
}

/** The endpoints for the roles of one member. */
export const memberRoleRoutes = {
  async memberRoles(ctx) {
    const { guild, member: viewer } = ctx
    if (!viewer.permissions.has('ManageRoles')) return { roles: [] }
    const held = await heldBy(ctx, viewer, ctx.params['userId'] ?? '')
    if (!held) return { roles: [] }
    return {
      roles: rolesOf(guild, manualGrantJudge(guild, viewer), viewer).map(
        ({ id, name, colour, reason, takingReason }) => ({
          id,
          name,
          colour,
          held: held.has(id),
          why: held.has(id) ? takingReason : reason,
        }),
      ),
    }
  },
  giveRole: ctx => change(ctx, true),
  takeRole: ctx => change(ctx, false),
} satisfies Partial<Routes>

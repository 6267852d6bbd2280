import type { GuildMember } from 'discord.js'
import { UserError } from '#kit/errors.ts'
import type { Context } from '#kernel/feature.ts'
import moderation from '../contract.ts'
import { demandPermission } from '../permissions/demand-permission.ts'
import { demandReach } from '../sanctions/discord-action.ts'
import { demandReachOfUntimeout } from '../sanctions/end-timeout.ts'
import { type MemberAct, memberActEndpoints } from './contract.ts'
import { forPage } from './for-page.ts'

type Here = Context<typeof moderation> & { member: GuildMember }

/** What can be done to somebody by their state, the most likely first. */
const actsOn = {
  here: ['warn', 'timeout', 'note', 'kick', 'softban', 'ban'],
  'timed out': ['untimeout', 'warn', 'timeout', 'note', 'kick', 'softban', 'ban'],
  gone: ['note', 'ban', 'softban'],
  banned: ['unban', 'note'],
} as const satisfies Record<string, readonly MemberAct[]>

/** @throws UserError that says what about somebody, or the bot, prevents an act */
async function demandPossible(
  ctx: Here,
  act: MemberAct,
  userId: string,
  target: GuildMember | undefined,
): Promise<void> {
  const { guild, member: viewer } = ctx
  if (act === 'note') return
  if (act === 'unban') return demandPermission(guild, 'BanMembers')
  if (act === 'untimeout') return target && demandReachOfUntimeout(viewer, target)
  await demandReach(ctx, { guild, targetId: userId, kind: act, isSpared: true }, viewer, target)
}

async function whyNot(ctx: Here, act: MemberAct, userId: string, target: GuildMember | undefined) {
  const feature = ctx.features.find(({ contract }) => contract.name === moderation.name)
  const definition = feature?.parts.commands?.[act]
  if (!feature || !definition) throw new Error(`there is no command ${act}`)
  const refusal = await ctx.commandPermissions.refusalAnywhere({ feature, name: act, definition }, ctx.member)
  if (refusal !== undefined) return refusal
  try {
    await demandPossible(ctx, act, userId, target)
    return null
  } catch (error) {
    if (error instanceof UserError) return error.message
    throw error
  }
}

/**
 * Returns what a viewer may do to somebody, and what prevents it now. Acts that they have no permission for are left
 * out.
 * @throws UserError 404 for somebody whom the viewer may not see
 */
export async function offeredActs(ctx: Here, userId: string): Promise<{ act: MemberAct; why: string | null }[]> {
  const { guild, member: viewer } = ctx
  if (!ctx.own.enabled) return []
  const { state, timedOutUntil, name } = await ctx.members.show(viewer, userId)
  const target = state === 'here' ? guild.members.cache.get(userId) : undefined
  const possible = actsOn[timedOutUntil === null ? state : 'timed out']
  const open = possible.filter(act => viewer.permissions.has([...memberActEndpoints[act].permissions]))
  return Promise.all(
    open.map(async act => {
      const why = await whyNot(ctx, act, userId, target)
      return { act, why: why === null ? null : forPage(why, userId, name ?? userId) }
    }),
  )
}

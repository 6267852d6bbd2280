import type { GuildMember, User } from 'discord.js'
import { UserError } from '#kit/errors.ts'
import type { Context } from '#kernel/feature.ts'
import { inert } from '#kit/template.ts'
import { auditReason } from '../audit-log/reason.ts'
import { carryOut, caseSentence } from '../acts/carry-out.ts'
import { inSubjectQueue } from '../acts/settle-pending.ts'
import { tidyReason } from '../cases/case-store.ts'
import { earlierCase } from '../cases/earlier-case.ts'
import { quickReason } from '../cases/quick-reason.ts'
import type moderation from '../contract.ts'
import { currentMember, demandHierarchy, demandPermission } from '../permissions/demand-permission.ts'
import type { OrderedBy } from './by-moderator.ts'
import { notHere } from './discord-action.ts'
import type { Surface } from './surface.ts'
import { isTimedOut } from '#kit/discord-time.ts'

/** Checks that somebody may end a member's timeout, with both as they are now. @throws UserError with a sentence */
export async function demandReachOfUntimeout(actor: GuildMember, target: GuildMember): Promise<void> {
  await demandHierarchy(actor, target, { verb: 'end the timeout of', comparesBotRole: true })
  await demandPermission(target.guild, 'ModerateMembers')
}

/**
 * Ends a member's timeout and records that.
 * @param order.name the member's name in this server when it was ordered
 * @returns a sentence about the result, and the reason as stored in the case
 * @throws UserError that says why it was not done
 */
export const endTimeout = (
  ctx: Context<typeof moderation>,
  actor: GuildMember,
  by: OrderedBy,
  { user, name: askedName, reason: given }: { user: User; name: string; reason: string | undefined },
  surface: Surface,
): Promise<{ told: string; reason: string | null }> =>
  inSubjectQueue(ctx, ctx.guild, user.id, async () => {
    const { guild, own } = ctx
    const reason = tidyReason(quickReason(own.reasonTemplates, given))
    const done = (name: string, number: number | undefined) => ({
      told: `${surface.name(name)} is no longer timed out. ${caseSentence(number)}`,
      reason,
    })
    const earlier = earlierCase(ctx, guild.id, by)
    if (earlier) return done(askedName, earlier.number)
    const target = await currentMember(ctx, guild, user.id)
    if (!target) throw notHere(user)
    await demandReachOfUntimeout(actor, target)
    const name = target.displayName
    if (!isTimedOut(target)) throw new UserError('moderation.already', `${inert(name)} is not timed out.`)
    const act = {
      ...by,
      kind: 'untimeout' as const,
      target: { id: target.id, name: target.user.tag },
      reason,
      auditReason: auditReason(reason, by.moderator),
    }
    const { recorded } = await carryOut(ctx, guild, act, why => target.disableCommunicationUntil(null, why))
    return done(name, recorded?.number)
  })

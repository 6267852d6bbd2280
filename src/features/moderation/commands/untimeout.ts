import { UserError } from '#kit/errors.ts'
import { command, option } from '#kernel/feature.ts'
import { success } from '#kit/notices.ts'
import { inert } from '#kit/template.ts'
import { auditReason } from '../audit-log/reason.ts'
import { carryOut, caseSentence } from '../acts/carry-out.ts'
import { inTurn } from '../acts/leftovers.ts'
import { tidyReason } from '../cases/case-store.ts'
import type moderation from '../contract.ts'
import { commandAttribution } from '../modlog/log-case.ts'
import { currentMember, demandPermission, demandHierarchy } from '../permissions/demand-permission.ts'
import { quickReason, quickReasons, reason } from './reason.ts'
import { withReason } from '../sanctions/wording.ts'

export const untimeout = command<typeof moderation>()({
  description: 'Ends the timeout of a member',
  aliases: ['unmute', 'removetimeout'],
  needs: ['ModerateMembers'],
  options: { member: option.member('whose timeout to end'), reason },
  autocomplete: { reason: quickReasons },
  examples: ['@mara'],
  run: (ctx, { member: asked, reason: typed }) =>
    inTurn(ctx, ctx.guild, asked.id, async () => {
      const { guild, member, own } = ctx
      const target = (await currentMember(ctx, guild, asked.id)) ?? asked
      await demandHierarchy(member, target, { verb: 'end the timeout of', comparesBotRole: true })
      await demandPermission(guild, 'ModerateMembers')
      const name = inert(target.displayName)
      if (!target.isCommunicationDisabled()) throw new UserError('moderation.already', `${name} is not timed out.`)
      const reason = tidyReason(quickReason(own.reasonTemplates, typed))
      const act = {
        ...commandAttribution(ctx),
        kind: 'untimeout' as const,
        target: { id: target.id, name: target.user.tag },
        reason,
        auditReason: auditReason(reason, commandAttribution(ctx).moderator),
      }
      const { recorded } = await carryOut(ctx, guild, act, why => target.disableCommunicationUntil(null, why))
      return ctx.reply(
        success(withReason(`**${name}** is no longer timed out. ${caseSentence(recorded?.number)}`, reason)),
      )
    }),
})

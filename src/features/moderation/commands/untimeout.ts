import { command, option } from '#kernel/feature.ts'
import { success } from '#kit/notices.ts'
import type moderation from '../contract.ts'
import { commandAttribution } from '../modlog/log-case.ts'
import { endTimeout } from '../sanctions/end-timeout.ts'
import { inChat } from '../sanctions/surface.ts'
import { withReason } from '../sanctions/wording.ts'
import { suggestQuickReasons, reasonWithoutTime } from './reason.ts'

export const untimeout = command<typeof moderation>()({
  description: 'Ends the timeout of a member',
  aliases: ['unmute', 'removetimeout'],
  needs: ['ModerateMembers'],
  options: { member: option.member('whose timeout to end'), reason: reasonWithoutTime },
  autocomplete: { reason: suggestQuickReasons },
  examples: ['@mara'],
  async run(ctx, { member: target, reason: given }) {
    const by = commandAttribution(ctx)
    const order = { user: target.user, name: target.displayName, reason: given }
    const { told, reason: kept } = await endTimeout(ctx, ctx.member, by, order, inChat)
    return ctx.reply(success(withReason(told, kept)))
  },
})

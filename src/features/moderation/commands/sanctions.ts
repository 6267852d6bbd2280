import type { User } from 'discord.js'
import { UserError } from '#kit/errors.ts'
import { type CommandContext, command, option } from '#kernel/feature.ts'
import { success } from '#kit/notices.ts'
import type { SanctionOrder } from '../sanctions/sanction-order.ts'
import { activeWarnings, tidyReason, warningsSince } from '../cases/case-store.ts'
import type moderation from '../contract.ts'
import { type SanctionKind } from '../contract.ts'
import { deletionWindow, windowSeconds } from './deletion-window.ts'
import { commandAttribution } from '../modlog/log-case.ts'
import { longestTimeoutMs } from '../sanctions/discord-action.ts'
import { sanction } from '../sanctions/sanction.ts'
import { outcomeMessage } from '../sanctions/outcome-message.ts'
import { quickReason, quickReasons, reason } from './reason.ts'

const here = command<typeof moderation>()
const longestBanMs = 5 * 365 * 24 * 3_600_000

type Extra = Pick<SanctionOrder, 'durationMs' | 'deleteMessageSeconds'> & { reason: string | undefined }

async function order(
  ctx: CommandContext<typeof moderation>,
  kind: SanctionKind,
  target: User,
  name: string,
  extra: Extra,
) {
  const { guild, member, own } = ctx
  const reason = tidyReason(quickReason(own.reasonTemplates, extra.reason))
  const outcome = await sanction(ctx, {
    guild,
    target,
    kind,
    source: 'person',
    moderatorId: member.id,
    origin: commandAttribution(ctx).origin,
    ...extra,
    reason,
  })
  if (!outcome.done) throw new UserError('moderation.not-done', outcome.problem ?? 'That could not be done.')
  const since = warningsSince(own, ctx.now())
  const warnings = kind === 'warn' ? activeWarnings(ctx, guild.id, target.id, since).length : undefined
  const { durationMs } = extra
  const text = outcomeMessage({ kind, name, outcome, durationMs, maxWarn: own.maxWarn, warnings, reason })
  return ctx.reply(success(text))
}

export const warn = here({
  description: 'Warns a member',
  needs: ['KickMembers'],
  options: { member: option.member('whom to warn'), reason },
  autocomplete: { reason: quickReasons },
  examples: ['@mara posts the same picture again and again'],
  run: (ctx, { member, reason }) => order(ctx, 'warn', member.user, member.displayName, { reason }),
})

export const timeout = here({
  description: 'Keeps a member from writing and speaking for a while; used again, it changes how long',
  aliases: ['mute', 'tempmute'],
  needs: ['ModerateMembers'],
  options: {
    member: option.member('whom to time out'),
    duration: option.duration('how long, at most 28 days', { min: 1000, max: longestTimeoutMs }),
    reason,
  },
  autocomplete: { reason: quickReasons },
  examples: ['@mara 10m', '@mara 1h 30m spam'],
  run: (ctx, { member, duration, reason }) =>
    order(ctx, 'timeout', member.user, member.displayName, { durationMs: duration, reason }),
})

export const kick = here({
  description: 'Kicks a member, who can come back with an invite',
  needs: ['KickMembers'],
  options: { member: option.member('whom to kick'), reason },
  autocomplete: { reason: quickReasons },
  examples: ['@mara spam'],
  run: (ctx, { member, reason }) => order(ctx, 'kick', member.user, member.displayName, { reason }),
})

export const softban = here({
  description: 'Kicks somebody and deletes their messages of the last 7 days; they can come back',
  needs: ['BanMembers'],
  options: { user: option.user('whom to softban'), reason },
  autocomplete: { reason: quickReasons },
  examples: ['@mara spam'],
  run: (ctx, { user, reason }) => order(ctx, 'softban', user, user.displayName, { reason }),
})

export const ban = here({
  description: 'Bans somebody, for a while or for good; an id is enough for people who are not in the server',
  aliases: ['hackban', 'forceban', 'idban'],
  aliasesWith: { tempban: 'duration' },
  needs: ['BanMembers'],
  options: {
    user: option.user('whom to ban'),
    delete: deletionWindow,
    duration: option.duration('how long; for good when left out', {
      optional: true,
      min: 60_000,
      max: longestBanMs,
    }),
    reason,
  },
  autocomplete: { reason: quickReasons },
  examples: ['@mara spam', '@mara 7d del-1d spam', '80351110224678912 raid'],
  run: (ctx, { user, delete: window, duration, reason }) =>
    order(ctx, 'ban', user, user.displayName, {
      durationMs: duration,
      deleteMessageSeconds: window && windowSeconds[window],
      reason,
    }),
})

import type { User } from 'discord.js'
import { type CommandContext, command, option } from '#kernel/feature.ts'
import { success } from '#kit/notices.ts'
import type moderation from '../contract.ts'
import { type SanctionKind } from '../contract.ts'
import { secondsOf } from '../member-acts/contract.ts'
import { deletionWindow } from './deletion-window.ts'
import { commandAttribution } from '../modlog/log-case.ts'
import { banDuration, timeoutDuration } from './durations.ts'
import { orderSanction } from '../sanctions/by-moderator.ts'
import { outcomeMessage } from '../sanctions/outcome-message.ts'
import { suggestQuickReasons, reason, reasonAtOnce, reasonWithoutTime } from './reason.ts'

const here = command<typeof moderation>()

/** A text that orders how much a softban deletes: `delete 1d`, `spam, delete the last 5 messages`. */
const howMuch =
  /(?:^|[,;:.!(&+]\s*|\b(?:and|then|plus|also)\s+)(?:and )?del(?:ete)?[- ](?:(?:the|his|her|their|all|of|from|last|past|messages) )*\d+(?:\W*$| ?(?:s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?|w|weeks?|mo|months?|messages?|msgs?|posts?)(?!\p{L}))/iu

type Extra = { durationMs?: number | undefined; deleteMessageSeconds?: number | undefined; reason: string | undefined }

const order = async (
  ctx: CommandContext<typeof moderation>,
  kind: SanctionKind,
  target: User,
  name: string,
  extra: Extra,
) =>
  ctx.reply(
    success(outcomeMessage(await orderSanction(ctx, commandAttribution(ctx), { kind, target, name, ...extra }))),
  )

export const warn = here({
  description: 'Warns a member',
  needs: ['KickMembers'],
  options: { member: option.member('whom to warn'), reason: reasonWithoutTime },
  autocomplete: { reason: suggestQuickReasons },
  examples: ['@mara posts the same picture again and again'],
  run: (ctx, { member, reason }) => order(ctx, 'warn', member.user, member.displayName, { reason }),
})

export const timeout = here({
  description: 'Keeps a member from writing and speaking for a while; used again, it changes how long',
  aliases: ['mute', 'tempmute'],
  needs: ['ModerateMembers'],
  options: {
    member: option.member('whom to time out'),
    duration: timeoutDuration,
    reason,
  },
  autocomplete: { reason: suggestQuickReasons },
  examples: ['@mara 10m', '@mara 1h 30m spam'],
  run: (ctx, { member, duration, reason }) =>
    order(ctx, 'timeout', member.user, member.displayName, { durationMs: duration, reason }),
})

export const kick = here({
  description: 'Kicks a member, who can come back with an invite',
  needs: ['KickMembers'],
  options: {
    member: option.member('whom to kick'),
    reason: reasonAtOnce(text =>
      /^from (?:(?:the|this) )?(?:voice|vc|call|stage)(?: chat| channel)?\W*$/iu.test(text)
        ? 'is what `{prefix}disconnect` does; this would remove them from the server.'
        : undefined,
    ),
  },
  autocomplete: { reason: suggestQuickReasons },
  examples: ['@mara spam'],
  run: (ctx, { member, reason }) => order(ctx, 'kick', member.user, member.displayName, { reason }),
})

export const softban = here({
  description: 'Kicks somebody and deletes their messages of the last 7 days; they can come back',
  needs: ['BanMembers'],
  options: {
    user: option.user('whom to softban'),
    reason: reasonAtOnce(text =>
      howMuch.test(text)
        ? 'cannot be chosen: a softban deletes the messages of 7 days. `{prefix}ban` takes `del-1d` and the like.'
        : undefined,
    ),
  },
  autocomplete: { reason: suggestQuickReasons },
  examples: ['@mara spam'],
  run: (ctx, { user, reason }) => order(ctx, 'softban', user, user.displayName, { reason }),
})

export const ban = here({
  description: 'Bans somebody, for a while or for good; an ID is enough for people who are not in the server',
  aliases: ['hackban', 'forceban', 'idban'],
  aliasesWith: { tempban: 'duration' },
  needs: ['BanMembers'],
  options: {
    user: option.user('whom to ban'),
    delete: deletionWindow,
    duration: banDuration,
    reason,
  },
  autocomplete: { reason: suggestQuickReasons },
  examples: ['@mara spam', '@mara 7d del-1d spam', '80351110224678912 raid'],
  run: (ctx, { user, delete: window, duration, reason }) =>
    order(ctx, 'ban', user, user.displayName, {
      durationMs: duration,
      deleteMessageSeconds: window && secondsOf(window),
      reason,
    }),
})

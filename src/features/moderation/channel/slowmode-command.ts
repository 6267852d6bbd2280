import { ChannelType, type GuildBasedChannel } from 'discord.js'
import { formatDuration } from '#kit/duration.ts'
import { UserError } from '#kit/errors.ts'
import { freshSlowmode } from '#kit/fresh-channel.ts'
import { usageError } from '#kernel/commands/words.ts'
import { command, option } from '#kernel/feature.ts'
import { success } from '#kit/notices.ts'
import { auditReason } from '../audit-log/reason.ts'
import type moderation from '../contract.ts'
import { carryOut, caseSentence } from '../acts/carry-out.ts'
import { inSubjectQueue } from '../acts/settle-pending.ts'
import { commandAttribution } from '../modlog/log-case.ts'
import { demandChannelPermissions } from '../permissions/demand-channel-permissions.ts'

const here = command<typeof moderation>()

const second = 1000
/** Source: Discord's documentation, "Channel", `rate_limit_per_user`. */
const longest = 21_600 * second

/** Channels with messages for which Discord supports slowmode; threads have their own. */
const slowable = [
  ChannelType.GuildText,
  ChannelType.GuildForum,
  ChannelType.GuildVoice,
  ChannelType.GuildStageVoice,
  ChannelType.PublicThread,
  ChannelType.PrivateThread,
] as const
type Slowable = Extract<GuildBasedChannel, { type: (typeof slowable)[number] }>

const isSlowable = (channel: GuildBasedChannel): channel is Slowable => slowable.some(type => type === channel.type)

const named = (seconds: number) => (seconds === 0 ? 'off' : formatDuration(seconds * 1000))

export const slowmode = here({
  description: 'Sets how long members wait between two messages',
  aliases: ['slow'],
  needs: ['ManageChannels'],
  options: {
    off: option.off('off for no slowmode', { insteadOf: 'wait', instead: 'Say how long members wait, or off.' }),
    wait: option.duration('how long, at most 6 hours; a number alone is seconds', {
      optional: true,
      max: longest,
      unit: second,
    }),
    channel: option.channel('the channel; this one by default', { optional: true, channelTypes: slowable }),
  },
  examples: ['10', '2m #general', 'off'],
  async run(ctx, { wait, channel = ctx.channel }) {
    const seconds = (wait ?? 0) / second
    if (!Number.isInteger(seconds)) throw usageError('Discord counts slowmode in whole seconds.')
    if (!isSlowable(channel))
      throw new UserError('moderation.not-slowable', 'Discord has no slowmode in this kind of channel.')
    return inSubjectQueue(ctx, ctx.guild, channel.id, async () => {
      const right = channel.isThread() ? 'ManageThreads' : 'ManageChannels'
      demandChannelPermissions(channel, ctx.member, { needs: [right], botNeeds: [right, 'ViewChannel'] })
      const before = await freshSlowmode(channel)
      if (before === seconds)
        throw new UserError(
          'moderation.slowmode-same',
          `Slowmode in <#${channel.id}> is already ${named(seconds)}.`,
          409,
        )
      const act = {
        ...commandAttribution(ctx),
        kind: 'slowmode' as const,
        channel,
        detail: `${named(before)} → ${named(seconds)}`,
        auditReason: auditReason(`Slowmode ${named(seconds)}`, commandAttribution(ctx).moderator),
        wanted: String(seconds),
      }
      const { recorded } = await carryOut(ctx, ctx.guild, act, why => channel.setRateLimitPerUser(seconds, why))
      const ofCase = caseSentence(recorded?.number)
      return ctx.reply(
        success(
          seconds === 0
            ? `Slowmode in <#${channel.id}> is off. ${ofCase}`
            : `Members wait ${named(seconds)} between messages in <#${channel.id}>. ${ofCase}`,
        ),
      )
    })
  },
})

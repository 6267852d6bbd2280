import { ChannelType, type GuildMember, type GuildMemberEditOptions, type PermissionsString } from 'discord.js'
import { UserError } from '#kit/errors.ts'
import { type CommandContext, command, option } from '#kernel/feature.ts'
import { success } from '#kit/notices.ts'
import { inert } from '#kit/template.ts'
import { auditReason } from '../audit-log/reason.ts'
import { byCaller } from '../modlog/by-caller.ts'
import { type CaseKind, longestReason } from '../contract.ts'
import type moderation from '../contract.ts'
import { logCase } from '../modlog/log-case.ts'
import { demandThere } from '../permissions/demand-channel-permissions.ts'
import { demandRank } from '../permissions/demand-permission.ts'
import { inVoice, type Seat, seatOf } from './voice-state.ts'

const here = command<typeof moderation>()
type Context = CommandContext<typeof moderation>

interface Act {
  kind: CaseKind
  /** 'disconnect', for refusals. */
  verb: string
  /** 'Disconnected', for the answer. */
  done: string
  needs: PermissionsString
  change: GuildMemberEditOptions
  /** Why there is nothing to do, as a sentence. */
  idle?(seat: Seat): string | false
  detail?: (seat: Seat) => string
}

async function actOn(ctx: Context, target: GuildMember, reason: string | undefined, act: Act): Promise<unknown> {
  await demandRank(ctx.member, target, { verb: act.verb, ranked: false })
  const seat = await seatOf(target)
  demandThere(seat.channel, ctx.member, { needs: [act.needs], botNeeds: ['ViewChannel', 'Connect', act.needs] })
  const idle = act.idle?.(seat)
  if (idle) throw new UserError('moderation.already', idle, 409)
  const { moderator } = byCaller(ctx)
  await inVoice(target, () => target.edit({ ...act.change, reason: auditReason(reason ?? null, moderator) }))
  const { number } = logCase(ctx, ctx.guild, {
    ...byCaller(ctx),
    kind: act.kind,
    target: { id: target.id, name: target.user.tag },
    channel: seat.channel,
    reason,
    ...(act.detail && { detail: act.detail(seat) }),
  })
  return ctx.reply(success(`${act.done} **${inert(target.displayName)}**. Case #${number}.`))
}

const options = {
  member: option.member('who'),
  reason: option.rest('why', { optional: true, max: longestReason }),
}
const examples = ['@jun_tan noise']
const rights = (permission: PermissionsString) => ({ needs: [permission], botNeeds: [permission] })

const vmute = here({
  ...rights('MuteMembers'),
  description: 'Mutes a member in voice channels',
  options,
  examples,
  run: (ctx, { member, reason }) =>
    actOn(ctx, member, reason, {
      kind: 'voice-mute',
      verb: 'mute',
      done: 'Muted',
      needs: 'MuteMembers',
      change: { mute: true },
      idle: ({ muted }) => muted && `${inert(member.displayName)} is muted in voice already.`,
    }),
})

const vunmute = here({
  ...rights('MuteMembers'),
  description: 'Lets a muted member speak in voice channels again',
  options,
  examples,
  run: (ctx, { member, reason }) =>
    actOn(ctx, member, reason, {
      kind: 'voice-unmute',
      verb: 'unmute',
      done: 'Unmuted',
      needs: 'MuteMembers',
      change: { mute: false },
      idle: ({ muted }) => !muted && `${inert(member.displayName)} is not muted in voice.`,
    }),
})

const deafen = here({
  ...rights('DeafenMembers'),
  description: 'Deafens a member in voice channels',
  options,
  examples,
  run: (ctx, { member, reason }) =>
    actOn(ctx, member, reason, {
      kind: 'deafen',
      verb: 'deafen',
      done: 'Deafened',
      needs: 'DeafenMembers',
      change: { deaf: true },
      idle: ({ deafened }) => deafened && `${inert(member.displayName)} is deafened already.`,
    }),
})

const undeafen = here({
  ...rights('DeafenMembers'),
  description: 'Lets a deafened member hear in voice channels again',
  options,
  examples,
  run: (ctx, { member, reason }) =>
    actOn(ctx, member, reason, {
      kind: 'undeafen',
      verb: 'undeafen',
      done: 'Undeafened',
      needs: 'DeafenMembers',
      change: { deaf: false },
      idle: ({ deafened }) => !deafened && `${inert(member.displayName)} is not deafened.`,
    }),
})

const disconnect = here({
  ...rights('MoveMembers'),
  description: 'Disconnects a member from voice',
  aliases: ['vkick'],
  options,
  examples,
  run: (ctx, { member, reason }) =>
    actOn(ctx, member, reason, {
      kind: 'disconnect',
      verb: 'disconnect',
      done: 'Disconnected',
      needs: 'MoveMembers',
      change: { channel: null },
    }),
})

const move = here({
  ...rights('MoveMembers'),
  description: 'Moves a member to another voice channel',
  aliases: ['vmove'],
  options: {
    member: options.member,
    channel: option.channel('where to', { channelTypes: [ChannelType.GuildVoice, ChannelType.GuildStageVoice] }),
    reason: options.reason,
  },
  examples: ['@jun_tan "Lounge"'],
  run(ctx, { member, channel, reason }) {
    if (!channel.isVoiceBased()) throw new UserError('command.usage', 'channel must be a voice channel.')
    demandThere(channel, ctx.member, { needs: ['Connect'], botNeeds: ['ViewChannel', 'Connect', 'MoveMembers'] })
    if (!channel.permissionsFor(member).has(['ViewChannel', 'Connect']))
      throw new UserError(
        'moderation.cannot-enter',
        `${inert(member.displayName)} may not enter <#${channel.id}>: give them View Channel and Connect there first.`,
        409,
      )
    return actOn(ctx, member, reason, {
      kind: 'move',
      verb: 'move',
      done: `Moved to <#${channel.id}>:`,
      needs: 'MoveMembers',
      change: { channel },
      idle: seat => seat.channel.id === channel.id && `${inert(member.displayName)} is in <#${channel.id}> already.`,
      detail: seat => `${seat.channel.name} → ${channel.name}`,
    })
  },
})

/** What can be done to people in voice channels. */
export const voiceCommands = { vmute, vunmute, deafen, undeafen, disconnect, move }

import {
  BaseChannel,
  ChannelType,
  type GuildMember,
  type GuildMemberEditOptions,
  type PermissionsString,
} from 'discord.js'
import { UserError } from '#kit/errors.ts'
import { type CommandContext, command, option } from '#kernel/feature.ts'
import { success } from '#kit/notices.ts'
import { inert } from '#kit/template.ts'
import { auditReason } from '../audit-log/reason.ts'
import type { CaseKind } from '../contract.ts'
import type moderation from '../contract.ts'
import { carryOut, caseSentence } from '../acts/carry-out.ts'
import { inSubjectQueue } from '../acts/settle-pending.ts'
import { reasonWithoutTime } from '../commands/reason.ts'
import { commandAttribution } from '../modlog/log-case.ts'
import { demandChannelPermissions } from '../permissions/demand-channel-permissions.ts'
import { demandHierarchy } from '../permissions/demand-permission.ts'
import { demandUnprotected } from '../permissions/protection.ts'
import { demandStillInVoice, type VoiceState, currentVoiceState } from './voice-state.ts'
import { withReason } from '../sanctions/wording.ts'

/** `/voice mute`, `/voice move`: the slash forms of `.vmute` and `.move`. */
const voice = { name: 'voice', description: 'Moderates members in voice channels' }

const here = command<typeof moderation>()
type Context = CommandContext<typeof moderation>

interface VoiceAction {
  kind: CaseKind
  /** The verb for refusals: 'disconnect'. */
  verb: string
  /** The participle for the reply: 'Disconnected'. */
  done: string
  needs: PermissionsString
  change: GuildMemberEditOptions
  /** Returns a sentence if there is nothing to do. */
  idle?(voice: VoiceState): string | false
  detail?: (voice: VoiceState) => string
}

function performVoiceAction(
  ctx: Context,
  target: GuildMember,
  reason: string | undefined,
  action: VoiceAction,
): Promise<unknown> {
  return inSubjectQueue(ctx, ctx.guild, target.id, async () => {
    demandUnprotected(ctx, ctx.guild, target.id, ctx.member)
    await demandHierarchy(ctx.member, target, { verb: action.verb, comparesBotRole: false })
    const voice = await currentVoiceState(target)
    demandChannelPermissions(voice.channel, ctx.member, {
      needs: [action.needs],
      botNeeds: ['ViewChannel', 'Connect', action.needs],
    })
    const idle = action.idle?.(voice)
    if (idle) throw new UserError('moderation.already', idle, 409)
    const { channel } = action.change
    const act = {
      ...commandAttribution(ctx),
      kind: action.kind,
      target: { id: target.id, name: target.user.tag },
      channel: voice.channel,
      reason,
      detail: action.detail?.(voice),
      auditReason: auditReason(reason ?? null, commandAttribution(ctx).moderator),
      wanted: channel instanceof BaseChannel ? channel.id : undefined,
    }
    const { recorded } = await carryOut(ctx, ctx.guild, act, why =>
      demandStillInVoice(target, () => target.edit({ ...action.change, reason: why })),
    )
    const told = `${action.done} **${inert(target.displayName)}**. ${caseSentence(recorded?.number)}`
    return ctx.reply(success(withReason(told, reason)))
  })
}

const options = {
  member: option.member('who'),
  reason: reasonWithoutTime,
}
const examples = ['@jun_tan noise']
const rights = (permission: PermissionsString) => ({ needs: [permission], botNeeds: [permission] })

const vmute = here({
  ...rights('MuteMembers'),
  description: 'Mutes a member in voice channels',
  slash: { root: voice, name: 'mute' },
  aliases: ['voicemute', 'vcmute'],
  options,
  examples,
  run: (ctx, { member, reason }) =>
    performVoiceAction(ctx, member, reason, {
      kind: 'voice-mute',
      verb: 'mute',
      done: 'Muted',
      needs: 'MuteMembers',
      change: { mute: true },
      idle: ({ muted }) => muted && `${inert(member.displayName)} is already muted in voice.`,
    }),
})

const vunmute = here({
  ...rights('MuteMembers'),
  description: 'Lets a muted member speak in voice channels again',
  slash: { root: voice, name: 'unmute' },
  aliases: ['voiceunmute', 'vcunmute'],
  options,
  examples,
  run: (ctx, { member, reason }) =>
    performVoiceAction(ctx, member, reason, {
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
  slash: { root: voice, name: 'deafen' },
  aliases: ['deaf', 'vdeafen'],
  options,
  examples,
  run: (ctx, { member, reason }) =>
    performVoiceAction(ctx, member, reason, {
      kind: 'deafen',
      verb: 'deafen',
      done: 'Deafened',
      needs: 'DeafenMembers',
      change: { deaf: true },
      idle: ({ deafened }) => deafened && `${inert(member.displayName)} is already deafened.`,
    }),
})

const undeafen = here({
  ...rights('DeafenMembers'),
  description: 'Lets a deafened member hear in voice channels again',
  slash: { root: voice, name: 'undeafen' },
  aliases: ['undeaf', 'vundeafen'],
  options,
  examples,
  run: (ctx, { member, reason }) =>
    performVoiceAction(ctx, member, reason, {
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
  slash: { root: voice, name: 'disconnect' },
  aliases: ['vkick', 'voicekick', 'vckick'],
  options,
  examples,
  run: (ctx, { member, reason }) =>
    performVoiceAction(ctx, member, reason, {
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
  slash: { root: voice, name: 'move' },
  aliases: ['vmove', 'voicemove', 'vcmove'],
  options: {
    member: options.member,
    channel: option.channel('where to', { channelTypes: [ChannelType.GuildVoice, ChannelType.GuildStageVoice] }),
    reason: options.reason,
  },
  examples: ['@jun_tan "Lounge"'],
  run(ctx, { member, channel, reason }) {
    if (!channel.isVoiceBased()) throw new UserError('command.usage', 'Channel must be a voice channel.')
    demandChannelPermissions(channel, ctx.member, {
      needs: ['Connect'],
      botNeeds: ['ViewChannel', 'Connect', 'MoveMembers'],
    })
    if (!channel.permissionsFor(member).has(['ViewChannel', 'Connect']))
      throw new UserError(
        'moderation.cannot-enter',
        `${inert(member.displayName)} may not join <#${channel.id}>: give them View Channel and Connect there first.`,
        409,
      )
    return performVoiceAction(ctx, member, reason, {
      kind: 'move',
      verb: 'move',
      done: `Moved to <#${channel.id}>:`,
      needs: 'MoveMembers',
      change: { channel },
      idle: voice => voice.channel.id === channel.id && `${inert(member.displayName)} is already in <#${channel.id}>.`,
      detail: voice => `<#${voice.channel.id}> → <#${channel.id}>`,
    })
  },
})

/** The commands for members in voice channels. */
export const voiceCommands = { vmute, vunmute, deafen, undeafen, disconnect, move }

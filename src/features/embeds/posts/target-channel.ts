import {
  ChannelType,
  type GuildMember,
  type NewsChannel,
  type PermissionsString,
  type TextChannel,
  type VoiceChannel,
} from 'discord.js'
import type { Context } from '#kernel/feature.ts'
import { channelName } from '#kernel/rights/channel-rights.ts'
import { cannotSee, isHidden } from '#kit/hidden-channel.ts'
import type { MessageDraft } from '#kit/message/contract.ts'
import type { Problem } from '#kit/message/limits/contract.ts'
import { listed, missingIn, permissionName, writing } from '#kit/permissions.ts'
import { inert } from '#kit/template.ts'
import type embeds from '../contract.ts'
import type { Sender } from '../sender/contract.ts'
import { isTimedOut } from '#kit/discord-time.ts'

type Ctx = Context<typeof embeds> & { member: GuildMember }

/** A channel that messages can be sent to: the kinds in which members write in the usual way. */
export type Place = TextChannel | NewsChannel | VoiceChannel
const kinds: readonly ChannelType[] = [ChannelType.GuildText, ChannelType.GuildAnnouncement, ChannelType.GuildVoice]

/** The channel; undefined if nothing can be sent there. */
export function targetChannel({ guild }: Pick<Ctx, 'guild'>, channelId: string | null): Place | undefined {
  const channel = guild.channels.cache.get(channelId ?? '')
  // Its type is one of the three.
  return channel && kinds.includes(channel.type) ? (channel as Place) : undefined
}

const told = (place: string, sentence: string): Problem => ({ path: 'channelId', place, sentence })

/** The permissions that the message requires of its sender, in addition to writing there. */
const neededFor = ({ kind, embeds: list, attachments }: MessageDraft): PermissionsString[] => [
  ...(kind === 'embeds' && list.length > 0 ? (['EmbedLinks'] as const) : []),
  ...(attachments.length > 0 ? (['AttachFiles'] as const) : []),
]

/** Why the bot, or the caller, cannot send a message there now. */
export function placeProblems(
  ctx: Ctx,
  channelId: string | null,
  { sender, message }: { sender: Sender; message: MessageDraft },
): Problem[] {
  const { guild, member } = ctx
  if (channelId === null) return [told('Channel', 'Choose where it is sent.')]
  const channel = targetChannel(ctx, channelId)
  if (!channel)
    return [
      guild.channels.cache.has(channelId)
        ? told('Channel', 'Messages are sent in text, announcement and voice channels. Choose one of those.')
        : told('Channel', 'That channel is not in this server any more. Choose another.'),
    ]
  if (isHidden(channel)) return [told('Channel', cannotSee)]
  const { me } = guild.members
  const name = `#${inert(channelName(channel, member))}`
  if (!me || isTimedOut(me)) return [told(name, 'I am timed out in this server. Remove my timeout first.')]
  const also = neededFor(message)
  const wanted = [...writing(channel), ...also, ...(sender ? (['ManageWebhooks'] as const) : [])]
  // A webhook needs no permission to write.
  const mine = missingIn(channel, me, sender ? ['ViewChannel', 'ManageWebhooks'] : wanted)
  const theirs = missingIn(channel, member, wanted)
  return [
    ...(mine.length > 0 ? [told(name, `I need ${listed(mine.map(permissionName))} there.`)] : []),
    ...(theirs.length > 0 ? [told(name, `You need ${listed(theirs.map(permissionName))} there.`)] : []),
  ]
}

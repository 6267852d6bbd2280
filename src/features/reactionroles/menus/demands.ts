import { type Guild, type GuildTextBasedChannel, type Message, MessageFlags, type PermissionsString } from 'discord.js'
import { UserError } from '#kit/errors.ts'
import { isHidden } from '#kit/hidden-channel.ts'
import { listed, missingIn, permissionName, writing } from '#kit/permissions.ts'
import { textOf } from './compose.ts'
import type { MenuDesign } from './contract.ts'

export const refused = (code: string, sentence: string, field: string, status = 400) =>
  new UserError(`reactionroles.${code}`, sentence, status, { [field]: sentence })

/** A channel that can have messages. @throws UserError if there is none, or it is hidden from the bot */
export function channelIn(guild: Guild, channelId: string | null, field = 'channel_id'): GuildTextBasedChannel {
  const channel = guild.channels.cache.get(channelId ?? '')
  if (channelId === null) throw refused('no-channel', 'Choose a channel first.', field)
  if (!channel) throw refused('no-channel', 'That channel is not there any more. Choose another.', field, 404)
  if (isHidden(channel))
    throw refused('hidden', 'I cannot see that channel. Give my role the View Channel permission there.', field, 403)
  if (!channel.isTextBased()) throw refused('channel-kind', 'That channel cannot have messages. Choose another.', field)
  return channel
}

/** The permissions that the bot needs in a menu's channel. */
export function neededIn(guild: Guild, design: MenuDesign, channel: GuildTextBasedChannel): PermissionsString[] {
  const isWritten = design.source === 'written'
  return [
    ...(isWritten ? writing(channel) : (['ViewChannel', 'ReadMessageHistory'] as const)),
    ...(isWritten && textOf(guild, design).embeds.length > 0 ? (['EmbedLinks'] as const) : []),
    ...(design.kind === 'reactions' ? (['AddReactions', 'ReadMessageHistory'] as const) : []),
  ]
}

/** @throws UserError 403 with the permissions that the bot lacks */
export function demandBotPermissions(guild: Guild, design: MenuDesign, channel: GuildTextBasedChannel): void {
  const { me } = guild.members
  const missing = me ? [...new Set(missingIn(channel, me, neededIn(guild, design, channel)))] : []
  if (missing.length > 0)
    throw refused(
      'cannot-post',
      `I need ${listed(missing.map(permissionName))} in <#${channel.id}> for this menu.`,
      'channel_id',
      403,
    )
}

/** The permissions that the member who posts a menu needs in its channel. */
export const neededOfCaller = ({ source, kind }: MenuDesign): PermissionsString[] =>
  source === 'written'
    ? ['ViewChannel', 'SendMessages']
    : ['ViewChannel', 'ReadMessageHistory', kind === 'reactions' ? 'AddReactions' : 'SendMessages']

/** @throws UserError if a menu cannot be on that message */
export function demandFits(message: Message, { kind }: MenuDesign): void {
  if (kind === 'reactions') return
  if (message.author.id !== message.client.user.id)
    throw refused(
      'not-mine',
      'Buttons and selects can only be added to a message that I wrote. Use reactions here.',
      'kind',
    )
  if (message.flags.has(MessageFlags.IsComponentsV2))
    throw refused(
      'layout',
      'That message has a layout of its own, so no menu can be added to it. Use reactions here.',
      'kind',
    )
}

import type { GuildMember } from 'discord.js'
import type { Context } from '#kernel/feature.ts'
import { demandInChannel } from '#kernel/rights/channel-rights.ts'
import { missingIn } from '#kit/permissions.ts'
import type reactionroles from '../contract.ts'
import { messageLink } from './contract.ts'
import { isGone } from './deploy.ts'
import { channelIn, refused } from './demands.ts'

type Ctx = Context<typeof reactionroles> & { member: GuildMember }

/**
 * Reads the message behind a link, for a member who may read it.
 * @throws UserError 400 if it is not a link, 403 if they or the bot may not read there, 404 if it no longer exists
 */
export async function messageBehind(ctx: Ctx, link: string) {
  const { guild, member, client } = ctx
  const ids = messageLink(link)
  if (!ids)
    throw refused(
      'link',
      'That is not a link to a message. In Discord: right-click the message, then Copy Message Link.',
      'link',
    )
  if (ids.guildId !== guild.id) throw refused('other-server', 'That message is in another server.', 'link')
  const channel = channelIn(guild, ids.channelId, 'link')
  await demandInChannel(channel, member, ['ViewChannel', 'ReadMessageHistory'], 'link')
  const { me } = guild.members
  if (me && missingIn(channel, me, ['ViewChannel', 'ReadMessageHistory']).length > 0)
    throw refused(
      'unread',
      'I cannot read messages in that channel. Give my role Read Message History there.',
      'link',
      403,
    )
  const message = await channel.messages.fetch({ message: ids.messageId, force: true }).catch((error: unknown) => {
    if (isGone(error)) throw refused('no-message', 'That message is not there any more.', 'link', 404)
    throw error
  })
  const raw = (await client.rest.get(`/channels/${channel.id}/messages/${message.id}`)) as { reactions?: unknown[] }
  return {
    channel_id: channel.id,
    message_id: message.id,
    author: {
      id: message.author.id,
      username: message.author.displayName,
      avatarURL: message.author.displayAvatarURL({ extension: 'png', size: 64 }),
    },
    timestamp: message.createdAt.toISOString(),
    content: message.content,
    embeds: message.embeds.map(one => ({ ...one.toJSON() })),
    own: message.author.id === client.user.id,
    reactions: raw.reactions?.length ?? 0,
  }
}

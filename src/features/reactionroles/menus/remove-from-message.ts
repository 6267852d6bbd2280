import type { Guild } from 'discord.js'
import { z } from 'zod'
import { job, jobHandle, type Services } from '#kernel/feature.ts'
import { isRefusal } from '#kit/discord-errors.ts'
import { otherRows, neededEmojis, rowsOf, menusOnMessage } from './compose.ts'
import { reactionsPutBy, removeReactions } from './message-reactions.ts'
import type { StoredMenu } from './rows.ts'

/** What is known about a message that a menu is removed from. */
const left = z.object({
  channelId: z.string(),
  messageId: z.string(),
  own: z.boolean(),
  /** The keys of its emojis. */
  emojis: z.array(z.string()),
})
const leaving = jobHandle(left)

/**
 * Removes a menu from its message; one that the bot wrote for it is deleted. A job does this, so that it is done even
 * after a crash.
 */
export function removeFromMessage(
  services: Services,
  { id: guildId }: Pick<Guild, 'id'>,
  menu: StoredMenu,
  keep = false,
): void {
  const { messageId, messageChannelId: channelId, messageOwn: own } = menu
  if (messageId === null || channelId === null) return
  const payload = { channelId, messageId, own: own && !keep, emojis: reactionsPutBy(menu) }
  services.scheduler.at(leaving, { at: services.now(), guildId, key: `${messageId}/${menu.id}`, payload })
}

export const leaveMessage = job({
  handle: leaving,
  payload: left,
  lane: 'answers',
  promise: () => 'take a menu of roles off the message that it stood on',
  async run(services, { channelId, messageId, own, emojis }, { guildId }) {
    const guild = services.client.guilds.cache.get(guildId ?? '')
    const channel = guild?.channels.cache.get(channelId)
    if (!guild || !channel?.isTextBased()) return
    try {
      const standing = menusOnMessage(services, guild.id, messageId, {})
      if (own && standing.length === 0) {
        await channel.messages.delete(messageId)
        return
      }
      const message = await channel.messages.fetch({ message: messageId, force: true })
      if (message.author.id === services.client.user.id && message.components.length > 0) {
        const rows = [...otherRows(message), ...standing.flatMap(one => rowsOf(guild, one))]
        await channel.messages.edit(messageId, { components: rows as never })
      }
      await removeReactions(services, guild, { channelId, messageId }, neededEmojis(guild, standing), emojis)
    } catch (error) {
      // The message is gone, or we can no longer change it.
      if (!isRefusal(error)) throw error
    }
  },
})

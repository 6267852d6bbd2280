import { ChannelType } from 'discord.js'
import { job } from '#kernel/feature.ts'
import { isGone } from './deploy.ts'
import { messageHash, messageOf } from './message.ts'
import { resetOf, resetting } from './reset-later.ts'
import { panelOf } from './rows.ts'

export const resetSelect = job({
  handle: resetting,
  payload: resetOf,
  lane: 'bulk',
  promise: 'housekeeping',
  async run(services, { panelId }, { guildId }) {
    const panel = panelOf(services, guildId ?? '', panelId)
    if (!panel || panel.messageId === null) return
    const channel = services.client.channels.cache.get(panel.messageChannelId ?? '')
    if (channel?.type !== ChannelType.GuildText && channel?.type !== ChannelType.GuildAnnouncement) return
    const message = messageOf(services, panel)
    // Changes made since are not deployed here: that is up to people.
    if (messageHash(message) !== panel.deployedAs) return
    await channel.messages.edit(panel.messageId, { components: message.components }).catch((error: unknown) => {
      if (!isGone(error)) throw error
    })
  },
})

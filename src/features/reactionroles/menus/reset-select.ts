import { job } from '#kernel/feature.ts'
import { isRefusal } from '#kit/discord-errors.ts'
import { otherRows, hashOf, rowsOf, menusOnMessage } from './compose.ts'
import { resetOf, resetting } from './reset-later.ts'
import { menuOf } from './rows.ts'

export const resetSelect = job({
  handle: resetting,
  payload: resetOf,
  lane: 'bulk',
  promise: 'housekeeping',
  async run(services, { menuId }, { guildId }) {
    const guild = services.client.guilds.cache.get(guildId ?? '')
    const menu = guild && menuOf(services, guild.id, menuId)
    const channel = guild?.channels.cache.get(menu?.messageChannelId ?? '')
    if (!guild || !menu || menu.messageId === null || !channel?.isTextBased()) return
    // Later changes must be posted by people.
    if (hashOf(guild, menu) !== menu.deployedAs) return
    try {
      const message = await channel.messages.fetch({ message: menu.messageId, force: true })
      const own = menusOnMessage(services, guild.id, message.id, {}).flatMap(one => rowsOf(guild, one))
      await channel.messages.edit(message.id, { components: [...otherRows(message), ...own] as never })
    } catch (error) {
      if (!isRefusal(error)) throw error
    }
  },
})

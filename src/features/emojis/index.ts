import { type Context, feature } from '#kernel/feature.ts'
import { commands } from './commands/commands.ts'
import emojis from './contract.ts'
import { countEmojiEvent } from './event-count.ts'
import { notedEmojis } from './history.ts'
import { emojisNoted } from './history-entry.ts'
import { resumeOrders, settleOrder } from './orders/carry-out.ts'
import { rights } from './rights.ts'
import { routes } from './routes.ts'
import { tables } from './table.ts'
import { startUpkeep, upkeep } from './upkeep.ts'
import { countMessage, countReaction, tallyOf } from './usage/count.ts'
import { noteNoCounting } from './usage/counting-since.ts'

const hearOfEmojis = (ctx: Context<typeof emojis>) => countEmojiEvent(ctx, ctx.guild.id)

export default feature(emojis, {
  switch: 'enabled',
  rights,
  commands,
  routes,
  tables,
  things: { [emojisNoted]: notedEmojis },
  jobs: { settleOrder, upkeep },
  listeners: {
    messageCreate: countMessage,
    messageReactionAdd: countReaction,
    emojiCreate: hearOfEmojis,
    emojiDelete: hearOfEmojis,
    emojiUpdate: hearOfEmojis,
  },
  start(services) {
    startUpkeep(services)
    resumeOrders(services)
    services.settings.onChange(({ guildId, feature: of }) => {
      if (of !== emojis.name) return
      const { enabled, counting } = services.settings.read(guildId, emojis)
      // Counts after a pause say nothing about the days before it.
      if (!enabled || !counting) noteNoCounting(services, guildId)
    })
  },
  stop: services => tallyOf(services).flush(),
  forgetGuild: (services, guildId) => tallyOf(services).discard(guildId),
  exportGuild(services) {
    tallyOf(services).flush()
    return {}
  },
})

import { job, type Services } from '#kernel/feature.ts'
import { createBackgroundYield } from '#kit/event-loop.ts'
import { removedDays } from './emoji/contract.ts'
import { addersOf, forgetAdded, forgetRemoved, ordersOf, removedOf } from './orders/rows.ts'
import { picturesOf } from './pictures.ts'
import { dropOldUses } from './usage/read.ts'

const dayMs = 86_400_000

/**
 * Deletes a server's expired emoji data, and images that nothing refers to. Data dated in the future, by a clock that
 * was ahead, is kept longer.
 */
async function deleteExpired(services: Services, guildId: string): Promise<void> {
  dropOldUses(services, guildId)
  const now = services.now()
  for (const { emojiId, removedAt } of removedOf(services, guildId))
    if (now - removedAt > removedDays * dayMs) forgetRemoved(services, guildId, emojiId)
  const guild = services.client.guilds.cache.get(guildId)
  if (guild?.available)
    forgetAdded(
      services,
      guildId,
      [...addersOf(services, guildId).keys()].filter(id => !guild.emojis.cache.has(id)),
    )
  const named = new Set([...removedOf(services, guildId), ...ordersOf(services, guildId)].map(({ fileId }) => fileId))
  const kept = picturesOf(services, guildId)
  for (const { id, at } of kept.list()) if (!named.has(id) && now - at > dayMs) await kept.delete(id)
}

/** Once a day, one server at a time. */
export const upkeep = job({
  deletesOld: true,
  async run(services) {
    const turns = createBackgroundYield()
    for (const guildId of services.client.guilds.cache.keys()) {
      await turns()
      await deleteExpired(services, guildId)
    }
  },
})

export const startUpkeep = ({ scheduler }: Services): void =>
  void scheduler.every(upkeep, { everyMs: dayMs, key: 'daily' })

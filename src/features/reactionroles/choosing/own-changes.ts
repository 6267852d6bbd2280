import { LRUCache } from 'lru-cache'
import { processState, type Services } from '#kernel/feature.ts'
import { upTo } from '#kit/cache-capacity.ts'

/** What the bot took from whom. */
const taken = processState(() => new LRUCache<string, true>(upTo(10_000)))

const keyOf = (guildId: string, userId: string, roleId: string) => `${guildId}/${userId}/${roleId}`

/** Before Discord is asked to take a role: it may tell of it before it answers, or long after. */
export const noteTaking = (services: Services, guildId: string, userId: string, roleId: string): void =>
  void taken(services).set(keyOf(guildId, userId, roleId), true)

/** Whether the bot has lately taken a role from somebody, so that Discord may still be about to tell of it. */
export const hasTaken = (services: Services, guildId: string, userId: string, roleId: string): boolean =>
  taken(services).has(keyOf(guildId, userId, roleId))

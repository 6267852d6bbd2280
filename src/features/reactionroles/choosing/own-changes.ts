import { LRUCache } from 'lru-cache'
import { processState, type Services } from '#kernel/feature.ts'
import { upTo } from '#kit/cache-capacity.ts'

/** So long after the bot has changed somebody's roles, Discord is asked for them: its event may still be on its way. */
const settlesMs = 10_000

/** When the bot was last done with somebody's roles. */
const changedAt = processState(() => new LRUCache<string, number>(upTo(10_000)))

/** After the bot has changed somebody's roles, or has tried to: what Discord has then done is still to be heard of. */
export const noteChange = (services: Services, guildId: string, userId: string): void =>
  void changedAt(services).set(`${guildId}/${userId}`, services.now())

/** Whether what is known of somebody's roles may be older than what the bot did. */
export function isSettling(services: Services, guildId: string, userId: string): boolean {
  const at = changedAt(services).get(`${guildId}/${userId}`)
  return at !== undefined && Math.abs(services.now() - at) < settlesMs
}

/** When the bot took what from whom. */
const taken = processState(() => new LRUCache<string, number>(upTo(10_000)))
/** So long after it Discord may still be about to tell of it (ms). */
const heardWithinMs = 10 * 60_000

const keyOf = (guildId: string, userId: string, roleId: string) => `${guildId}/${userId}/${roleId}`

/** Before Discord is asked to take a role: it may tell of it before it answers, or long after. */
export const noteTaking = (services: Services, guildId: string, userId: string, roleId: string): void =>
  void taken(services).set(keyOf(guildId, userId, roleId), services.now())

/** Whether the bot has lately taken a role from somebody, so that Discord may still be about to tell of it. */
export function hasTaken(services: Services, guildId: string, userId: string, roleId: string): boolean {
  const at = taken(services).get(keyOf(guildId, userId, roleId))
  return at !== undefined && Math.abs(services.now() - at) < heardWithinMs
}

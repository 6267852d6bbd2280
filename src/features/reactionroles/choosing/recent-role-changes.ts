import { LRUCache } from 'lru-cache'
import { processState, type Services } from '#kernel/feature.ts'
import { entryLimit } from '#kit/cache-capacity.ts'

/**
 * How long (ms) after a change of somebody's roles by the bot to ask Discord for them, since the event may still be on
 * its way.
 */
const settlesMs = 10_000

/** When the bot last finished changing somebody's roles. */
const changedAt = processState(() => new LRUCache<string, number>(entryLimit(10_000)))

/** Call after the bot has changed somebody's roles, or tried to: the event about the result is still to come. */
export const noteChange = (services: Services, guildId: string, userId: string): void =>
  void changedAt(services).set(`${guildId}/${userId}`, services.now())

/** Whether the cached roles of somebody may be older than the bot's last change. */
export function isSettling(services: Services, guildId: string, userId: string): boolean {
  const at = changedAt(services).get(`${guildId}/${userId}`)
  return at !== undefined && Math.abs(services.now() - at) < settlesMs
}

/** When the bot took which role from whom. */
const taken = processState(() => new LRUCache<string, number>(entryLimit(10_000)))
/** How long after that Discord's event about it may still arrive (ms). */
const heardWithinMs = 10 * 60_000

const keyOf = (guildId: string, userId: string, roleId: string) => `${guildId}/${userId}/${roleId}`

/** Call before asking Discord to take a role: its event may arrive before its answer, or long after. */
export const noteTaking = (services: Services, guildId: string, userId: string, roleId: string): void =>
  void taken(services).set(keyOf(guildId, userId, roleId), services.now())

/** Whether the bot has recently taken a role from somebody, so that Discord's event about it may still arrive. */
export function hasTaken(services: Services, guildId: string, userId: string, roleId: string): boolean {
  const at = taken(services).get(keyOf(guildId, userId, roleId))
  return at !== undefined && Math.abs(services.now() - at) < heardWithinMs
}

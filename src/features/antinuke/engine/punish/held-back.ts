import type { Guild } from 'discord.js'
import type { Services } from '#kernel/feature.ts'
import antinuke from '../../contract.ts'
import { timeoutMs } from './requests.ts'
import { lastSanction } from './sanctions.ts'

/** For how long after roles were taken what Discord shows of them may be old (ms). */
const lateMs = 2 * 60_000

/**
 * Why the bot takes no orders from somebody, as a sentence for them: they were stopped, and nobody has taken that back.
 * Whatever the punishment, it holds as long as Discord's longest timeout. Roles that people gave back since, and a place
 * among the extra owners, end it, too.
 */
export function heldBack(services: Services, guild: Guild, userId: string): string | undefined {
  const own = services.settings.read(guild.id, antinuke)
  if (!own.enabled || own.extraOwners.includes(userId)) return undefined
  const sanction = lastSanction(services, guild.id, userId)
  if (!sanction || services.now() - sanction.at > timeoutMs) return undefined
  const taken = sanction.steps.flatMap(step => (step.do === 'strip' ? step.take : []))
  const isSettled = sanction.state === 'done' && services.now() - (sanction.settledAt ?? Infinity) > lateMs
  const held = guild.members.cache.get(userId)?.roles.cache
  if (isSettled && taken.some(id => held?.has(id))) return undefined
  return `Anti-nuke has stopped you here (incident ${sanction.number}), so I do nothing that you tell me to. The server's owner can take that back on the page of the incident.`
}

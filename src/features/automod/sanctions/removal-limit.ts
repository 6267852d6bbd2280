import type { Guild } from 'discord.js'
import antinuke from '#features/antinuke/contract.ts'
import { processState, type Services } from '#kernel/feature.ts'
import automod from '../contract.ts'
import { memberOf } from '../message/member-of.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
/** Members who have been in the server this long (ms) are not raiders. */
const longMs = 7 * 24 * hourMs

/** When long-standing members were removed (Unix ms): by guild and kind, then by member. */
const removed = processState(() => new Map<string, Map<string, number>>())

const modules = { ban: 'anti_ban', kick: 'anti_kick' } as const

/** Whether any current setting was last changed by somebody other than the owner and the extra owners. */
function wasSetByOthers({ settings }: Services, guild: Guild, trusted: readonly string[]): boolean {
  const touches = [...settings.touchedSince(guild.id, automod.name, 0).values()]
  return touches.some(({ author: { userId } }) => userId !== null && !trusted.includes(userId))
}

interface Removal {
  userId: string
  kind: 'ban' | 'kick'
}

/**
 * Whether removing a member would exceed the limits.
 * @param count whether to count the removal if it does not
 * @throws if Discord does not answer
 */
async function judge(services: Services, guild: Guild, { userId, kind }: Removal, count: boolean): Promise<boolean> {
  const own = services.settings.read(guild.id, antinuke)
  const module = modules[kind]
  if (!own.enabled || !own.modules[module]) return false
  const member = await memberOf(guild, userId)
  const now = services.now()
  if (!member || now - (member.joinedTimestamp ?? now) < longMs) return false
  const key = `${guild.id}/${kind}`
  const lately = new Map(
    [...(removed(services).get(key) ?? [])].filter(([id, at]) => id !== userId && Math.abs(now - at) < hourMs),
  )
  const { minute, hour } = own.limits[module]
  const inMinute = [...lately.values()].filter(at => Math.abs(now - at) < minuteMs).length
  const isFull = inMinute + 1 >= minute || lately.size + 1 >= hour
  if (isFull && wasSetByOthers(services, guild, [guild.ownerId, ...own.extraOwners])) return true
  if (count) removed(services).set(key, lately.set(userId, now))
  return false
}

/**
 * Whether removing a member would be one too many of the long-standing ones: more than Anti-nuke's limits let anybody
 * remove, under settings made by somebody to whom those limits apply. Call it once for each removal; it counts those it
 * allows.
 */
export const exceedsRemovalLimit = (services: Services, guild: Guild, removal: Removal): Promise<boolean> =>
  judge(services, guild, removal, true)

/** The same, without counting: for when nobody is removed. */
export const wouldExceedRemovalLimit = (services: Services, guild: Guild, removal: Removal): Promise<boolean> =>
  judge(services, guild, removal, false)

import type { Guild } from 'discord.js'
import antinuke from '#features/antinuke/contract.ts'
import { processState, type Services } from '#kernel/feature.ts'
import automod from '../contract.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
/** Who has been there for so long is no raider. */
const longMs = 7 * 24 * hourMs

/** When members who had long been there were removed, by guild and what was done, then by member (Unix ms). */
const removed = processState(() => new Map<string, Map<string, number>>())

const modules = { ban: 'anti_ban', kick: 'anti_kick' } as const

/** Who set rules that the owner and extra owners did not: the last one who changed each setting. */
function othersWhoSet({ settings }: Services, guild: Guild, trusted: readonly string[]): boolean {
  const touches = [...settings.touchedSince(guild.id, automod.name, 0).values()]
  return touches.some(({ author: { userId } }) => userId !== null && !trusted.includes(userId))
}

interface Removal {
  userId: string
  kind: 'ban' | 'kick'
}

/** Whether removing a member would be one too many. @param count counts it where it is not */
async function judge(services: Services, guild: Guild, { userId, kind }: Removal, count: boolean): Promise<boolean> {
  const own = services.settings.read(guild.id, antinuke)
  const module = modules[kind]
  if (!own.enabled || !own.modules[module]) return false
  const member = await guild.members.fetch(userId).catch(() => null)
  const now = services.now()
  if (!member || now - (member.joinedTimestamp ?? now) < longMs) return false
  const key = `${guild.id}/${kind}`
  const lately = new Map(
    [...(removed(services).get(key) ?? [])].filter(([id, at]) => id !== userId && Math.abs(now - at) < hourMs),
  )
  const { minute, hour } = own.limits[module]
  const inMinute = [...lately.values()].filter(at => Math.abs(now - at) < minuteMs).length
  const isFull = inMinute + 1 >= minute || lately.size + 1 >= hour
  if (isFull && othersWhoSet(services, guild, [guild.ownerId, ...own.extraOwners])) return true
  if (count) removed(services).set(key, lately.set(userId, now))
  return false
}

/**
 * Whether removing a member is one too many of those who have been there for a week: more than Anti-nuke lets anybody do,
 * by rules that somebody set who is counted in it. Asked once for each, and counted where it is not.
 */
export const isOneTooMany = (services: Services, guild: Guild, removal: Removal): Promise<boolean> =>
  judge(services, guild, removal, true)

/** The same, where nobody is removed: it counts nothing. */
export const wouldBeOneTooMany = (services: Services, guild: Guild, removal: Removal): Promise<boolean> =>
  judge(services, guild, removal, false)

import { type GatewayChannelUpdateDispatch, PermissionFlagsBits as P } from 'discord.js'
import { type Services, state } from '#kernel/feature.ts'
import { isHidden } from '#kit/hidden-channel.ts'
import { isMasked } from '../journal/masked-channels.ts'
import type { AuditEntry } from './audit-entry.ts'
import { bitsAdded, bitsTaken, changeOf } from './audit-changes.ts'
import { bitsOf } from './danger.ts'
import { shareOf } from './membership.ts'
import { hidden } from './overwrites.ts'

/**
 * Discord writes no entry when a moved channel takes over the permissions of its new category. Who no longer sees it
 * can only be told from its new permissions.
 */

/** How long hidden channels add up (ms): nobody puts away dozens of channels in a minute by hand. */
const togetherMs = 60_000

/**
 * The share of all members, from 0 to 1, who see a channel, according to the permissions of @everyone and of roles in
 * it.
 */
function seenBy(
  services: Services,
  guildId: string,
  overwrites: readonly { id: string; allow: bigint; deny: bigint }[],
): number {
  const everyone = overwrites.find(({ id }) => id === guildId)
  const own = services.client.guilds.cache.get(guildId)?.roles.cache.get(guildId)?.permissions.bitfield ?? 0n
  const bits = (own & ~(everyone?.deny ?? 0n)) | (everyone?.allow ?? 0n)
  if ((bits & P.ViewChannel) !== 0n) return 1
  const shown = overwrites.filter(({ id, allow }) => id !== guildId && (allow & P.ViewChannel) !== 0n)
  return Math.max(0, ...shown.map(({ id }) => shareOf(services, guildId, id)))
}

/**
 * How much a change of a channel takes from its members, before the library has applied it.
 * @returns undefined where it takes nothing, or where Discord shows the bot only a mask of the channel
 */
export function visibilityLostBy(
  services: Services,
  guildId: string,
  channel: GatewayChannelUpdateDispatch['d'],
): { name: string | null; weight: number; categoryId: string | null } | undefined {
  const before = services.client.guilds.cache.get(guildId)?.channels.cache.get(channel.id)
  if (!before || !('permissionOverwrites' in before) || !('permission_overwrites' in channel)) return undefined
  if (isHidden(before) || isMasked(channel)) return undefined
  const was = before.permissionOverwrites.cache.map(({ id, allow, deny }) => ({
    id,
    allow: allow.bitfield,
    deny: deny.bitfield,
  }))
  const is = (channel.permission_overwrites ?? []).map(({ id, allow, deny }) => ({
    id,
    allow: bitsOf(allow),
    deny: bitsOf(deny),
  }))
  const weight = hidden * (seenBy(services, guildId, was) - seenBy(services, guildId, is))
  if (weight <= 0) return undefined
  // A channel that was just moved into a category has not followed a change of that category.
  const stayed = 'parent_id' in channel && channel.parent_id === before.parentId
  return { name: channel.name ?? null, weight, categoryId: stayed ? before.parentId : null }
}

/** Whether an entry says that somebody no longer sees a channel, or the channels that follow a category. */
export const tellsOfHiding = (entry: AuditEntry): boolean =>
  ((bitsAdded(changeOf(entry, 'deny')) | bitsTaken(changeOf(entry, 'allow'))) & P.ViewChannel) !== 0n

export interface SilentlyHidden {
  id: string
  name: string | null
  /** When it was seen (Unix ms). */
  at: number
  weight: number
}
const lately = state((): SilentlyHidden[] => [])

/**
 * Adds up what was hidden without an entry.
 * @param enough the limit for a minute
 * @returns all of the last minute, once that is enough; nothing before, since somebody may be putting away a few
 * channels
 */
export function addUp(
  services: Services,
  guildId: string,
  found: readonly SilentlyHidden[],
  enough: number,
): SilentlyHidden[] {
  const all = lately(services, guildId)
  all.push(...found)
  const since = Math.max(-Infinity, ...all.map(({ at }) => at)) - togetherMs
  all.splice(0, all.length, ...all.filter(({ at }) => at >= since))
  return all.reduce((sum, { weight }) => sum + weight, 0) >= enough ? [...all] : []
}

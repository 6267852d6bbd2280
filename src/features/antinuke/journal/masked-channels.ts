import { ChannelFlags } from 'discord.js'
import { processState, state, type Services } from '#kernel/feature.ts'
import { noteOf, putNote } from './notes.ts'
import { reportChannelsHidden } from './journal-events.ts'
import { noteChanged } from './guild-digests.ts'

interface Masked {
  /** As stored; undefined until it is read. */
  ids: Set<string> | undefined
  /** Known channels that were hidden from the bot and not yet reported. */
  lost: Set<string>
}

/**
 * When a role loses a permission, many channels are hidden at once: they are reported together after this time (ms).
 */
const togetherMs = 500

const maskedOf = state((): Masked => ({ ids: undefined, lost: new Set() }))
/** By guild. */
const timersOf = processState(() => new Map<string, NodeJS.Timeout>())

/**
 * Whether Discord hides a channel from the bot: then nothing in it is true except its id, type and place. The flag
 * tells, since a real channel may have the same name as a mask. Source: Discord's documentation, "Obfuscated Channels".
 */
export const isMasked = ({ flags }: { flags?: unknown }): boolean =>
  typeof flags === 'number' && (flags & ChannelFlags.ChannelObfuscated) !== 0

function idsOf(services: Services, guildId: string): Set<string> {
  const masked = maskedOf(services, guildId)
  // Only written by putNote below.
  masked.ids ??= new Set(JSON.parse(noteOf(services, guildId, 'masked')?.value ?? '[]') as string[])
  return masked.ids
}

function keep(services: Services, guildId: string): void {
  const { lost } = maskedOf(services, guildId)
  const told = [...idsOf(services, guildId)].filter(id => !lost.has(id))
  putNote(services, guildId, 'masked', JSON.stringify(told))
  noteChanged(services, guildId, 'channel')
}

/**
 * Notes that a channel is masked. @param wasKnown whether the bot saw all of it before: then somebody has blinded the
 * bot
 */
export function noteMasked(services: Services, guildId: string, channelId: string, wasKnown: boolean): void {
  const ids = idsOf(services, guildId)
  if (ids.has(channelId)) return
  ids.add(channelId)
  if (!wasKnown) return keep(services, guildId)
  maskedOf(services, guildId).lost.add(channelId)
  const timers = timersOf(services)
  if (!timers.has(guildId)) timers.set(guildId, setTimeout(() => tellLost(services, guildId), togetherMs).unref())
}

/** Notes that a channel is visible again, or deleted. */
export function noteUnmasked(services: Services, guildId: string, channelId: string): void {
  maskedOf(services, guildId).lost.delete(channelId)
  if (idsOf(services, guildId).delete(channelId)) keep(services, guildId)
}

function tellLost(services: Services, guildId: string): void {
  const masked = maskedOf(services, guildId)
  const lost = [...masked.lost]
  timersOf(services).delete(guildId)
  masked.lost.clear()
  if (lost.length === 0) return
  reportChannelsHidden(services, guildId, lost)
  // Only now: after a crash before this point, it is reported at the next start.
  keep(services, guildId)
}

/** Whether channels were hidden and not yet reported. */
export const hasUntold = (services: Services, guildId: string): boolean => maskedOf(services, guildId).lost.size > 0

export const isHiddenNow = (services: Services, guildId: string, channelId: string): boolean =>
  idsOf(services, guildId).has(channelId)

/** Forgets which channels were masked. */
export function forgetMasked(services: Services, guildId: string): void {
  const masked = maskedOf(services, guildId)
  clearTimeout(timersOf(services).get(guildId))
  timersOf(services).delete(guildId)
  masked.ids = undefined
  masked.lost.clear()
}

/** Stops at shutdown: what was not reported yet is reported after the next start. */
export function stopTellingMasked(services: Services): void {
  for (const timer of timersOf(services).values()) clearTimeout(timer)
  timersOf(services).clear()
}

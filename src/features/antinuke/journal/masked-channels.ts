import { ChannelFlags } from 'discord.js'
import { processState, state, type Services } from '#kernel/feature.ts'
import { noteOf, putNote } from './notes.ts'
import { tellBlinded } from './journal-events.ts'
import { noteChanged } from './guild-digests.ts'

interface Masked {
  /** As stored; undefined until it was read. */
  ids: Set<string> | undefined
  /** Known channels that went out of sight and were not told yet. */
  lost: Set<string>
}

/** Channels go out of sight many at a time, when a role loses a right: they are told together (ms). */
const togetherMs = 500

const maskedOf = state((): Masked => ({ ids: undefined, lost: new Set() }))
/** By guild. */
const timersOf = processState(() => new Map<string, NodeJS.Timeout>())

/**
 * Whether Discord hides a channel from the bot: nothing of it is true then but its id, type and place. By the flag, for a
 * channel may really be called what the mask is called. Source: Discord's documentation, "Obfuscated Channels".
 */
export const isMasked = ({ flags }: { flags?: unknown }): boolean =>
  typeof flags === 'number' && (flags & ChannelFlags.ChannelObfuscated) !== 0

function idsOf(services: Services, guildId: string): Set<string> {
  const masked = maskedOf(services, guildId)
  // Written by putNote below alone.
  masked.ids ??= new Set(JSON.parse(noteOf(services, guildId, 'masked')?.value ?? '[]') as string[])
  return masked.ids
}

function keep(services: Services, guildId: string): void {
  const { lost } = maskedOf(services, guildId)
  const told = [...idsOf(services, guildId)].filter(id => !lost.has(id))
  putNote(services, guildId, 'masked', JSON.stringify(told))
  noteChanged(services, guildId, 'channel')
}

/** @param wasKnown whether it was seen whole before: then somebody has blinded the bot */
export function noteMasked(services: Services, guildId: string, channelId: string, wasKnown: boolean): void {
  const ids = idsOf(services, guildId)
  if (ids.has(channelId)) return
  ids.add(channelId)
  if (!wasKnown) return keep(services, guildId)
  maskedOf(services, guildId).lost.add(channelId)
  const timers = timersOf(services)
  if (!timers.has(guildId)) timers.set(guildId, setTimeout(() => tellLost(services, guildId), togetherMs).unref())
}

/** A channel that is in sight again, or gone. */
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
  tellBlinded(services, guildId, lost)
  // Only now: after a kill in between it is told at the next start.
  keep(services, guildId)
}

/** Whether channels went out of sight that nobody was told of yet. */
export const hasUntold = (services: Services, guildId: string): boolean => maskedOf(services, guildId).lost.size > 0

export const isHiddenNow = (services: Services, guildId: string, channelId: string): boolean =>
  idsOf(services, guildId).has(channelId)

/** What was masked is not known any more. */
export function forgetMasked(services: Services, guildId: string): void {
  const masked = maskedOf(services, guildId)
  clearTimeout(timersOf(services).get(guildId))
  timersOf(services).delete(guildId)
  masked.ids = undefined
  masked.lost.clear()
}

/** At a shutdown: what was not told yet is told after the next start. */
export function stopTellingMasked(services: Services): void {
  for (const timer of timersOf(services).values()) clearTimeout(timer)
  timersOf(services).clear()
}

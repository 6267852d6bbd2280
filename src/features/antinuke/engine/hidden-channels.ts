import { type Services, state } from '#kernel/feature.ts'
import { raise } from '../alarms/alarm.ts'
import antinuke from '../contract.ts'
import { edited } from './audit-actions.ts'
import type { Action } from './audit-entry.ts'
import { hourMs } from './count.ts'
import { recountAction } from './ledger.ts'
import { shareOf } from './membership.ts'
import { cappedForOneClick } from './overwrites.ts'

/** What somebody hid in one channel within the hour: what they show again they have not hidden. */
interface Hiding {
  channel: string
  /** The server's id for @everyone, or a role. */
  from: string
  at: number
  entry: string
  /**
   * How much was hidden, with the channels that follow a category and without members to whom another role shows it.
   */
  whole: number
  /** The share of all members to whom they have shown it since. */
  shown: number
  weight: number
}
interface Changes {
  hidings: Hiding[]
  /** Channels that they showed to some role. */
  showings: { channel: string; at: number }[]
  /** When the owner was last told (Unix ms). */
  toldAt: number
}
const changesOf = state(() => new Map<string, Changes>())

/**
 * The factor for a channel that is hidden from everybody and shown to some role. It becomes private, which is set up
 * for a whole server at once.
 */
const madePrivate = 0.3

function recentChanges(services: Services, guildId: string, actorId: string, at: number): Changes {
  const all = changesOf(services, guildId)
  const isRecent = (one: { at: number }) => Math.abs(at - one.at) < hourMs
  const known = all.get(actorId)
  const changes: Changes = {
    hidings: known?.hidings.filter(isRecent) ?? [],
    showings: known?.showings.filter(isRecent) ?? [],
    toldAt: known?.toldAt ?? -Infinity,
  }
  all.set(actorId, changes)
  for (const [id, { hidings, showings }] of all)
    if (id !== actorId && ![...hidings, ...showings].some(isRecent)) all.delete(id)
  return changes
}

const privately = ({ whole, shown, weight }: Hiding): number =>
  Math.min(weight, Math.max(edited, madePrivate * (1 - shown) * cappedForOneClick(whole)))

/**
 * Lowers the count of what somebody shows again, or shows to a role. @returns whether they had hidden it from those to
 * whom they show it
 */
function takeBack(services: Services, guildId: string, { hidings }: Changes, channel: string, to: string): boolean {
  let isBack = false
  for (const hiding of hidings) {
    if (hiding.channel !== channel || (hiding.from !== to && hiding.from !== guildId)) continue
    const isSame = hiding.from === to
    hiding.shown = isSame ? 1 : Math.max(hiding.shown, shareOf(services, guildId, to))
    const weight = isSame ? Math.min(hiding.weight, edited) : privately(hiding)
    if (weight < hiding.weight) recountAction(services, guildId, hiding.entry, weight)
    hiding.weight = weight
    isBack ||= isSame
  }
  return isBack
}

/**
 * Returns what hiding or showing a channel counts, after what the same person did with it within the hour.
 * @param weight what it counts by itself
 */
export function weightOfSight(services: Services, guildId: string, action: Action, weight: number): number {
  const { actorId, sight, targetId: channel, at } = action
  if (!sight || actorId === null || channel === null) return weight
  const changes = recentChanges(services, guildId, actorId, at)
  if (sight.hides > 0) {
    const isPrivate = sight.of === guildId && changes.showings.some(one => one.channel === channel)
    return isPrivate ? Math.min(weight, Math.max(edited, madePrivate * weight)) : weight
  }
  const isBack = takeBack(services, guildId, changes, channel, sight.of)
  if (sight.of !== guildId) changes.showings.push({ channel, at })
  return isBack ? Math.min(weight, edited) : weight
}

/**
 * Remembers what somebody hid, once it is counted, and tells the owner if that is a lot more than what it counted: it
 * may well be intended.
 */
export function noteHidden(services: Services, guildId: string, action: Action, weight: number): void {
  const { actorId, sight, targetId: channel, at, entryId: entry } = action
  if (!sight || sight.hides === 0 || actorId === null || channel === null) return
  const changes = recentChanges(services, guildId, actorId, at)
  changes.hidings.push({ channel, from: sight.of, at, entry, whole: sight.hides, shown: 0, weight })
  const { hidings, toldAt } = changes
  const uncounted = hidings.reduce((sum, one) => sum + Math.max(0, one.whole * (1 - one.shown) - one.weight), 0)
  if (at - toldAt < hourMs || uncounted < services.settings.read(guildId, antinuke).limits.anti_channel.minute) return
  changes.toldAt = at
  raise(services, guildId, {
    title: 'Many channels are hidden',
    text: `<@${actorId}> hid ${hidings.length} channels or categories from most members within the hour. That may well be intended, so nothing was done about it. If it is not, show them again with *Time machine*.`,
    ownerKey: `hidden ${actorId}`,
  })
}

import type { Action } from './audit-entry.ts'

export const minuteMs = 60_000
export const hourMs = 60 * minuteMs

/** What is known about an action besides its entry. */
export interface Circumstances {
  /** Whether the same actor made the object a short while ago. */
  isOwn: boolean
  /**
   * Whether it was done to somebody who joined within a day and can do no harm, or is no member; where power was given,
   * whether to somebody who joined within a day, to a bot, or by somebody who was given it themselves a while ago.
   */
  newcomer: boolean
  /** The same of somebody who joined within a week. */
  recent?: boolean
  /** How many things the actor gave the same name within the hour before. */
  alike: number
  /** The same of names that differ in their numbers alone, where things that were there were given them. */
  numbered?: number
  /** Whether a timeout that ends within the hour is not the first within three. */
  timedOutAgain?: boolean
  /** Whether the actor has changed the server's name or icon within the hour before. */
  triedOut?: boolean
  /**
   * What the actor made itself longer ago: a bot's channel for a few, as tickets are, or something else; 'ticket' is the
   * former, where people remove it.
   */
  madeBefore?: 'closed' | 'open' | 'ticket' | undefined
  /** Whether a bot did it. */
  bot: boolean
}

/** As many things of one name are no sign of anything: five categories may each have their `chat`. */
const sameNames = 5
/** A thousand raiders may be banned in an hour. */
const ofNewcomer = 0.01
/** Raiders wait for days before they begin. */
const ofRecent = 0.1
/** Whoever has a hoisted or unreadable name is given the same one by moderators' bots, and names are put back. */
const nameOfMany = 0.1
/** Thirty rooms are named by number when they are rearranged, and closed to some role on the way; a whole server is not. */
const numberedName = 0.06
/** Who is timed out for an hour every hour says nothing all day; those who spam again are few. */
const timedOutLonger = 0.1
/** A name and an icon are tried out until they look right, and are put back. */
const faceAgain = 0.25
/** A server's staff is appointed several at a time, of those who are there. */
export const ofAppointed = 0.5
/** Taken away is for days what was once made: by whom an event was for, log channels, and tickets many at a time. */
const ownBefore = { open: 0.25, closed: 0.05, ticket: 0.25 }
/** Bridges, loggers and bots that speak as somebody else have a webhook of their own name in each channel. */
const webhookOfBot = 0.1
/** What Discord's client calls a role until somebody names it. */
const unnamed = 'new role'

/** How much of a module's limit an action uses up. What one has just made oneself one may delete. */
export function weightOf(action: Action, known: Circumstances): number {
  const { isOwn, newcomer, recent, alike, numbered = 0, timedOutAgain, triedOut, madeBefore, bot } = known
  const { weight, operation, gave, given, severe } = action
  if (
    isOwn &&
    !severe &&
    (operation === 'remove' || (operation === 'change' && (gave === null || gave.to === 'member')))
  )
    return 0
  if (madeBefore !== undefined && operation === 'remove') return Math.min(weight, ownBefore[madeBefore])
  // Three may be appointed at once; what they do with it adds up.
  const isAppointment =
    operation === 'give' && gave?.to === 'member' && action.object?.kind === 'member' && given === null
  if (isAppointment && !newcomer) return Math.min(weight, ofAppointed)
  if ((newcomer || recent) && action.toNewcomer !== undefined) return action.toNewcomer
  if (newcomer && gave === null) return Math.min(weight, ofNewcomer)
  if (recent && gave === null) return Math.min(weight, ofRecent)
  if (triedOut && action.face) return Math.min(weight, faceAgain)
  if (timedOutAgain) return Math.max(weight, timedOutLonger)
  const isNamedAlike = given !== null && given !== unnamed && alike >= sameNames
  if (isNamedAlike && weight > 0) return Math.max(weight, action.object?.kind === 'member' ? nameOfMany : 1)
  if (numbered >= sameNames && operation === 'change') return Math.max(weight, numberedName)
  const isFirstOfBot = bot && operation === 'create' && action.object?.kind === 'webhook' && alike === 0
  return isFirstOfBot ? Math.min(weight, webhookOfBot) : weight
}

/** What counted, and when (Unix ms). */
export interface Counted {
  at: number
  weight: number
}

/** Puts it where its time belongs; entries may arrive late and out of order. */
export function insertByTime<T extends Counted>(list: T[], one: T): void {
  const place = list.findLastIndex(({ at }) => at <= one.at)
  list.splice(place + 1, 0, one)
}

/**
 * The most that counted within any `windowMs` that `at` lies in.
 * @param list by time
 */
export function busiest(list: readonly Counted[], at: number, windowMs: number): number {
  let most = 0
  let sum = 0
  let from = 0
  for (const one of list) {
    if (one.at >= at + windowMs) break
    sum += one.weight
    while ((list[from]?.at ?? one.at) <= one.at - windowMs) sum -= list[from++]?.weight ?? 0
    if (one.at >= at) most = Math.max(most, sum)
  }
  return most
}

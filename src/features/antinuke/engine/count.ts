import type { Action } from './audit-entry.ts'

export const minuteMs = 60_000
export const hourMs = 60 * minuteMs

/** What is known about an action besides its entry. */
export interface Circumstances {
  /** Whether the same actor made the object a short while ago. */
  isOwn: boolean
  /**
   * Whether it was done to somebody who joined within a day and can do no harm, or who is no member. Where power was
   * given: whether it was given to somebody who joined within a day, or to a bot, or by somebody who recently received
   * it themselves.
   */
  newcomer: boolean
  /** Whether it was done to somebody who joined within a week. */
  recent?: boolean
  /** To how many things the actor gave the same name within an hour. */
  alike: number
  /** To how many existing things the actor gave a name that differs only in its numbers, within an hour. */
  numbered?: number
  /** Whether a timeout of up to an hour follows another one of the same person within three hours. */
  timedOutAgain?: boolean
  /** Whether the actor already changed the server's name or icon within the hour before. */
  triedOut?: boolean
  /**
   * What the actor made longer ago: 'closed' is a bot's channel for a few people, such as a ticket; 'open' is anything
   * else. 'ticket' is a bot's channel for a few that a person removes.
   */
  madeByRemover?: 'closed' | 'open' | 'ticket' | undefined
  /** Whether a bot did it. */
  bot: boolean
}

/** This many things of one name mean nothing yet: five categories may each have their `chat`. */
const sameNames = 5
/** The weight of what is done to newcomers: a thousand raiders may be banned in an hour. */
const ofNewcomer = 0.01
/** The weight for members of up to a week: raiders wait for days before they begin. */
const ofRecent = 0.1
/**
 * The weight of giving many members the same name: moderators' bots do that to hoisted or unreadable names, and names
 * can be put back.
 */
const nameOfMany = 0.1
/**
 * The weight of renaming things by number. Thirty rooms are numbered when they are rearranged, and closed to some role
 * along the way; a whole server is not.
 */
const numberedName = 0.06
/**
 * The weight of another short timeout: somebody timed out for an hour, every hour, is silent all day. Few people spam
 * again after a timeout.
 */
const timedOutLonger = 0.1
/**
 * The weight of changing the server's name or icon again: people try them out until they look right, and they are put
 * back.
 */
const faceAgain = 0.25
/**
 * The weight of appointing somebody who has been there for a while: a server's staff is appointed several at a time.
 */
export const ofAppointed = 0.5
/**
 * The weights of removing, many at a time, what one made longer ago, such as an event's channels and log channels, and
 * tickets.
 */
const ownBefore = { open: 0.25, closed: 0.05, ticket: 0.25 }
/**
 * The weight of a bot's own webhook: bridges, loggers and bots that speak as somebody else have one of that name in
 * each channel.
 */
const webhookOfBot = 0.1
/** The name that Discord's client gives a role until somebody renames it. */
const unnamed = 'new role'

/** Returns how much of a module's limit an action uses up. Deleting what one has just made counts nothing. */
export function weightOf(action: Action, known: Circumstances): number {
  const { isOwn, newcomer, recent, alike, numbered = 0, timedOutAgain, triedOut, madeByRemover, bot } = known
  const { weight, operation, gave, given, severe } = action
  if (
    isOwn &&
    !severe &&
    (operation === 'remove' || (operation === 'change' && (gave === null || gave.to === 'member')))
  )
    return 0
  if (madeByRemover !== undefined && operation === 'remove') return Math.min(weight, ownBefore[madeByRemover])
  // Several may be appointed at once; what they do with their power adds up.
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

/** The weight of something that counted, and when it happened (Unix ms). */
export interface Counted {
  at: number
  weight: number
}

/** Inserts an item in order of time; entries may arrive late and out of order. */
export function insertByTime<T extends Counted>(list: T[], one: T): void {
  const place = list.findLastIndex(({ at }) => at <= one.at)
  list.splice(place + 1, 0, one)
}

/**
 * Returns the largest sum of weights within any `windowMs` that contains `at`.
 * @param list in order of time
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

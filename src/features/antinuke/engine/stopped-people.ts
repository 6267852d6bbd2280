import { type Services, state } from '#kernel/feature.ts'
import type { IncidentKey } from '../incidents/incidents.ts'
import type { ModuleKey } from '../modules/contract.ts'
import { hourMs } from './count.ts'

type Known = Pick<Services, 'memory' | 'now'>

/** How Discord's events confirm what was done against somebody: they left, or what they hold was changed. */
export type Confirmation = 'left' | 'changed'

/** Somebody who was stopped. What they still did at that moment belongs to the same incident. */
interface Stopped {
  incident: IncidentKey
  /** When it was decided (Unix ms). */
  at: number
  /** When an event since then first said that they left (Unix ms): if they join again, they are judged afresh. */
  left: number | undefined
  /** When an event since then first said that what they hold was changed (Unix ms). */
  changed: number | undefined
  /** Whether waiting for such an event has been given up. */
  isGivenUp: boolean
  /** The callbacks of those who wait for one. */
  waiting: Set<() => void>
  /** What continues when such an event comes later than anybody waited. */
  late: { what: Confirmation; asked: number; told(): void } | undefined
}

const stoppedOf = state(() => new Map<string, Stopped>())
/** People who were noted for going beyond a limit about which nothing is done, by person and module. */
const noticedOf = state(() => new Map<string, Pick<Stopped, 'incident' | 'at'>>())

const nobody = 'nobody'
/** How long what somebody did belongs to what they were stopped for (ms); Discord's entries may be late. */
const sameMs = 10 * 60_000
/** How long it is known that everything they did before is noted already (ms): nothing older counts. */
const toldMs = hourMs
/** How long a bot may be reported as added before it is reported as a member (ms). */
const joiningMs = 10_000
/** How late Discord's events may be, compared with its answers (ms). After this, work begins with what has arrived. */
export const lateMs = 2000
/**
 * How long after something was done against somebody Discord's event about it may come (ms). A later one is about
 * something else; if none came, it was lost with a session.
 */
export const confirmationMs = 60_000

const setMark = <T extends { at: number }>(map: Map<string, T>, key: string, mark: T): void => {
  for (const [id, { at }] of map) if (mark.at - at > toldMs) map.delete(id)
  map.set(key, mark)
}

/** Returns how somebody was stopped, if they were. @param userId null for somebody unknown */
export const stoppedBefore = (services: Known, guildId: string, userId: string | null): Stopped | undefined =>
  stoppedOf(services, guildId).get(userId ?? nobody)

/** The same, for somebody who was stopped within the last ten minutes. @param userId null for somebody unknown */
export function stoppedLately(services: Known, guildId: string, userId: string | null): Stopped | undefined {
  const mark = stoppedBefore(services, guildId, userId)
  return mark && Math.abs(services.now() - mark.at) <= sameMs ? mark : undefined
}

/** Remembers that something is being done against somebody. @param userId null for somebody unknown */
export const noteStopped = (services: Known, guildId: string, userId: string | null, incident: IncidentKey): void =>
  setMark(stoppedOf(services, guildId), userId ?? nobody, {
    incident,
    at: services.now(),
    left: undefined,
    changed: undefined,
    isGivenUp: false,
    waiting: new Set<() => void>(),
    late: undefined,
  })

/** Forgets that somebody was stopped. */
export const forgetStopped = (services: Known, guildId: string, userId: string): void =>
  void stoppedOf(services, guildId).delete(userId)

/**
 * When the first event confirmed it. After somebody left, no other events about them come, but an earlier one counts.
 */
function firstConfirmation({ left, changed }: Stopped, what: Confirmation): number | undefined {
  if (what === 'left' || changed === undefined) return left
  return left === undefined ? changed : Math.min(left, changed)
}

/** Notes an event that somebody left, or that what they hold was changed. */
export function noteConfirmation(services: Known, guildId: string, userId: string, what: Confirmation): void {
  const mark = stoppedOf(services, guildId).get(userId)
  if (!mark) return
  mark[what] ??= services.now()
  for (const resume of mark.waiting) resume()
  const { late } = mark
  if (!late || firstConfirmation(mark, late.what) === undefined) return
  mark.late = undefined
  if (Math.abs(services.now() - late.asked) <= confirmationMs) late.told()
}

/**
 * When Discord's events confirmed what was done against somebody (Unix ms). Events arrive in order, so anything
 * reported before that may have happened before it.
 * @returns undefined while none has, and where another process stopped them
 */
export function confirmedAt(services: Known, guildId: string, userId: string, what: Confirmation): number | undefined {
  const mark = stoppedOf(services, guildId).get(userId)
  return mark && firstConfirmation(mark, what)
}

/**
 * Resolves once Discord's events have confirmed what was done against somebody: events arrive in order, so everything
 * they did before is known by then. Returns undefined, so that nobody waits, for people who were stopped by another
 * process or not at all.
 */
export function untilConfirmed(
  services: Known,
  guildId: string,
  userId: string,
  what: Confirmation,
): Promise<void> | undefined {
  const mark = stoppedOf(services, guildId).get(userId)
  const isTold = (one: Stopped) => firstConfirmation(one, what) !== undefined || one.isGivenUp
  if (!mark || isTold(mark)) return undefined
  return new Promise(resolve => {
    const resume = () => {
      if (!isTold(mark)) return
      clearTimeout(timer)
      mark.waiting.delete(resume)
      resolve()
    }
    const timer = setTimeout(() => {
      mark.isGivenUp = true
      resume()
    }, lateMs)
    mark.waiting.add(resume)
  })
}

/**
 * Calls `told` if the confirming event still comes, soon after waiting for it was given up. Only the last caller is
 * called; nobody is where the event has come already.
 */
export function whenConfirmedLate(
  services: Known,
  guildId: string,
  userId: string,
  what: Confirmation,
  told: () => void,
): void {
  const mark = stoppedOf(services, guildId).get(userId)
  if (mark && firstConfirmation(mark, what) === undefined) mark.late = { what, asked: services.now(), told }
}

/** Forgets that somebody was stopped when they were removed and are let in again: they have to be stopped anew. */
export function noteStoppedJoined(services: Known, guildId: string, userId: string): void {
  const mark = stoppedOf(services, guildId).get(userId)
  if (mark && (mark.left !== undefined || Math.abs(services.now() - mark.at) > joiningMs))
    forgetStopped(services, guildId, userId)
}

const noticeKey = (userId: string | null, module: ModuleKey) => `${userId ?? nobody}|${module}`

/**
 * The incident in which it is noted that somebody went beyond a module's limit about which nothing is done.
 * @returns the incident, and whether what they do now still belongs to it
 */
export function noticedBefore(
  services: Known,
  guildId: string,
  { actorId, module }: { actorId: string | null; module: ModuleKey },
): { incident: IncidentKey; isSame: boolean } | undefined {
  const mark = noticedOf(services, guildId).get(noticeKey(actorId, module))
  return mark && { incident: mark.incident, isSame: Math.abs(services.now() - mark.at) <= sameMs }
}

export const noteNoticed = (
  services: Known,
  guildId: string,
  { actorId, module }: { actorId: string | null; module: ModuleKey },
  incident: IncidentKey,
): void => setMark(noticedOf(services, guildId), noticeKey(actorId, module), { incident, at: services.now() })

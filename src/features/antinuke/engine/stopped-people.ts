import { type Services, state } from '#kernel/feature.ts'
import type { IncidentKey } from '../incidents/incidents.ts'
import type { ModuleKey } from '../modules/contract.ts'
import { hourMs } from './count.ts'

type Known = Pick<Services, 'memory' | 'now'>

/** How Discord tells of what was done against somebody: that they left, or that what they hold was changed. */
export type Telling = 'left' | 'changed'

/** Whoever was stopped: what they still did then belongs to the same incident. */
interface Stopped {
  incident: IncidentKey
  /** When it was decided (Unix ms). */
  at: number
  /** When Discord has told first, since then, that they have gone (Unix ms): whoever joins again is somebody new. */
  left: number | undefined
  /** When Discord has told first, since then, that what they hold was changed (Unix ms). */
  changed: number | undefined
  /** Whether nobody waits any longer for Discord to tell of it. */
  isGivenUp: boolean
  /** Whoever does. */
  waiting: Set<() => void>
  /** What goes on once Discord tells of it later than anybody waited. */
  late: { what: Telling; asked: number; told(): void } | undefined
}

const stoppedOf = state(() => new Map<string, Stopped>())
/** Of whom it was noted that they went beyond a limit where nothing is done about it, by module. */
const noticedOf = state(() => new Map<string, Pick<Stopped, 'incident' | 'at'>>())

const nobody = 'nobody'
/** For how long what somebody did belongs to what they were stopped for; Discord's entries may be late. */
const sameMs = 10 * 60_000
/** For how long it is known that what they did until then is told already: what counts is as old at most. */
const toldMs = hourMs
/** A bot may be told of as added before it is told of as a member (ms). */
const joiningMs = 10_000
/** How long Discord's events may be late against its answers: what is there by then is begun with (ms). */
export const lateMs = 2000
/**
 * How long after somebody was dealt with Discord may still tell of it (ms): what comes later is something else, and what
 * should have come was lost with a session.
 */
export const tellingMs = 60_000

const set = <T extends { at: number }>(map: Map<string, T>, key: string, mark: T): void => {
  for (const [id, { at }] of map) if (mark.at - at > toldMs) map.delete(id)
  map.set(key, mark)
}

/** @param userId null for somebody unknown */
export const stoppedBefore = (services: Known, guildId: string, userId: string | null): Stopped | undefined =>
  stoppedOf(services, guildId).get(userId ?? nobody)

/** @param userId null for somebody unknown */
export function stoppedLately(services: Known, guildId: string, userId: string | null): Stopped | undefined {
  const mark = stoppedBefore(services, guildId, userId)
  return mark && Math.abs(services.now() - mark.at) <= sameMs ? mark : undefined
}

/** Remembers that something is being done against somebody. @param userId null for somebody unknown */
export const noteStopped = (services: Known, guildId: string, userId: string | null, incident: IncidentKey): void =>
  set(stoppedOf(services, guildId), userId ?? nobody, {
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

/** Whoever left is told of nothing else, but what was told first counts. */
function firstTold({ left, changed }: Stopped, what: Telling): number | undefined {
  if (what === 'left' || changed === undefined) return left
  return left === undefined ? changed : Math.min(left, changed)
}

/** Discord tells that somebody left, or that what they hold was changed. */
export function noteTold(services: Known, guildId: string, userId: string, what: Telling): void {
  const mark = stoppedOf(services, guildId).get(userId)
  if (!mark) return
  mark[what] ??= services.now()
  for (const resume of mark.waiting) resume()
  const { late } = mark
  if (!late || firstTold(mark, late.what) === undefined) return
  mark.late = undefined
  if (Math.abs(services.now() - late.asked) <= tellingMs) late.told()
}

/**
 * When Discord's events have told of what was done against somebody who was stopped (Unix ms): they come in their order, so
 * whatever was told of until then may be from before.
 * @returns undefined while they have not, and where another process stopped them
 */
export function toldAt(services: Known, guildId: string, userId: string, what: Telling): number | undefined {
  const mark = stoppedOf(services, guildId).get(userId)
  return mark && firstTold(mark, what)
}

/**
 * Resolves once Discord's events have told of what was done against somebody who was stopped: they come in their order, so
 * everything that they did before is known by then. Whoever was stopped by another process, or never left, holds up nobody.
 */
export function untilTold(services: Known, guildId: string, userId: string, what: Telling): Promise<void> | undefined {
  const mark = stoppedOf(services, guildId).get(userId)
  const isTold = (one: Stopped) => firstTold(one, what) !== undefined || one.isGivenUp
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
 * Calls back if Discord tells soon after all of what nobody waits for any longer: whoever asked last, and nobody where nothing
 * is missing.
 */
export function whenToldLate(services: Known, guildId: string, userId: string, what: Telling, told: () => void): void {
  const mark = stoppedOf(services, guildId).get(userId)
  if (mark && firstTold(mark, what) === undefined) mark.late = { what, asked: services.now(), told }
}

/** Whoever was thrown out and is let in again has to be stopped again. */
export function noteStoppedJoined(services: Known, guildId: string, userId: string): void {
  const mark = stoppedOf(services, guildId).get(userId)
  if (mark && (mark.left !== undefined || Math.abs(services.now() - mark.at) > joiningMs))
    forgetStopped(services, guildId, userId)
}

const noticeKey = (userId: string | null, module: ModuleKey) => `${userId ?? nobody}|${module}`

/**
 * That somebody went beyond a module's limit, with nothing done about it, is noted in an incident.
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
): void => set(noticedOf(services, guildId), noticeKey(actorId, module), { incident, at: services.now() })

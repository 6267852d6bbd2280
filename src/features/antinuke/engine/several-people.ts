import { type Services, state } from '#kernel/feature.ts'
import { raise } from '../alarms/alarm.ts'
import { type Limit, moduleLabel } from '../modules/contract.ts'
import type { Action } from './audit-entry.ts'
import { busiest, type Counted, hourMs, insertByTime, minuteMs } from './count.ts'

/** Something that somebody did without being stopped for it. */
interface NotedAction extends Counted {
  actorId: string
}
interface NotedActions {
  list: NotedAction[]
  /** When the owner was last told (Unix ms). */
  toldAt: number
}
const notedIn = state(() => new Map<string, NotedActions>())

/** Acts of less weight are what staff do all day. */
const least = 0.1
/** This many times what one person may do takes at least four people. */
const times = 3
const mostKept = 500
const mostNamed = 10

/** Forgets what somebody did who is stopped: their incident shows it. */
export function forgetActionsOf(services: Pick<Services, 'memory'>, guildId: string, userId: string): void {
  for (const noted of notedIn(services, guildId).values())
    noted.list = noted.list.filter(({ actorId }) => actorId !== userId)
}

/**
 * Tells the owner when several people together do much more of something than one of them may, with less than that
 * each. Staff may well do that together, so nobody is stopped for it.
 */
export function noteAction(
  services: Services,
  guildId: string,
  { actorId, module, at }: Action,
  weight: number,
  limit: Limit,
): void {
  if (actorId === null || weight < least) return
  const all = notedIn(services, guildId)
  const noted = all.get(module) ?? { list: [], toldAt: -Infinity }
  all.set(module, noted)
  noted.list = noted.list.filter(one => Math.abs(at - one.at) < hourMs).slice(-mostKept)
  insertByTime(noted.list, { actorId, at, weight })
  const isMuch = (windowMs: number, most: number) => busiest(noted.list, at, windowMs) >= times * most
  const windowMs = isMuch(minuteMs, limit.minute) ? minuteMs : isMuch(hourMs, limit.hour) ? hourMs : undefined
  if (windowMs === undefined || at - noted.toldAt < hourMs) return
  noted.toldAt = at
  const people = [...new Set(noted.list.filter(one => at - one.at < windowMs).map(one => one.actorId))]
  const named = people.slice(0, mostNamed).map(id => `<@${id}>`)
  const more = people.length > mostNamed ? ` and ${people.length - mostNamed} more` : ''
  const within = windowMs === minuteMs ? 'a minute' : 'an hour'
  raise(services, guildId, {
    title: 'Several people do a lot at once',
    text: `Within ${within}, ${named.join(', ')}${more} together did ${times} times as much as ${moduleLabel(module)} lets one person do, with less than that each. That may well be intended, so nothing was done about it. If it is not, lock the server down with *Posture* and put back what they changed with *Time machine*.`,
    ownerKey: `several ${module}`,
  })
}

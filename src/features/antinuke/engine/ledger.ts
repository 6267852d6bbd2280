import { and, eq, gt } from 'drizzle-orm'
import { SnowflakeUtil } from 'discord.js'
import { type Services, state } from '#kernel/feature.ts'
import type { Action } from './audit-entry.ts'
import { actionOfEntry, type CountedAction, insertAction } from './action-rows.ts'
import { busiest, type Circumstances, type Counted, hourMs, minuteMs, ofAppointed } from './count.ts'
import type { Sums } from './decide.ts'
import { addTo, dayMs, freshLedger, keptMs, type Ledger, listOf, tidy } from './ledger-memory.ts'
import { nameKey, stemKey } from './name-keys.ts'
import { type Links, rootsOf } from './links.ts'
import { forgetLinks, forgetPower, linksOf } from './passed-power.ts'
import { antinukeActions as rows } from './table.ts'

/** How long deleting what one made counts nothing (ms). For people, it then counts in part until a day is over. */
const ownForMs = { bot: dayMs, person: hourMs }
/** An object younger than this may be deleted before Discord's entry about its maker arrives (ms). */
const unknownMakerMs = 10_000
/** How long a bot is taken to do what the person who added it wants (ms). */
const addedForMs = hourMs

const emptyLedger = (): { ledger: Ledger | undefined } => ({ ledger: undefined })
const ledgerState = state(emptyLedger)

function enter(ledger: Ledger, links: Links, row: CountedAction, madeIn: Action['madeIn'] = null): void {
  const { entry, actorId, module, operation, weight, at, objectKind, targetId, given } = row
  ledger.seen.set(entry, at)
  if (at < ledger.tidiedAt - keptMs) ledger.isCatchingUp = true
  if (module === 'anti_emoji' && actorId !== null && targetId !== null) ledger.adders.set(targetId, { by: actorId, at })
  const root = accountBehind(ledger, actorId, at)
  const counted = { at, weight }
  for (const [map, key] of sumsOf(ledger, links, row)) addTo(map, key, counted)
  if (isAppointment(row)) addTo(ledger.appointed, `${root}`, { at, weight: ofAppointed })
  // The row of something that its maker has deleted again counts nothing.
  const named = operation === 'give' || weight === 0 ? null : nameKey(actorId, objectKind, { given, madeIn })
  if (operation === 'create' && targetId !== null) ledger.made.set(targetId, { actorId, at, counted, entry, named })
  if (named !== null) listOf(ledger.named, named).push(at)
  const stem = weight === 0 ? null : stemKey(actorId, objectKind, row)
  if (stem !== null) listOf(ledger.named, stem).push(at)
}

/** Whether an action made somebody an administrator: giving other power counts less. */
const isAppointment = ({ operation, objectKind, weight }: CountedAction): boolean =>
  operation === 'give' && objectKind === 'member' && weight >= ofAppointed

/** The sums to which an action adds. */
function sumsOf(ledger: Ledger, links: Links, row: CountedAction): [Map<string, Counted[]>, key: string][] {
  const { actorId, module, operation, weight, at } = row
  const root = accountBehind(ledger, actorId, at)
  const isMinor = weight < 1 && operation !== 'give'
  return [
    [ledger.counted, `${root}|${module}`],
    ...rootAccountsOf(links, root, row).flatMap((above): [Map<string, Counted[]>, string][] => {
      const key = `${above}|${module}`
      return isMinor
        ? [
            [ledger.together, key],
            [ledger.minor, key],
          ]
        : [[ledger.together, key]]
    }),
  ]
}

/** Who is behind an action: for a bot that was just added, the person who added it. */
function accountBehind({ adders }: Ledger, actorId: string | null, at: number): string | null {
  const added = actorId === null ? undefined : adders.get(actorId)
  return added && Math.abs(at - added.at) < addedForMs ? added.by : actorId
}

/** The root accounts of an action, found through everybody who passed power on. */
const rootAccountsOf = (
  links: Links,
  root: string | null,
  { at, needs }: Pick<CountedAction, 'at' | 'needs'>,
): string[] => (root === null ? [] : rootsOf(links, root, at, BigInt(needs)))

/** Whether the actor has the power for an action from somebody who is counted, and only since recently. */
export function hasPassedPower(
  services: Store,
  guildId: string,
  { actorId, at, needs }: Pick<Action, 'actorId' | 'at' | 'needs'>,
): boolean {
  const root = accountBehind(ledgerOf(services, guildId), actorId, at)
  return rootAccountsOf(linksOf(services, guildId), root, { at, needs: String(needs) }).some(above => above !== root)
}

/** Drops what no limit looks at any more, for servers in which nothing happens. */
export function tidyLedger(services: Store, guildId: string): void {
  const { ledger } = ledgerState(services, guildId)
  if (ledger) tidy(ledger, services.now())
}

type Store = Pick<Services, 'db' | 'now' | 'memory'>

function ledgerOf(services: Store, guildId: string): Ledger {
  const held = ledgerState(services, guildId)
  if (held.ledger) {
    tidy(held.ledger, services.now())
    return held.ledger
  }
  const ledger = freshLedger(services.now())
  const stored = services.db
    .select()
    .from(rows)
    .where(and(eq(rows.guildId, guildId), gt(rows.at, services.now() - dayMs)))
    .orderBy(rows.at)
    .all()
  const links = linksOf(services, guildId)
  for (const row of stored) enter(ledger, links, row)
  held.ledger = ledger
  return ledger
}

/** Loads what recently counted, before anything new does. */
export function prepareLedger(services: Store, guildId: string): void {
  linksOf(services, guildId)
  ledgerOf(services, guildId)
}

/** Returns what the ledger knows about an action that is not in it yet. */
export function circumstances(
  services: Store,
  guildId: string,
  action: Action,
  actor: { bot: boolean } | undefined,
): Omit<Circumstances, 'newcomer'> {
  const { made, named, since } = ledgerOf(services, guildId)
  const { targetId, actorId, at, object } = action
  const own = targetId === null ? undefined : made.get(targetId)
  const age = own && actorId !== null && own.actorId === actorId ? at - own.at : Infinity
  const recent = age < ownForMs[actor?.bot ? 'bot' : 'person']
  // Nobody has lost anything with something that has only just been made, and the entry about its maker arrives later.
  const isThing = targetId !== null && object !== null && object.kind !== 'member'
  const bornAt = isThing ? SnowflakeUtil.timestampFrom(targetId) : -Infinity
  const isYoung = !own && bornAt > since && at - bornAt < unknownMakerMs
  const lately = (key: string | null) =>
    key === null ? 0 : (named.get(key) ?? []).filter(time => Math.abs(at - time) < hourMs).length
  const kind = object?.kind ?? null
  return {
    isOwn: recent || isYoung,
    madeByRemover: age < dayMs ? 'open' : undefined,
    alike: lately(nameKey(actorId, kind, action)),
    numbered: lately(stemKey(actorId, kind, action)),
    bot: actor?.bot === true,
  }
}

/** Remembers who made something, whether or not that counts. */
export function noteMaker(
  services: Store,
  guildId: string,
  { operation, targetId, actorId, at, entryId }: Action,
): void {
  const { made } = ledgerOf(services, guildId)
  if (operation === 'create' && targetId !== null && !made.has(targetId))
    made.set(targetId, { actorId, at, counted: { at, weight: 0 }, entry: entryId, named: null })
}

/** Stops counting the creation of something that its maker deletes: tickets may be opened and closed all day. */
export function uncountMaking(services: Store, guildId: string, { operation, targetId, actorId }: Action): void {
  const { made, named } = ledgerOf(services, guildId)
  const own = operation === 'remove' && targetId !== null ? made.get(targetId) : undefined
  if (!own || own.actorId !== actorId || own.counted.weight === 0) return
  const times = named.get(own.named ?? '') ?? []
  if (times.includes(own.at)) times.splice(times.indexOf(own.at), 1)
  reweigh(services, guildId, own, 0)
}

function reweigh(services: Store, guildId: string, one: { counted: Counted; entry: string }, weight: number): void {
  one.counted.weight = weight
  services.db
    .update(rows)
    .set({ weight })
    .where(and(eq(rows.guildId, guildId), eq(rows.entry, one.entry)))
    .run()
}

/** Changes the weight of an action that was counted. */
export function recountAction(services: Store, guildId: string, entry: string, weight: number): void {
  const row = actionOfEntry(services, guildId, entry)
  if (!row) return
  const ledger = ledgerOf(services, guildId)
  const list = ledger.counted.get(`${accountBehind(ledger, row.actorId, row.at)}|${row.module}`)
  const counted = list?.find(one => one.at === row.at && one.weight === row.weight)
  if (counted) reweigh(services, guildId, { counted, entry }, weight)
}

/** Whether somebody is known to have made something within a day, whether or not that counted. */
export const hasMade = (services: Store, guildId: string, actorId: string, targetId: string): boolean =>
  ledgerOf(services, guildId).made.get(targetId)?.actorId === actorId

export function isCounted(services: Store, guildId: string, entryId: string): boolean {
  const { seen, droppedUntil } = ledgerOf(services, guildId)
  if (seen.has(entryId)) return true
  const isOld = /^\d+$/.test(entryId) && SnowflakeUtil.timestampFrom(entryId) < droppedUntil
  return isOld && actionOfEntry(services, guildId, entryId) !== undefined
}

/** The largest minute and the largest hour of several sums. */
const mostOf = (all: readonly Sums[]): Sums | undefined =>
  all.length === 0
    ? undefined
    : { minute: Math.max(...all.map(({ minute }) => minute)), hour: Math.max(...all.map(({ hour }) => hour)) }

/** The time over which making administrators adds up (ms). */
const appointedMs = 10 * minuteMs

/**
 * Counts an action with a weight.
 * @returns the sums for its module in the busiest minute and hour around it: `own` of its actor, with the bots that
 * they added; `together` of everybody with the same root account; `minor` for the part of that which counts less than
 * one each time. If it made an administrator, `appointed` is what counts of that in ten minutes. Undefined when it was
 * counted before
 */
export function countAction(
  services: Store,
  guildId: string,
  { entryId, type, actorId, module, operation, at, object, targetId, name, given, madeIn, does, needs }: Action,
  weight: number,
): { own: Sums; together: Sums | undefined; minor: Sums | undefined; appointed: number } | undefined {
  const row = {
    guildId,
    entry: entryId,
    type,
    actorId,
    module,
    operation,
    weight,
    at,
    objectKind: object?.kind ?? null,
    targetId,
    name,
    given,
    needs: String(needs),
    does,
  }
  const ledger = ledgerOf(services, guildId)
  if (ledger.seen.has(entryId)) return undefined
  if (!insertAction(services, row)) return undefined
  const links = linksOf(services, guildId)
  enter(ledger, links, row, madeIn)
  const sums = (list: readonly Counted[] = []): Sums => ({
    minute: busiest(list, at, minuteMs),
    hour: busiest(list, at, hourMs),
  })
  const root = accountBehind(ledger, actorId, at)
  const keys = rootAccountsOf(links, root, row)
    .filter(above => above !== root)
    .map(above => `${above}|${module}`)
  return {
    own: sums(ledger.counted.get(`${root}|${module}`)),
    together: mostOf(keys.map(key => sums(ledger.together.get(key)))),
    minor: mostOf(keys.map(key => sums(ledger.minor.get(key)))),
    appointed: isAppointment(row) ? busiest(ledger.appointed.get(`${root}`) ?? [], at, appointedMs) : 0,
  }
}

/**
 * Returns everybody who acts as one with `actorId` at `at`: the person who added it, and the bots which that person
 * added.
 */
export function actingTogether(services: Store, guildId: string, actorId: string, at: number): ReadonlySet<string> {
  const ledger = ledgerOf(services, guildId)
  const root = accountBehind(ledger, actorId, at) ?? actorId
  const added = [...ledger.adders].filter(([, { by, at: then }]) => by === root && Math.abs(at - then) < addedForMs)
  return new Set([root, ...added.map(([id]) => id), actorId])
}

/** Takes back an action that was counted but then not done. */
export function uncountAction(services: Store, guildId: string, action: Action): void {
  const { entryId, actorId, at, object } = action
  const row = actionOfEntry(services, guildId, entryId)
  if (!row) return
  services.db
    .delete(rows)
    .where(and(eq(rows.guildId, guildId), eq(rows.entry, entryId)))
    .run()
  const ledger = ledgerOf(services, guildId)
  const removeFrom = (list: Counted[] = [], counted = row.weight) => {
    const place = list.findIndex(one => one.at === at && one.weight === counted)
    if (place >= 0) list.splice(place, 1)
  }
  for (const [map, key] of sumsOf(ledger, linksOf(services, guildId), row)) removeFrom(map.get(key))
  if (isAppointment(row)) removeFrom(ledger.appointed.get(`${accountBehind(ledger, actorId, at)}`), ofAppointed)
  const kind = object?.kind ?? null
  if (action.operation !== 'give')
    for (const key of [nameKey(actorId, kind, action), stemKey(actorId, kind, action)])
      if (key !== null) ledger.named.get(key)?.pop()
  forgetPower(services, guildId, action)
}

/** Drops what is held in memory, so that it is read from the rows again. */
export const forgetActions = (services: Pick<Services, 'memory'>, guildId: string): void => {
  ledgerState(services, guildId).ledger = undefined
  forgetLinks(services, guildId)
}

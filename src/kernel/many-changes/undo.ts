import { and, eq, isNull } from 'drizzle-orm'
import type { GuildMember } from 'discord.js'
import { isDeepStrictEqual } from 'node:util'
import { UserError } from '#kit/errors.ts'
import { yieldToEventLoop } from '#kit/event-loop.ts'
import { checkChange, guildContext } from '../context.ts'
import type { Author, Feature, Services } from '../feature.ts'
import { labelOf } from '../history/entries.ts'
import { entryIds } from '../history/change-batches.ts'
import { refusalToChange } from '../history/may-restore.ts'
import { changedThing, shownKeys } from '../history/things.ts'
import { thingKey } from '../settings/thing-history.ts'
import type { Revision } from '../settings/revision.ts'
import { madeChanges } from '../storage/table.ts'
import { places } from './make.ts'
import { contextOf } from './things.ts'

type Row = typeof madeChanges.$inferSelect

/** The undoing of one history entry. */
interface UndoStep {
  feature: Feature
  revision: Revision
  /** What was changed again since then, by the names that people see. */
  since: readonly string[]
  /** The keys of the settings that it changed. */
  keys: readonly string[]
  /** Does the checks that are asynchronous. @throws UserError */
  check(author: Author): Promise<void>
  /** Stores the earlier values; synchronous. @throws UserError */
  save(author: Author): void
}

const asStored = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null))
const isStill = (now: unknown, made: unknown) => isDeepStrictEqual(asStored(now), asStored(made))

function undoSettingsChange(services: Services, member: GuildMember, feature: Feature, revision: Revision): UndoStep {
  const { contract } = feature
  const now: Readonly<Record<string, unknown>> = services.settings.read(member.guild.id, contract)
  const since = Object.entries(revision.changes).filter(([key, [, after]]) => !isStill(now[key], after))
  const patch = Object.fromEntries(Object.entries(revision.changes).map(([key, [before]]) => [key, before]))
  const ctx = guildContext(services, contract, member.guild, member)
  return {
    feature,
    revision,
    since: since.map(([key]) => `${contract.title}: ${labelOf(contract, key)}`),
    keys: Object.keys(patch),
    check: author => checkChange(ctx, contract, patch, author, { trial: true }),
    save: author => void ctx.save(patch, author),
  }
}

const gone = () => new UserError('changes.gone', 'These changes are no longer kept, so they cannot be taken back.', 404)

/** Returns the newest change of each of a feature's things, by the prefix of its keys. */
type Touched = (feature: Feature) => ReadonlyMap<string, number>

/**
 * Queries each feature once: one query for each of a server's many things would take a while. @param ids ids of changes
 */
function touchedFrom({ settings }: Services, guildId: string, ids: readonly number[]): Touched {
  const known = new Map<Feature, Map<string, number>>()
  const after = ids.reduce((least, id) => Math.min(least, id), Infinity) - 1
  return feature => {
    const before = known.get(feature)
    if (before) return before
    const newest = new Map<string, number>()
    for (const [key, { last }] of settings.touchedSince(guildId, feature.contract.name, after)) {
      const prefix = key.replace(/[^/]*$/, '')
      newest.set(prefix, Math.max(last, newest.get(prefix) ?? 0))
    }
    known.set(feature, newest)
    return newest
  }
}

/** Undoes a change of a thing: restores its fields, or removes it if it was created. */
function undoThingChange(
  services: Services,
  member: GuildMember,
  feature: Feature,
  revision: Revision,
  touched: Touched,
): UndoStep {
  const thing = changedThing(services, member, feature, revision)
  const { portable } = thing?.things ?? {}
  const [first = ''] = Object.keys(revision.changes)
  const prefix = first.replace(/[^/]*$/, '')
  if (!thing || !portable) throw gone()
  const { id, act, name, now = {}, things } = thing
  const keys = shownKeys(revision.changes)
  const isTouched = (touched(feature).get(prefix) ?? 0) > revision.id
  const isOther = keys.some(key => !isStill(now[thingKey(key)?.field ?? ''], revision.changes[key]?.[1]))
  const ctx = contextOf(services, member, feature)
  const patch = Object.fromEntries(keys.map(key => [thingKey(key)?.field ?? '', revision.changes[key]?.[0]]))
  return {
    feature,
    revision,
    since: isTouched || isOther ? [`${things.noun} “${name}”`] : [],
    keys: [],
    check: async () => undefined,
    save: author => (act === 'created' ? portable.remove(ctx, id, author) : things.put(ctx, id, patch, author)),
  }
}

/** Added to errors when one of them cannot be undone. */
const oneByOne = 'Take the others back one by one, in History.'

/** Adds to an error what to do instead, unless it may work later. */
const withAdvice = (error: unknown): unknown =>
  error instanceof UserError && error.status < 500 && error.status !== 429
    ? new UserError(error.code, `${error.message} ${oneByOne}`, error.status)
    : error

/** Yields the undoing of each entry, if nothing was changed again since. @throws UserError 404 or 409 */
function* undoSteps(services: Services, member: GuildMember, row: Row): Generator<UndoStep> {
  const { settings, features } = services
  const ids = entryIds.parse(row.revisions)
  const touched = touchedFrom(services, row.guildId, ids)
  for (const id of ids) {
    const [revision] = settings.history(row.guildId, { before: id + 1, after: id - 1, limit: 1 })
    const feature = features.find(({ contract }) => contract.name === revision?.feature)
    if (!revision || !feature) throw gone()
    const isThing = thingKey(Object.keys(revision.changes)[0] ?? '') !== undefined
    const one = (isThing ? undoThingChange : undoSettingsChange)(services, member, feature, revision, touched)
    if (one.since.length > 0)
      throw new UserError('changes.since', `Changed again since: ${one.since.join(', ')}. ${oneByOne}`, 409)
    yield one
  }
}

/** Limits what a server may do in a minute. */
interface Budget {
  /** Counts one action, or one with that many changes. @throws UserError 429 */
  demand(guildId: string, changes?: number): void
}

const undone = () => new UserError('changes.undone', 'These changes have been taken back already.', 409)

/**
 * Undoes changes that were made at once, either all of them or none.
 * @throws UserError 404 when they do not exist or are no longer kept, 409 when they were undone already, or anything
 * was changed again
 */
export async function undoChanges(
  services: Services,
  member: GuildMember,
  id: number,
  budget: Budget,
): Promise<{ changes: number }> {
  const { db, now } = services
  const { guild } = member
  const which = and(eq(madeChanges.guildId, guild.id), eq(madeChanges.id, id))
  const row = db.select().from(madeChanges).where(which).get()
  if (!row) throw new UserError('changes.unknown', 'There are no such changes.', 404)
  if (row.undoneAt !== null) throw undone()
  budget.demand(guild.id)
  budget.demand(guild.id, row.changes)
  const author = (restores: number): Author => ({
    userId: member.id,
    via: 'restore',
    place: places[row.kind],
    restores,
  })
  for (const { feature, revision, keys, check } of undoSteps(services, member, row)) {
    await yieldToEventLoop()
    const refusal = refusalToChange(services, member, feature, keys)
    if (refusal) throw withAdvice(refusal)
    try {
      await check(author(revision.id))
    } catch (error) {
      throw withAdvice(error)
    }
  }
  db.transaction(() => {
    // Checked again at the last moment: others may have saved in the meantime.
    const { changes } = db
      .update(madeChanges)
      .set({ undoneAt: now() })
      .where(and(which, isNull(madeChanges.undoneAt)))
      .run()
    if (changes === 0) throw undone()
    for (const { revision, save } of [...undoSteps(services, member, row)].toReversed())
      try {
        save(author(revision.id))
      } catch (error) {
        throw withAdvice(error)
      }
  })
  return { changes: row.changes }
}

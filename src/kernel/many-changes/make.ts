import { and, desc, eq, isNull, lt } from 'drizzle-orm'
import type { GuildMember } from 'discord.js'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { UserError } from '#kit/errors.ts'
import { personOf } from '#kit/people.ts'
import { checkChange, guildContext } from '../context.ts'
import type { Author, Feature, Services } from '../feature.ts'
import { labelOf } from '../history/entries.ts'
import { refusalOf } from '../history/may-restore.ts'
import { madeChanges } from '../storage/table.ts'
import type { Revision } from '../settings/revision.ts'
import type { ManyChanges } from './contract.ts'
import type { ChangesPlan } from './plan.ts'

type Kind = ManyChanges['kind']
type Row = typeof madeChanges.$inferSelect

/** Remembered of a server; what they changed stays in the history. */
const kept = 20

/** How the history names the place that they were made from. */
export const places: Record<Kind, string> = { setup: 'Setup', import: 'Import', copy: 'Copy from another server' }

export const authorOf = ({ id }: GuildMember, kind: Kind): Author => ({
  userId: id,
  via: 'dashboard',
  place: places[kind],
})

const changed = () =>
  new UserError(
    'changes.changed',
    'Something has changed since this list was made. Nothing was changed by you: look at the new list.',
    409,
  )

/** The ids that a feature's changes by somebody have in the history, from one on. */
const revisionsSince = ({ settings }: Services, guildId: string, feature: string, after: number, by: Author) =>
  settings
    .history(guildId, { feature, after })
    .filter(({ author }) => author.userId === by.userId && author.place === by.place)
    .map(({ id }) => id)

/**
 * Makes the changes of a plan, all of them or none: one transaction.
 * @param mark of the plan that was shown
 * @throws UserError 409 when this is another plan than what was shown, or somebody was faster; 400 when it changes nothing
 */
export function makeChanges(
  services: Services,
  member: GuildMember,
  { planned, mark, count }: ChangesPlan,
  { kind, shown }: { kind: Kind; shown: string },
): { id: number; changes: number } {
  const { db, settings, now } = services
  const { guild } = member
  if (mark !== shown) throw changed()
  if (count === 0) throw new UserError('changes.none', 'There is nothing to change.', 400)
  const author = authorOf(member, kind)
  return db.transaction(() => {
    const revisions = planned.flatMap(({ feature: { contract }, before, accepted }) => {
      if (Object.keys(accepted).length === 0) return []
      const ctx = guildContext(services, contract, guild, member)
      const own: Readonly<Record<string, unknown>> = ctx.own
      if (Object.keys(accepted).some(key => !isDeepStrictEqual(own[key], before[key]))) throw changed()
      const newest = settings.revision(guild.id)
      ctx.save(accepted, author)
      return revisionsSince(services, guild.id, contract.name, newest, author)
    })
    const { id } = db
      .insert(madeChanges)
      .values({ guildId: guild.id, userId: member.id, kind, at: now(), revisions, changes: count })
      .returning({ id: madeChanges.id })
      .get()
    const old = db
      .select({ id: madeChanges.id })
      .from(madeChanges)
      .where(eq(madeChanges.guildId, guild.id))
      .orderBy(desc(madeChanges.id))
      .limit(1)
      .offset(kept)
      .get()
    if (old)
      db.delete(madeChanges)
        .where(and(eq(madeChanges.guildId, guild.id), lt(madeChanges.id, old.id + 1)))
        .run()
    return { id, changes: count }
  })
}

/** The last of them in a server, unless it was taken back. */
export async function lastMade({ db, client }: Services, guildId: string): Promise<ManyChanges | null> {
  const row = db
    .select()
    .from(madeChanges)
    .where(eq(madeChanges.guildId, guildId))
    .orderBy(desc(madeChanges.id))
    .limit(1)
    .get()
  if (!row || row.undoneAt !== null) return null
  const by = row.userId === null ? null : await personOf(client, row.userId)
  return { id: row.id, kind: row.kind, changes: row.changes, by, at: row.at }
}

interface TakingBack {
  feature: Feature
  revision: Revision
  /** What its settings become. */
  patch: Record<string, unknown>
}

const ids = z.array(z.int())
const asStored = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null))

/** What undoing would set, where that is still what was made. @throws UserError 404 or 409 */
function takingBack({ settings, features }: Services, guildId: string, row: Row): TakingBack[] {
  return ids.parse(row.revisions).map(id => {
    const [revision] = settings.history(guildId, { before: id + 1, after: id - 1, limit: 1 })
    const feature = features.find(({ contract }) => contract.name === revision?.feature)
    if (!revision || !feature)
      throw new UserError('changes.gone', 'These changes are no longer kept, so they cannot be taken back.', 404)
    const now: Readonly<Record<string, unknown>> = settings.read(guildId, feature.contract)
    const since = Object.entries(revision.changes).filter(
      ([key, [, after]]) => !isDeepStrictEqual(asStored(now[key]), asStored(after)),
    )
    if (since.length > 0) {
      const named = since.map(([key]) => `${feature.contract.title}: ${labelOf(feature.contract, key)}`).join(', ')
      throw new UserError(
        'changes.since',
        `This was changed again since: ${named}. Take back the others one by one, in History.`,
        409,
      )
    }
    const patch = Object.fromEntries(Object.entries(revision.changes).map(([key, [before]]) => [key, before]))
    return { feature, revision, patch }
  })
}

const undone = () => new UserError('changes.undone', 'These changes have been taken back already.', 409)

/**
 * Takes all of it back, or nothing.
 * @throws UserError 404 when it is not there or no longer kept, 409 when it was taken back, or anything was changed again
 */
export async function undoChanges(services: Services, member: GuildMember, id: number): Promise<{ changes: number }> {
  const { db, now } = services
  const { guild } = member
  const which = and(eq(madeChanges.guildId, guild.id), eq(madeChanges.id, id))
  const row = db.select().from(madeChanges).where(which).get()
  if (!row) throw new UserError('changes.unknown', 'There are no such changes.', 404)
  if (row.undoneAt !== null) throw undone()
  const author = (restores: number): Author => ({
    userId: member.id,
    via: 'restore',
    place: places[row.kind],
    restores,
  })
  for (const { feature, revision, patch } of takingBack(services, guild.id, row)) {
    const refusal = refusalOf(services, member, feature, Object.keys(patch))
    if (refusal) throw refusal
    const ctx = guildContext(services, feature.contract, guild, member)
    await checkChange(ctx, feature.contract, patch, author(revision.id), { trial: true })
  }
  db.transaction(() => {
    // Judged again at the last moment: others may have saved meanwhile.
    const { changes } = db
      .update(madeChanges)
      .set({ undoneAt: now() })
      .where(and(which, isNull(madeChanges.undoneAt)))
      .run()
    if (changes === 0) throw undone()
    for (const { feature, revision, patch } of takingBack(services, guild.id, row).toReversed())
      guildContext(services, feature.contract, guild, member).save(patch, author(revision.id))
  })
  return { changes: row.changes }
}

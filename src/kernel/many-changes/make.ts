import { and, desc, eq, lt } from 'drizzle-orm'
import type { GuildMember } from 'discord.js'
import { isDeepStrictEqual } from 'node:util'
import { UserError } from '#kit/errors.ts'
import { guildContext } from '../context.ts'
import type { Author, Services } from '../feature.ts'
import { madeChanges } from '../storage/table.ts'
import type { ManyChanges } from './contract.ts'
import type { ChangesPlan } from './plan.ts'
import { makeThings } from './things.ts'

type Kind = ManyChanges['kind']

/** How many of them are kept for a server; what they changed stays in the history. */
const kept = 20

/** The names in the history for the place where they were made. */
export const places: Record<Kind, string> = { setup: 'Setup', import: 'Import', copy: 'Copy from another server' }

export const changesAuthor = ({ id }: GuildMember, kind: Kind): Author => ({
  userId: id,
  via: 'dashboard',
  place: places[kind],
  apart: true,
})

const changed = () =>
  new UserError(
    'changes.changed',
    'Something has changed since this list was made. None of your changes were made: look at the new list.',
    409,
  )

/** The history ids of somebody's changes of a feature after a certain id. */
const revisionsSince = ({ settings }: Services, guildId: string, feature: string, after: number, by: Author) =>
  settings
    .history(guildId, { feature, after })
    .filter(({ author }) => author.userId === by.userId && author.place === by.place)
    .map(({ id }) => id)

/**
 * Makes the changes of a plan in one transaction, either all of them or none.
 * @param mark the mark of the plan; `shown` is the one that the person saw
 * @throws UserError 409 when this is not the plan that was shown, or somebody was faster; 400 when it changes nothing
 */
export function makeChanges(
  services: Services,
  member: GuildMember,
  { planned, things, mark, count }: ChangesPlan,
  { kind, shown }: { kind: Kind; shown: string },
): { id: number; changes: number } {
  const { db, settings, now } = services
  const { guild } = member
  if (mark !== shown) throw changed()
  if (count === 0) throw new UserError('changes.none', 'There is nothing to change.', 400)
  const author = changesAuthor(member, kind)
  return db.transaction(() => {
    // Things were checked against the present settings, so they are made before the settings change.
    const entries = makeThings(services, member, things, author)
    if (!entries) throw changed()
    const ofSettings = planned.flatMap(({ feature: { contract }, before, accepted }) => {
      if (Object.keys(accepted).length === 0) return []
      const ctx = guildContext(services, contract, guild, member)
      const own: Readonly<Record<string, unknown>> = ctx.own
      if (Object.keys(accepted).some(key => !isDeepStrictEqual(own[key], before[key]))) throw changed()
      const newest = settings.revision(guild.id)
      ctx.save(accepted, author)
      return revisionsSince(services, guild.id, contract.name, newest, author)
    })
    const revisions = [...entries, ...ofSettings]
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

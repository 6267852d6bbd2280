import { and, asc, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { UserError } from '#kit/errors.ts'
import type { Services } from '#kernel/feature.ts'
import { ticketTags } from '../table.ts'
import { mostTags } from './contract.ts'

export interface Tag {
  name: string
  text: string
  words: string[]
  uses: number
}

const words = z.array(z.string()).catch([])
type Stored = Pick<Services, 'db'>

const read = ({ name, text, words: stored, uses }: typeof ticketTags.$inferSelect): Tag => ({
  name,
  text,
  words: words.parse(stored),
  uses,
})

const called = (guildId: string, name: string) =>
  and(eq(ticketTags.guildId, guildId), eq(ticketTags.name, name.trim().toLowerCase()))

/** By name. */
export const tagsOf = ({ db }: Stored, guildId: string): Tag[] =>
  db.select().from(ticketTags).where(eq(ticketTags.guildId, guildId)).orderBy(asc(ticketTags.name)).all().map(read)

export function tagOf({ db }: Stored, guildId: string, name: string): Tag | undefined {
  const row = db.select().from(ticketTags).where(called(guildId, name)).get()
  return row && read(row)
}

/** @throws UserError 409 where there are as many as a server keeps */
export function saveTag(
  { db, now }: Pick<Services, 'db' | 'now'>,
  guildId: string,
  { name, text, words }: Omit<Tag, 'uses'>,
  byId: string,
): Tag {
  const at = now()
  return db.transaction(() => {
    if (!tagOf({ db }, guildId, name) && tagsOf({ db }, guildId).length >= mostTags)
      throw new UserError('tickets.tags-full', `A server keeps at most ${mostTags} answers. Delete one first.`, 409)
    const row = db
      .insert(ticketTags)
      .values({ guildId, name, text, words, createdById: byId, createdAt: at, changedAt: at })
      .onConflictDoUpdate({ target: [ticketTags.guildId, ticketTags.name], set: { text, words, changedAt: at } })
      .returning()
      .get()
    return read(row)
  })
}

/** @throws UserError 404 */
export function deleteTag({ db }: Stored, guildId: string, name: string): void {
  if (db.delete(ticketTags).where(called(guildId, name)).run().changes === 0) throw noTag()
}

export const noTag = () => new UserError('tickets.no-tag', 'There is no answer of that name.', 404)

/** Counts that it was given. */
export const countUse = ({ db }: Stored, guildId: string, name: string): unknown =>
  db
    .update(ticketTags)
    .set({ uses: sql`${ticketTags.uses} + 1` })
    .where(called(guildId, name))
    .run()

import type { GuildMember } from 'discord.js'
import { and, asc, desc, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { UserError } from '#kit/errors.ts'
import type { Author, Context, Services, Things } from '#kernel/feature.ts'
import type tickets from '../contract.ts'
import { ticketTags, ticketTagUses } from '../table.ts'
import { conflicting, noMore } from './conflict.ts'
import { mostNamed, mostTags, toldTag, type UsedTag } from './contract.ts'

export interface Tag {
  name: string
  text: string
  words: string[]
  uses: number
  /** Unix ms. */
  changedAt: number
}

const words = z.array(z.string()).catch([])
type Stored = Pick<Services, 'db'>

const read = ({ words: stored, ...row }: typeof ticketTags.$inferSelect): Tag => ({
  name: row.name,
  text: row.text,
  words: words.parse(stored),
  uses: row.uses,
  changedAt: row.changedAt,
})

const called = (guildId: string, name: string) =>
  and(eq(ticketTags.guildId, guildId), eq(ticketTags.name, name.trim().toLowerCase()))

/** Returns a server's ready answers, by name. */
export const tagsOf = ({ db }: Stored, guildId: string): Tag[] =>
  db.select().from(ticketTags).where(eq(ticketTags.guildId, guildId)).orderBy(asc(ticketTags.name)).all().map(read)

export function tagOf({ db }: Stored, guildId: string, name: string): Tag | undefined {
  const row = db.select().from(ticketTags).where(called(guildId, name)).get()
  return row && read(row)
}

/** {@link tagsOf}, with how often each person has used each. */
export function usedTagsOf({ db }: Stored, guildId: string): UsedTag[] {
  const rows = db
    .select()
    .from(ticketTagUses)
    .where(eq(ticketTagUses.guildId, guildId))
    .orderBy(desc(ticketTagUses.uses), desc(ticketTagUses.lastAt))
    .all()
  const byTag = Map.groupBy(rows, ({ name }) => name)
  return tagsOf({ db }, guildId).map(tag => ({
    ...tag,
    usedBy: (byTag.get(tag.name) ?? [])
      .slice(0, mostNamed)
      .map(({ userId, userName, uses }) => ({ id: userId, name: userName, uses })),
  }))
}

interface Saved extends Pick<Tag, 'name' | 'text' | 'words'> {
  /**
   * When it was last saved as far as the caller knows (Unix ms); null for a new one, undefined to replace any existing
   * one.
   */
  changedAt?: number | null | undefined
}

type Ctx = Context<typeof tickets>

/** Ready answers in the server's history. */
export const notedTags: Things<typeof tickets> = {
  noun: 'ready answer',
  fields: toldTag,
  name: 'name',
  read(ctx, id) {
    const tag = tagOf(ctx, ctx.guild.id, id)
    return tag && ownOf(tag)
  },
  put(ctx, id, patch, author) {
    const known = tagOf(ctx, ctx.guild.id, id)
    const { text, words = [] } = toldTag.partial().parse({ ...(known && ownOf(known)), ...patch })
    if (!known) demandRoom(ctx)
    if (!author) return
    if (text === undefined) throw new UserError('tickets.tag', 'Write the answer.', 400, { text: 'Write the answer.' })
    saveTag(ctx, { name: id, text, words }, author)
  },
  portable: {
    list: ctx => tagsOf(ctx, ctx.guild.id).map(tag => ({ id: tag.name, design: ownOf(tag) })),
    saves: 'saveTag',
    most: mostTags,
    idOf: ({ name }) => String(name),
    remove: (ctx, id, author) => deleteTag(ctx, id, author),
  },
}
const kind = 'tags'
const ownOf = ({ name, text, words }: Pick<Tag, 'name' | 'text' | 'words'>) => ({ name, text, words })

/** Returns who saved an answer last, as far as that is known. */
const changerOf = ({ db, guild }: Ctx, name: string) => {
  const row = db.select().from(ticketTags).where(called(guild.id, name)).get()
  return { id: row?.changedById ?? null, name: row?.changedByName ?? null }
}

/** @throws UserError 409 if the server has the maximum number of answers */
function demandRoom(ctx: Ctx): void {
  if (tagsOf(ctx, ctx.guild.id).length >= mostTags)
    throw new UserError('tickets.tags-full', `A server keeps at most ${mostTags} answers. Delete one first.`, 409)
}

/**
 * @throws UserError 409 if the server has the maximum number of answers, or somebody else was faster, with both
 * versions
 */
export function saveTag(ctx: Ctx, { name, text, words, changedAt }: Saved, author: Author): Tag {
  const { db, guild, now } = ctx
  return db.transaction(() => {
    const before = tagOf(ctx, guild.id, name)
    if (changedAt === null && before)
      throw new UserError('tickets.tag-there', `There is already an answer “${before.name}”.`, 409)
    if (typeof changedAt === 'number' && before?.changedAt !== changedAt)
      throw before ? conflicting(before, { text, words }, changerOf(ctx, before.name), author.userId) : noMore()
    const at = Math.max(now(), (before?.changedAt ?? 0) + 1)
    if (!before) demandRoom(ctx)
    const { userId: changedById } = author
    const by = changedById === null ? undefined : guild.members.cache.get(changedById)
    const changed = { changedAt: at, changedById, changedByName: by?.displayName ?? null }
    const row = db
      .insert(ticketTags)
      .values({ guildId: guild.id, name, text, words, createdById: author.userId, createdAt: at, ...changed })
      .onConflictDoUpdate({ target: [ticketTags.guildId, ticketTags.name], set: { text, words, ...changed } })
      .returning()
      .get()
    const after = read(row)
    ctx.note({ kind, id: after.name, name: after.name, before: before && ownOf(before), after: ownOf(after) }, author)
    return after
  })
}

/** @throws UserError 404 */
export function deleteTag(ctx: Ctx, name: string, author: Author): void {
  const { db, guild } = ctx
  db.transaction(() => {
    const gone = db.delete(ticketTags).where(called(guild.id, name)).returning().get()
    if (!gone) throw noTag()
    ctx.note({ kind, id: gone.name, name: gone.name, before: ownOf(read(gone)) }, author)
    db.delete(ticketTagUses)
      .where(and(eq(ticketTagUses.guildId, guild.id), eq(ticketTagUses.name, gone.name)))
      .run()
  })
}

export const noTag = () => new UserError('tickets.no-tag', 'There is no answer with that name.', 404)

/** Counts one use of an answer. One that has been deleted is not counted. */
export function countUse(
  { db, now }: Pick<Services, 'db' | 'now'>,
  guildId: string,
  name: string,
  { id: userId, displayName: userName }: Pick<GuildMember, 'id' | 'displayName'>,
): void {
  db.transaction(() => {
    const counted = db
      .update(ticketTags)
      .set({ uses: sql`${ticketTags.uses} + 1` })
      .where(called(guildId, name))
      .returning({ name: ticketTags.name })
      .get()
    if (!counted) return
    const at = now()
    db.insert(ticketTagUses)
      .values({ guildId, name: counted.name, userId, userName, uses: 1, lastAt: at })
      .onConflictDoUpdate({
        target: [ticketTagUses.guildId, ticketTagUses.name, ticketTagUses.userId],
        set: { uses: sql`${ticketTagUses.uses} + 1`, userName, lastAt: at },
      })
      .run()
  })
}

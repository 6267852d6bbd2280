import { and, asc, count, eq, gt, inArray, isNotNull, isNull, lte, sql } from 'drizzle-orm'
import type { Services } from '#kernel/feature.ts'
import { notes } from '../table.ts'

type Db = Pick<Services, 'db'>
export type Note = typeof notes.$inferSelect
/** Identifies a note: a member's, for a choice in a menu. */
export type NoteKey = Pick<Note, 'guildId' | 'menuId' | 'choiceId' | 'userId'>

const one = ({ guildId, menuId, choiceId, userId }: NoteKey) =>
  and(eq(notes.guildId, guildId), eq(notes.menuId, menuId), eq(notes.choiceId, choiceId), eq(notes.userId, userId))

export const noteOf = ({ db }: Db, key: NoteKey): Note | undefined => db.select().from(notes).where(one(key)).get()

/** What a menu remembers about a member. */
export const notesIn = ({ db }: Db, guildId: string, menuId: string, userId: string): Note[] =>
  db
    .select()
    .from(notes)
    .where(and(eq(notes.guildId, guildId), eq(notes.menuId, menuId), eq(notes.userId, userId)))
    .orderBy(asc(notes.at))
    .all()

/** What all menus of a guild remember about a member. */
export const notesAbout = ({ db }: Db, guildId: string, userId: string): Note[] =>
  db
    .select()
    .from(notes)
    .where(and(eq(notes.guildId, guildId), eq(notes.userId, userId)))
    .all()

/** Stores a note, or changes it. */
export function putNote({ db }: Db, note: Note): void {
  const { guildId: _guild, menuId: _menu, choiceId: _choice, userId: _user, ...rest } = note
  db.insert(notes)
    .values(note)
    .onConflictDoUpdate({ target: [notes.guildId, notes.menuId, notes.choiceId, notes.userId], set: rest })
    .run()
}

export const changeNote = ({ db }: Db, key: NoteKey, change: Partial<Omit<Note, keyof NoteKey>>): void =>
  void db.update(notes).set(change).where(one(key)).run()

export const dropNote = ({ db }: Db, key: NoteKey): void => void db.delete(notes).where(one(key)).run()

/** Members with pending changes in Discord. */
export const membersDue = ({ db }: Db): { guildId: string; userId: string }[] =>
  db.selectDistinct({ guildId: notes.guildId, userId: notes.userId }).from(notes).where(isNotNull(notes.due)).all()

/** For each menu, how many members have each choice's role through it. */
export function heldIn({ db }: Db, guildId: string): Map<string, Record<string, number>> {
  const held = new Map<string, Record<string, number>>()
  const rows = db
    .select({ menuId: notes.menuId, choiceId: notes.choiceId, many: count() })
    .from(notes)
    .where(and(eq(notes.guildId, guildId), eq(notes.state, 'held')))
    .groupBy(notes.menuId, notes.choiceId)
    .all()
  for (const { menuId, choiceId, many } of rows) held.set(menuId, { ...held.get(menuId), [choiceId]: many })
  return held
}

interface Offering {
  choices: readonly { id: string; role_id: string }[]
}

/**
 * Deletes notes about choices that are gone or now give another role, except about roles that are to be taken back
 * later.
 */
export function dropChangedNotes(
  { db }: Db,
  { guildId, id: menuId, design }: { guildId: string; id: string; design: Offering },
  after: Offering,
): void {
  const changed = design.choices.filter(
    one => !after.choices.some(other => other.id === one.id && other.role_id === one.role_id),
  )
  if (changed.length === 0) return
  const ofChoice = inArray(
    notes.choiceId,
    changed.map(({ id }) => id),
  )
  db.delete(notes)
    .where(and(eq(notes.guildId, guildId), eq(notes.menuId, menuId), ofChoice, isNull(notes.endsAt), isNull(notes.due)))
    .run()
}

/** Records that no reactions of a menu, or of one choice, remain; roles given stay. */
export function forgetReactions({ db }: Db, guildId: string, menuId: string, choiceId?: string): void {
  const menu = and(eq(notes.guildId, guildId), eq(notes.menuId, menuId))
  db.update(notes)
    .set({ reacted: false })
    .where(choiceId === undefined ? menu : and(menu, eq(notes.choiceId, choiceId)))
    .run()
}

/** Deletes the notes about a member who left, along with their roles; permanently binding choices are kept. */
export function dropNotesAbout({ db }: Db, guildId: string, userId: string, bindingMenus: readonly string[]): void {
  const theirs = and(eq(notes.guildId, guildId), eq(notes.userId, userId))
  if (bindingMenus.length === 0) db.delete(notes).where(theirs).run()
  else {
    const binds = inArray(notes.menuId, [...bindingMenus])
    db.delete(notes)
      .where(and(theirs, sql`not ${binds}`))
      .run()
    db.update(notes).set({ due: null, endsAt: null }).where(theirs).run()
  }
}

/** Deletes the notes about a deleted role. */
export const dropNotesOfRole = ({ db }: Db, guildId: string, roleId: string): void =>
  void db
    .delete(notes)
    .where(and(eq(notes.guildId, guildId), eq(notes.roleId, roleId)))
    .run()

/** Ids are numbers, and must be compared as such. */
const asNumber = sql`cast(${notes.userId} as integer)`

/** Notes about a choice for members whose ids are above one id and up to another, in ascending order. */
export function notesBetween(
  { db }: Db,
  { guildId, menuId, choiceId }: Omit<NoteKey, 'userId'>,
  after: string,
  upTo: string | undefined,
): Note[] {
  return db
    .select()
    .from(notes)
    .where(
      and(
        eq(notes.guildId, guildId),
        eq(notes.menuId, menuId),
        eq(notes.choiceId, choiceId),
        gt(asNumber, sql`cast(${after} as integer)`),
        upTo === undefined ? undefined : lte(asNumber, sql`cast(${upTo} as integer)`),
      ),
    )
    .all()
}

import { and, asc, count, eq, gt, inArray, isNotNull, isNull, lte, sql } from 'drizzle-orm'
import type { Services } from '#kernel/feature.ts'
import { notes } from '../table.ts'

type Db = Pick<Services, 'db'>
export type Note = typeof notes.$inferSelect
/** Which note: somebody's, of a choice in a menu. */
export type NoteKey = Pick<Note, 'guildId' | 'menuId' | 'choiceId' | 'userId'>

const one = ({ guildId, menuId, choiceId, userId }: NoteKey) =>
  and(eq(notes.guildId, guildId), eq(notes.menuId, menuId), eq(notes.choiceId, choiceId), eq(notes.userId, userId))

export const noteOf = ({ db }: Db, key: NoteKey): Note | undefined => db.select().from(notes).where(one(key)).get()

/** What a menu knows of somebody. */
export const notesIn = ({ db }: Db, guildId: string, menuId: string, userId: string): Note[] =>
  db
    .select()
    .from(notes)
    .where(and(eq(notes.guildId, guildId), eq(notes.menuId, menuId), eq(notes.userId, userId)))
    .orderBy(asc(notes.at))
    .all()

/** What all menus of a guild know of somebody. */
export const notesAbout = ({ db }: Db, guildId: string, userId: string): Note[] =>
  db
    .select()
    .from(notes)
    .where(and(eq(notes.guildId, guildId), eq(notes.userId, userId)))
    .all()

/** Writes a note, or changes it. */
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

/** Members with something that is still to be done in Discord. */
export const membersDue = ({ db }: Db): { guildId: string; userId: string }[] =>
  db.selectDistinct({ guildId: notes.guildId, userId: notes.userId }).from(notes).where(isNotNull(notes.due)).all()

/** How many have each choice of each menu by it. */
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

/** What is known of choices that are gone, or give another role now, goes; not roles that are taken back in time. */
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

/** No reaction of a menu stands any more, or none of one choice; what was given stays. */
export function forgetReactions({ db }: Db, guildId: string, menuId: string, choiceId?: string): void {
  const menu = and(eq(notes.guildId, guildId), eq(notes.menuId, menuId))
  db.update(notes)
    .set({ reacted: false })
    .where(choiceId === undefined ? menu : and(menu, eq(notes.choiceId, choiceId)))
    .run()
}

/** Somebody left, with their roles. What binds for ever stays. */
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

/** A role is gone: nobody has it by a menu any more. */
export const dropNotesOfRole = ({ db }: Db, guildId: string, roleId: string): void =>
  void db
    .delete(notes)
    .where(and(eq(notes.guildId, guildId), eq(notes.roleId, roleId)))
    .run()

/** Ids are numbers, and compared as such. */
const asNumber = sql`cast(${notes.userId} as integer)`

/** Notes of a choice about people whose ids lie after one and up to another, by rising id. */
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

import { and, asc, count, eq, isNotNull, sql } from 'drizzle-orm'
import { processState, type Services } from '#kernel/feature.ts'
import { readDesign } from '#kit/design.ts'
import { menus } from '../table.ts'
import { type MenuDesign, menuDesign } from './contract.ts'

type MenuRow = typeof menus.$inferSelect
type Db = Pick<Services, 'db'>
type Kept = Pick<Services, 'db' | 'memory'>

/** A stored menu, its design read by the schema: fields that are new get their default. */
export type StoredMenu = Omit<MenuRow, 'design'> & { design: MenuDesign }

const stored = (row: MenuRow): StoredMenu => ({ ...row, design: readDesign(menuDesign, row.design, { name: 'Menu' }) })
const one = (guildId: string, id: string) => and(eq(menus.guildId, guildId), eq(menus.id, id))

/** The menus of a guild, oldest first. */
export const menusOf = ({ db }: Db, guildId: string): StoredMenu[] =>
  db
    .select()
    .from(menus)
    .where(eq(menus.guildId, guildId))
    .orderBy(asc(menus.createdAt), asc(menus.id))
    .all()
    .map(stored)

export const countMenus = ({ db }: Db, guildId: string): number =>
  db.select({ all: count() }).from(menus).where(eq(menus.guildId, guildId)).get()?.all ?? 0

export function menuOf({ db }: Db, guildId: string, id: string): StoredMenu | undefined {
  const row = db.select().from(menus).where(one(guildId, id)).get()
  return row && stored(row)
}

/** Prepared queries, used for every reaction and for every deleted message and channel. */
const prepared = processState(({ db }: Db) => {
  const { placeholder } = sql
  const inGuild = eq(menus.guildId, placeholder('guildId'))
  const onMessage = and(inGuild, eq(menus.messageId, placeholder('messageId')))
  const isMissing = { messageMissing: true }
  return {
    at: db.select().from(menus).where(onMessage).orderBy(asc(menus.createdAt), asc(menus.id)).prepare(),
    ofMessage: db.update(menus).set(isMissing).where(onMessage).prepare(),
    ofChannel: db
      .update(menus)
      .set(isMissing)
      .where(and(inGuild, eq(menus.messageChannelId, placeholder('channelId'))))
      .prepare(),
  }
})

/** The menus on a message, oldest first; nearly always none. */
export const menusAt = (services: Kept, guildId: string, messageId: string): StoredMenu[] =>
  prepared(services).at.all({ guildId, messageId }).map(stored)

export const insertMenu = ({ db }: Db, row: typeof menus.$inferInsert & { design: MenuDesign }): StoredMenu =>
  stored(db.insert(menus).values(row).returning().get())

/**
 * @param change other values; its design must be complete. @returns undefined if it has been deleted in the meantime
 */
export function changeMenu(
  { db }: Db,
  { guildId, id }: Pick<MenuRow, 'guildId' | 'id'>,
  change: Partial<Omit<MenuRow, 'guildId' | 'id'>>,
): StoredMenu | undefined {
  const row = db.update(menus).set(change).where(one(guildId, id)).returning().get()
  return row && stored(row)
}

export const removeMenu = ({ db }: Db, guildId: string, id: string): void =>
  void db.delete(menus).where(one(guildId, id)).run()

/** Adds to the number of roles that a menu has given. */
export const countGiven = ({ db }: Db, { guildId, id }: Pick<MenuRow, 'guildId' | 'id'>): void =>
  void db
    .update(menus)
    .set({ given: sql`${menus.given} + 1` })
    .where(one(guildId, id))
    .run()

/** Records that messages are gone: one, or all in a channel. */
export function noteMissing(
  services: Kept,
  guildId: string,
  where: { messageId: string } | { channelId: string },
): void {
  const { ofMessage, ofChannel } = prepared(services)
  if ('messageId' in where) ofMessage.run({ guildId, ...where })
  else ofChannel.run({ guildId, ...where })
}

/** The guilds that have a reaction menu in Discord. */
export const guildsWithReactions = ({ db }: Db): string[] =>
  db
    .selectDistinct({ guildId: menus.guildId })
    .from(menus)
    .where(and(eq(menus.deployedKind, 'reactions'), isNotNull(menus.messageId)))
    .all()
    .map(({ guildId }) => guildId)

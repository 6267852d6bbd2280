import { and, asc, count, eq, type SQL, sql } from 'drizzle-orm'
import { processState, type Services } from '#kernel/feature.ts'
import { readDesign } from '#kit/design.ts'
import { ticketPanels, tickets } from '../table.ts'
import { defaultPanel, type PanelDesign, panelDesign } from './contract.ts'

type PanelRow = typeof ticketPanels.$inferSelect
type Db = Pick<Services, 'db'>
type Kept = Pick<Services, 'db' | 'memory'>

/** A panel as stored, with its design parsed by the schema: a field added later has its default. */
export type StoredPanel = Omit<PanelRow, 'design'> & { design: PanelDesign }

const stored = (row: PanelRow): StoredPanel => ({
  ...row,
  design: readDesign(panelDesign, row.design, { title: defaultPanel.title }),
})
const one = (guildId: string, id: string) => and(eq(ticketPanels.guildId, guildId), eq(ticketPanels.id, id))

/** Returns the panels of a guild, oldest first. */
export const panelsOf = (services: Db, guildId: string): StoredPanel[] =>
  panelsWhere(services, eq(ticketPanels.guildId, guildId))

const panelsWhere = ({ db }: Db, which: SQL | undefined): StoredPanel[] =>
  db
    .select()
    .from(ticketPanels)
    .where(which)
    .orderBy(asc(ticketPanels.createdAt), asc(ticketPanels.id))
    .all()
    .map(stored)

export const countPanels = ({ db }: Db, guildId: string): number =>
  db.select({ all: count() }).from(ticketPanels).where(eq(ticketPanels.guildId, guildId)).get()?.all ?? 0

export function panelOf({ db }: Db, guildId: string, id: string): StoredPanel | undefined {
  const row = db.select().from(ticketPanels).where(one(guildId, id)).get()
  return row && stored(row)
}

/** Returns the panels whose buttons are on another one's message. */
export const joinedTo = (services: Db, guildId: string, id: string): StoredPanel[] =>
  panelsWhere(services, and(eq(ticketPanels.guildId, guildId), eq(sql`${ticketPanels.design} ->> '$.joined_to'`, id)))

/** Prepared, because they run for every deleted message and channel. */
const deletions = processState(({ db }: Db) => {
  const { placeholder } = sql
  const inGuild = eq(ticketPanels.guildId, placeholder('guildId'))
  const inChannel = and(inGuild, eq(ticketPanels.messageChannelId, placeholder('channelId')))
  const isMissing = { messageMissing: true }
  return {
    in: db.select({ id: ticketPanels.id }).from(ticketPanels).where(inChannel).prepare(),
    ofChannel: db.update(ticketPanels).set(isMissing).where(inChannel).prepare(),
    ofMessage: db
      .update(ticketPanels)
      .set(isMissing)
      .where(and(inGuild, eq(ticketPanels.messageId, placeholder('messageId'))))
      .prepare(),
  }
})

/** Returns the ids of panels posted in a channel. */
export const panelsIn = (services: Kept, guildId: string, channelId: string): string[] =>
  deletions(services)
    .in.all({ guildId, channelId })
    .map(({ id }) => id)

export const insertPanel = ({ db }: Db, row: typeof ticketPanels.$inferInsert & { design: PanelDesign }): StoredPanel =>
  stored(db.insert(ticketPanels).values(row).returning().get())

/**
 * Stores a change of a panel. @returns undefined if the panel has been deleted
 * @param change further columns; the design replaces the stored one
 */
export function changePanel(
  { db }: Db,
  { guildId, id }: Pick<PanelRow, 'guildId' | 'id'>,
  change: Partial<Omit<PanelRow, 'guildId' | 'id'>>,
): StoredPanel | undefined {
  const row = db.update(ticketPanels).set(change).where(one(guildId, id)).returning().get()
  return row && stored(row)
}

export const removePanel = ({ db }: Db, guildId: string, id: string): StoredPanel | undefined => {
  const row = db.delete(ticketPanels).where(one(guildId, id)).returning().get()
  return row && stored(row)
}

/** Returns how many tickets have been opened from each panel so far. */
export const openedFrom = ({ db }: Db, guildId: string): ReadonlyMap<string, number> =>
  new Map(
    db
      .select({ panelId: tickets.panelId, opened: count() })
      .from(tickets)
      .where(eq(tickets.guildId, guildId))
      .groupBy(tickets.panelId)
      .all()
      .map(({ panelId, opened }) => [panelId, opened]),
  )

/** Stores that messages are gone: one, or all in a channel. */
export function noteMissing(
  services: Kept,
  guildId: string,
  where: { messageId: string } | { channelId: string },
): void {
  const { ofMessage, ofChannel } = deletions(services)
  if ('messageId' in where) ofMessage.run({ guildId, ...where })
  else ofChannel.run({ guildId, ...where })
}

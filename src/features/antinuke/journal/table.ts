import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { guildId, unixMs } from '#kernel/storage/columns.ts'
import { storedTable } from '#kernel/storage/stored-table.ts'

/**
 * Every state of every object in a protected server, oldest first; rows are only added, and pruned. The id of a row is
 * the cursor that identifies a moment.
 */
export const journal = sqliteTable(
  'antinuke_journal',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    guildId: guildId(),
    /** When it was recorded, by our clock. */
    at: unixMs().notNull(),
    /** A kind of `objects.ts`. */
    kind: text().notNull(),
    objectId: text().notNull(),
    /** Its fields as canonical JSON; null when the object is gone. */
    state: text(),
    /** The id of the channel that it is, or belongs to. */
    channelId: text(),
    /** Null until the audit log names somebody, or when nobody knows. */
    actorId: text(),
    /** The entry of the audit log that names them. */
    entryId: text(),
    /**
     * 'gateway' is a change as it happened, 'read' something seen for the first time, 'ours' the bot's own doing, and
     * 'gap' a difference found after the bot had been away.
     */
    origin: text({ enum: ['gateway', 'read', 'ours', 'gap'] }).notNull(),
  },
  table => [
    index('antinuke_journal_object').on(table.guildId, table.kind, table.objectId),
    // It ends with the id, as every index does, so what follows a cursor is a range of it.
    index('antinuke_journal_guild').on(table.guildId),
    index('antinuke_journal_at').on(table.guildId, table.at),
    index('antinuke_journal_channel').on(table.guildId, table.channelId).where(sql`channel_id IS NOT NULL`),
    index('antinuke_journal_user').on(table.objectId),
    index('antinuke_journal_actor').on(table.actorId).where(sql`actor_id IS NOT NULL`),
  ],
)

/** What is known about a server besides its objects: which parts of it were read, when, and up to where. */
export const journalNotes = sqliteTable(
  'antinuke_journal_notes',
  { guildId: guildId(), name: text().notNull(), at: unixMs().notNull(), value: text() },
  table => [primaryKey({ columns: [table.guildId, table.name] })],
)

/** A member's states are deleted with the member's data; in other rows, only the actor is emptied. */
export const tables = {
  journal: storedTable(journal, {
    guild: 'guildId',
    users: { objectId: 'row', actorId: ['actorId'] },
    channels: { channelId: ['state'] },
  }),
  journalNotes: storedTable(journalNotes, { guild: 'guildId', exported: false }),
}

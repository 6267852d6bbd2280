import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { guildId, unixMs } from '#kernel/storage/columns.ts'
import { storedTable } from '#kernel/storage/stored-table.ts'

/**
 * Every state that every object of a protected server had, oldest first; rows are only added, and pruned. A row's id is
 * the cursor by which moments are named.
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
    /** Its fields as canonical JSON; null when it was gone. */
    state: text(),
    /** The channel it is, or belongs to. */
    channelId: text(),
    /** Who did it; null until the audit log says so, or when nobody knows. */
    actorId: text(),
    /** The entry of the audit log that says so. */
    entryId: text(),
    /**
     * Whether it is a change as it happened, something seen for the first time, the bot's own doing, or a difference
     * found after the bot had been away.
     */
    origin: text({ enum: ['gateway', 'read', 'ours', 'gap'] }).notNull(),
  },
  table => [
    index('antinuke_journal_object').on(table.guildId, table.kind, table.objectId),
    // Ends with the id, as every index does: what follows a cursor is a range of it.
    index('antinuke_journal_guild').on(table.guildId),
    index('antinuke_journal_at').on(table.guildId, table.at),
    index('antinuke_journal_channel').on(table.guildId, table.channelId).where(sql`channel_id IS NOT NULL`),
    index('antinuke_journal_user').on(table.objectId),
    index('antinuke_journal_actor').on(table.actorId).where(sql`actor_id IS NOT NULL`),
  ],
)

/** What is known of a server besides its objects: which parts of it were read, when, and up to where. */
export const journalNotes = sqliteTable(
  'antinuke_journal_notes',
  { guildId: guildId(), name: text().notNull(), at: unixMs().notNull(), value: text() },
  table => [primaryKey({ columns: [table.guildId, table.name] })],
)

/** A member's states go with them; who changed something is emptied. */
export const tables = {
  journal: storedTable(journal, {
    guild: 'guildId',
    users: { objectId: 'row', actorId: ['actorId'] },
    channels: { channelId: ['state'] },
  }),
  journalNotes: storedTable(journalNotes, { guild: 'guildId', exported: false }),
}

import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { guildId, json, unixMs } from '#kernel/storage/columns.ts'
import { storedTable } from '#kernel/storage/stored-table.ts'
import type { NoteState } from './choosing/contract.ts'

/** What members choose their roles from. */
export const menus = sqliteTable(
  'reactionrole_menus',
  {
    guildId: guildId(),
    id: text().notNull(),
    /** {@link menuDesign} as it was saved. */
    design: json().notNull(),
    /** Where it stands, while the message is there as far as we know. */
    messageId: text(),
    messageChannelId: text(),
    /** Whether Palisade wrote that message, and deletes it with the menu. */
    messageOwn: integer({ mode: 'boolean' }).notNull().default(false),
    deployedAt: unixMs(),
    /** A hash of what was posted or edited last. */
    deployedAs: text(),
    /** The kind as it stands in Discord. */
    deployedKind: text({ enum: ['reactions', 'buttons', 'select'] }),
    /** What tells the emoji apart that it put below the message. */
    emojis: json(),
    messageMissing: integer({ mode: 'boolean' }).notNull().default(false),
    /** Where it is being posted, and since when: written before Discord is asked, null once it has answered. */
    postingChannelId: text(),
    postingAt: unixMs(),
    /** Roles given so far. */
    given: integer().notNull().default(0),
    revision: integer().notNull().default(1),
    createdAt: unixMs().notNull(),
    savedAt: unixMs().notNull().default(0),
    savedById: text(),
    savedByName: text(),
  },
  table => [
    primaryKey({ columns: [table.guildId, table.id] }),
    index('reactionrole_menus_message').on(table.guildId, table.messageId),
  ],
)

/** What is known of a member's choice: written before the role is given or taken, and settled after. */
export const notes = sqliteTable(
  'reactionrole_notes',
  {
    guildId: guildId(),
    menuId: text().notNull(),
    choiceId: text().notNull(),
    userId: text().notNull(),
    roleId: text().notNull(),
    /** Null where it is forgotten once the role is taken. */
    state: text().$type<NoteState>(),
    /** What is still to be done in Discord. 'replace': the role is taken since another choice takes its place. */
    due: text({ enum: ['give', 'take', 'replace'] }),
    /** Whether their reaction stands, as far as we know. */
    reacted: integer({ mode: 'boolean' }).notNull().default(false),
    at: unixMs().notNull(),
    /** When the role is taken back. */
    endsAt: unixMs(),
  },
  table => [
    primaryKey({ columns: [table.guildId, table.menuId, table.choiceId, table.userId] }),
    index('reactionrole_notes_user').on(table.guildId, table.userId),
    index('reactionrole_notes_due').on(table.due),
  ],
)

/** What the last check of a server has mended, or left alone. */
export const mends = sqliteTable(
  'reactionrole_mends',
  {
    guildId: guildId(),
    planId: integer().notNull(),
    menuId: text().notNull(),
    choiceId: text().notNull(),
    userId: text().notNull(),
    roleId: text().notNull(),
    what: text({ enum: ['given', 'taken', 'left'] }).notNull(),
    /** Why it was left alone. */
    reason: text(),
    at: unixMs().notNull(),
  },
  table => [primaryKey({ columns: [table.guildId, table.menuId, table.choiceId, table.userId, table.what] })],
)

/** A server's last check. */
export const checks = sqliteTable(
  'reactionrole_checks',
  {
    guildId: guildId(),
    planId: integer().notNull(),
    /** After Palisade was away, or because somebody asked. */
    cause: text({ enum: ['return', 'asked'] }).notNull(),
    startedAt: unixMs().notNull(),
    /** Reactions and notes that there were to compare when it began. */
    expected: integer().notNull(),
  },
  table => [primaryKey({ columns: [table.guildId] })],
)

export const tables = {
  menus: storedTable(menus, {
    guild: 'guildId',
    users: { savedById: ['savedById', 'savedByName'] },
    channels: { messageChannelId: [], postingChannelId: [] },
    references: ['design', 'emojis'],
  }),
  notes: storedTable(notes, { guild: 'guildId', users: { userId: 'row' }, references: ['roleId'] }),
  mends: storedTable(mends, { guild: 'guildId', users: { userId: 'row' }, references: ['roleId'] }),
  checks: storedTable(checks, { guild: 'guildId', exported: false }),
}

import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { guildId, json, unixMs } from '#kernel/storage/columns.ts'
import { storedTable } from '#kernel/storage/stored-table.ts'
import type { NoteState } from './choosing/contract.ts'

/** The menus from which members choose roles. */
export const menus = sqliteTable(
  'reactionrole_menus',
  {
    guildId: guildId(),
    id: text().notNull(),
    /** {@link menuDesign} as it was saved. */
    design: json().notNull(),
    /** The message that it is on, as long as that exists as far as we know. */
    messageId: text(),
    messageChannelId: text(),
    /** Whether the bot wrote that message, and deletes it along with the menu. */
    messageOwn: integer({ mode: 'boolean' }).notNull().default(false),
    deployedAt: unixMs(),
    /** A hash of the content that was last posted or edited. */
    deployedAs: text(),
    /** The kind of the menu in Discord, which may differ from the saved one. */
    deployedKind: text({ enum: ['reactions', 'buttons', 'select'] }),
    /** The keys of the emojis that it put on the message. */
    emojis: json(),
    messageMissing: integer({ mode: 'boolean' }).notNull().default(false),
    /**
     * The channel where it is being posted, and since when: stored before the request to Discord, null once it has
     * answered.
     */
    postingChannelId: text(),
    postingAt: unixMs(),
    /** The number of roles given so far. */
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

/** What is remembered about a member's choice: stored before the role is given or taken, and settled afterward. */
export const notes = sqliteTable(
  'reactionrole_notes',
  {
    guildId: guildId(),
    menuId: text().notNull(),
    choiceId: text().notNull(),
    userId: text().notNull(),
    roleId: text().notNull(),
    /** Null if it is to be forgotten once the role is taken. */
    state: text().$type<NoteState>(),
    /** The pending change in Discord. 'replace': the role is taken because another choice replaces it. */
    due: text({ enum: ['give', 'take', 'replace'] }),
    /** Whether their reaction is there, as far as we know. */
    reacted: integer({ mode: 'boolean' }).notNull().default(false),
    at: unixMs().notNull(),
    /** When the role is to be taken back. */
    endsAt: unixMs(),
  },
  table => [
    primaryKey({ columns: [table.guildId, table.menuId, table.choiceId, table.userId] }),
    index('reactionrole_notes_user').on(table.guildId, table.userId),
    index('reactionrole_notes_due').on(table.due),
  ],
)

/** What the last check of a server has corrected or left alone. */
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
    /** Because the bot was offline, or because somebody asked. */
    cause: text({ enum: ['return', 'asked'] }).notNull(),
    startedAt: unixMs().notNull(),
    /** The number of reactions and notes to compare at the beginning. */
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

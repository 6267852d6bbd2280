import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { guildId, json, unixMs } from '#kernel/storage/columns.ts'
import { storedTable } from '#kernel/storage/stored-table.ts'

/** Messages that are being written. */
export const embedDrafts = sqliteTable(
  'embed_drafts',
  {
    guildId: guildId(),
    /** Made by the client, so that saving the same draft twice creates only one. */
    id: text().notNull(),
    name: text().notNull(),
    channelId: text(),
    /** The name and avatar for a webhook; null for the bot itself. */
    sender: json(),
    /** {@link messageDraft} as it was saved. */
    message: json().notNull(),
    /** The sent message that it edits, if any. */
    postId: text(),
    /** The only member who sees it; null for everybody who may see drafts. */
    ownerId: text(),
    revision: integer().notNull(),
    savedAt: unixMs().notNull(),
    savedById: text(),
    savedByName: text(),
  },
  table => [primaryKey({ columns: [table.guildId, table.id] })],
)

/** Sent messages, with the drafts they were made from. */
export const embedPosts = sqliteTable(
  'embed_posts',
  {
    guildId: guildId(),
    id: text().notNull(),
    /** 'sending' is stored before the request to Discord. */
    state: text({ enum: ['sending', 'sent'] }).notNull(),
    name: text().notNull(),
    channelId: text().notNull(),
    messageId: text(),
    /** The webhook that sent it; null for the bot itself. */
    webhookId: text(),
    sender: json(),
    message: json().notNull(),
    missing: integer({ mode: 'boolean' }).notNull().default(false),
    postedAt: unixMs().notNull(),
    postedById: text(),
    postedByName: text(),
    editedAt: unixMs(),
    editedById: text(),
    editedByName: text(),
  },
  table => [
    primaryKey({ columns: [table.guildId, table.id] }),
    index('embed_posts_message').on(table.guildId, table.messageId),
  ],
)

export const tables = {
  drafts: storedTable(embedDrafts, {
    guild: 'guildId',
    users: { ownerId: 'row', savedById: ['savedById', 'savedByName'] },
    channels: { channelId: [] },
    references: ['message', 'sender'],
  }),
  posts: storedTable(embedPosts, {
    guild: 'guildId',
    users: { postedById: ['postedById', 'postedByName'], editedById: ['editedById', 'editedByName'] },
    channels: { channelId: ['message', 'name'] },
    references: ['message', 'sender'],
  }),
}

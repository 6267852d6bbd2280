import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { guildId, json, unixMs } from '#kernel/storage/columns.ts'
import { storedTable } from '#kernel/storage/stored-table.ts'

/** How often each was used, by day; nobody is named. */
export const emojiUses = sqliteTable(
  'emoji_uses',
  {
    guildId: guildId(),
    /** Days since 1970. */
    day: integer().notNull(),
    emojiId: text().notNull(),
    messages: integer().notNull().default(0),
    reactions: integer().notNull().default(0),
  },
  table => [primaryKey({ columns: [table.guildId, table.day, table.emojiId] })],
)

/** Since when a server's emojis are counted without a pause. */
export const emojiCounting = sqliteTable('emoji_counting', {
  guildId: guildId().primaryKey(),
  since: unixMs().notNull(),
})

/** What Palisade is to do to emojis: written before Discord is asked, gone once it has answered. */
export const emojiOrders = sqliteTable(
  'emoji_orders',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    guildId: guildId(),
    kind: text({ enum: ['add', 'restore', 'change', 'remove'] }).notNull(),
    /** What it is done to; of one that is put back, its former id. */
    emojiId: text(),
    /** The new name; of one that is deleted, its own. */
    name: text().notNull(),
    animated: integer({ mode: 'boolean' }).notNull().default(false),
    /** Null leaves them as they are. */
    roles: json(),
    /** The picture that is kept. */
    fileId: text(),
    /** Emojis of that name that were there before: another one of the bot's is what this has made. */
    known: json(),
    byId: text(),
    via: text().notNull(),
    place: text(),
    at: unixMs().notNull(),
    /** When Discord was last asked; null before, and where it is known to have done nothing. */
    triedAt: unixMs(),
    /** The press that asked for it: sent again with it, it is done once. */
    key: text(),
    /** What that press asked for: with its key nothing else is. */
    asked: text(),
  },
  table => [index('emoji_orders_guild').on(table.guildId, table.id)],
)

/** For whom Palisade added those that Discord has as the bot's. */
export const emojiAdded = sqliteTable(
  'emoji_added',
  {
    guildId: guildId(),
    emojiId: text().notNull(),
    byId: text(),
    at: unixMs().notNull(),
    /** The press that asked for it, and what for. */
    key: text(),
    asked: text(),
    /** Of one that was put back, the id that it had before it was deleted. */
    formerId: text(),
  },
  table => [primaryKey({ columns: [table.guildId, table.emojiId] })],
)

/** Those that Palisade deleted, to be put back. */
export const emojiRemoved = sqliteTable(
  'emoji_removed',
  {
    guildId: guildId(),
    emojiId: text().notNull(),
    name: text().notNull(),
    animated: integer({ mode: 'boolean' }).notNull(),
    roles: json().notNull(),
    fileId: text().notNull(),
    removedAt: unixMs().notNull(),
    removedById: text(),
  },
  table => [primaryKey({ columns: [table.guildId, table.emojiId] })],
)

export const tables = {
  uses: storedTable(emojiUses, { guild: 'guildId', references: ['emojiId'] }),
  counting: storedTable(emojiCounting, { guild: 'guildId' }),
  orders: storedTable(emojiOrders, {
    guild: 'guildId',
    users: { byId: ['byId'] },
    references: ['emojiId', 'roles', 'known'],
    exported: false,
  }),
  added: storedTable(emojiAdded, { guild: 'guildId', users: { byId: ['byId'] }, references: ['emojiId'] }),
  removed: storedTable(emojiRemoved, {
    guild: 'guildId',
    users: { removedById: ['removedById'] },
    references: ['emojiId', 'roles'],
  }),
}

import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { guildId, json, unixMs } from '#kernel/storage/columns.ts'
import { storedTable } from '#kernel/storage/stored-table.ts'

/** How often each emoji was used, by day, without names. */
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

/** When the current, uninterrupted counting of a server's emojis began. */
export const emojiCounting = sqliteTable('emoji_counting', {
  guildId: guildId().primaryKey(),
  since: unixMs().notNull(),
})

/** Orders for the bot to change emojis: stored before the request to Discord, deleted once it has answered. */
export const emojiOrders = sqliteTable(
  'emoji_orders',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    guildId: guildId(),
    kind: text({ enum: ['add', 'restore', 'change', 'remove'] }).notNull(),
    /** The emoji to change; for one that is restored, its former id. */
    emojiId: text(),
    /** The new name; for one that is deleted, its own. */
    name: text().notNull(),
    animated: integer({ mode: 'boolean' }).notNull().default(false),
    /** Null leaves the roles as they are. */
    roles: json(),
    /** The stored image. */
    fileId: text(),
    /** Emojis of this name that already existed: any other one by the bot was made by this order. */
    known: json(),
    byId: text(),
    via: text().notNull(),
    place: text(),
    at: unixMs().notNull(),
    /** When Discord was last asked; null before that, and if the request is known to have had no effect. */
    triedAt: unixMs(),
    /** The button press that this belongs to: a repeated request with the same key has no further effect. */
    key: text(),
    /** A hash of what was requested: the key cannot be used for anything else. */
    asked: text(),
  },
  table => [index('emoji_orders_guild').on(table.guildId, table.id)],
)

/** The members for whom the bot added emojis; Discord only says that the bot did. */
export const emojiAdded = sqliteTable(
  'emoji_added',
  {
    guildId: guildId(),
    emojiId: text().notNull(),
    byId: text(),
    at: unixMs().notNull(),
    /** The key of the request, and a hash of what it asked for. */
    key: text(),
    asked: text(),
    /** For a restored emoji, the id it had before it was deleted. */
    formerId: text(),
  },
  table => [primaryKey({ columns: [table.guildId, table.emojiId] })],
)

/** Emojis deleted through the bot, which can be restored. */
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

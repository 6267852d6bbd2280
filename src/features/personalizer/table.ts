import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { guildId, json, unixMs } from '#kernel/storage/columns.ts'
import { storedTable } from '#kernel/storage/stored-table.ts'

/** What Discord was last told of the bot's look in a server, and how it answered. */
export const personalizerLooks = sqliteTable('personalizer_looks', {
  guildId: guildId().primaryKey(),
  /** What it took, by part; Discord never tells the text of a profile, so it is kept. */
  shown: json(),
  /** What it refused, by part: what was wanted, and why not. */
  refused: json(),
  /** The pictures as Discord names them, to see when they are gone. */
  avatarHash: text(),
  bannerHash: text(),
  /** When Discord was last told something, and when it is told again. */
  toldAt: unixMs(),
  retryAt: unixMs(),
  /** How often a name was put back that somebody had changed, and since when that is counted. */
  putBacks: integer().notNull().default(0),
  putBacksSince: unixMs(),
})

export const tables = { looks: storedTable(personalizerLooks, { guild: 'guildId' }) }

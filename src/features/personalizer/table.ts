import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { guildId, json, unixMs } from '#kernel/storage/columns.ts'
import { storedTable } from '#kernel/storage/stored-table.ts'

/** The appearance that was last sent to Discord for a server, and its answer. */
export const personalizerLooks = sqliteTable('personalizer_looks', {
  guildId: guildId().primaryKey(),
  /** What it accepted, by part; stored because Discord never returns the text of a profile. */
  shown: json(),
  /** What it refused, by part: the wanted value and the reason. */
  refused: json(),
  /** Discord's hashes of the images, to notice when they are gone. */
  avatarHash: text(),
  bannerHash: text(),
  /** When something was last sent, and when the next attempt is due. */
  toldAt: unixMs(),
  retryAt: unixMs(),
  /** How often a changed name was restored, and since when that is counted. */
  putBacks: integer().notNull().default(0),
  putBacksSince: unixMs(),
})

export const tables = { looks: storedTable(personalizerLooks, { guild: 'guildId' }) }

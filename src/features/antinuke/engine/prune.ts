import { lt } from 'drizzle-orm'
import { job } from '#kernel/feature.ts'
import { hourMs } from './count.ts'
import { tidyLedger } from './ledger.ts'
import { antinukeActions as rows, antinukeNewcomers as newcomers } from './table.ts'

/** Deletes what no longer counts. */
export const pruneActions = job({
  run(services) {
    const { db, now } = services
    for (const { guildId } of db.selectDistinct({ guildId: rows.guildId }).from(rows).all())
      tidyLedger(services, guildId)
    const since = now() - 24 * hourMs
    db.delete(rows).where(lt(rows.at, since)).run()
    db.delete(newcomers).where(lt(newcomers.joinedAt, since)).run()
  },
})

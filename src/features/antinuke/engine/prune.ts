import { lt } from 'drizzle-orm'
import { job } from '#kernel/feature.ts'
import { hourMs } from './count.ts'
import { tidyLedger } from './ledger.ts'
import { antinukeActions as rows } from './table.ts'

/** Deletes what no longer counts. */
export const pruneActions = job({
  run(services) {
    const { db, now } = services
    for (const { guildId } of db.selectDistinct({ guildId: rows.guildId }).from(rows).all())
      tidyLedger(services, guildId)
    db.delete(rows)
      .where(lt(rows.at, now() - 24 * hourMs))
      .run()
  },
})

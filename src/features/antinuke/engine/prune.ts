import { and, lt, ne } from 'drizzle-orm'
import { job } from '#kernel/feature.ts'
import { journalLimits } from '../journal/prune.ts'
import { hourMs } from './count.ts'
import { tidyLedger } from './ledger.ts'
import { recentMs } from './roster.ts'
import { antinukeActions as rows, antinukeNewcomers as newcomers } from './table.ts'

/** How long it is known who made what: as long as the journal goes back (ms). */
const makersMs = journalLimits.days * 24 * hourMs

/** Deletes what no longer counts. */
export const pruneActions = job({
  deletesOld: true,
  run(services) {
    const { db, now } = services
    for (const { guildId } of db.selectDistinct({ guildId: rows.guildId }).from(rows).all())
      tidyLedger(services, guildId)
    const since = now() - 24 * hourMs
    db.delete(rows)
      .where(and(lt(rows.at, since), ne(rows.operation, 'create')))
      .run()
    db.delete(rows)
      .where(lt(rows.at, now() - makersMs))
      .run()
    db.delete(newcomers)
      .where(lt(newcomers.joinedAt, now() - recentMs))
      .run()
  },
})

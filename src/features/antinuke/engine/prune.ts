import { lt } from 'drizzle-orm'
import { job } from '#kernel/feature.ts'
import { hourMs } from './count.ts'
import { antinukeActions as rows } from './table.ts'

/** Deletes what no longer counts. */
export const pruneActions = job({
  run: ({ db, now }) =>
    db
      .delete(rows)
      .where(lt(rows.at, now() - 24 * hourMs))
      .run(),
})

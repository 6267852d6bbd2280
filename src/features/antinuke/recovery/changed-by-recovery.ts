import { and, eq, like } from 'drizzle-orm'
import type { Services } from '#kernel/feature.ts'
import type { Recovery } from './store.ts'
import { recoverySteps } from './table.ts'

/** The ids of before of what a recovery has changed, which may be what it made anew. */
export const editedBy = ({ db }: Pick<Services, 'db'>, { id }: Pick<Recovery, 'id'>): Set<string> =>
  new Set(
    db
      .select({ key: recoverySteps.key })
      .from(recoverySteps)
      .where(and(eq(recoverySteps.recoveryId, id), eq(recoverySteps.state, 'done'), like(recoverySteps.key, 'edit %')))
      .all()
      // Named by what is done, the kind and the id.
      .flatMap(({ key }) => key.split(' ')[2] ?? []),
  )

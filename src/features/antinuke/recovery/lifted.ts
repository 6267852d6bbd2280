import { and, eq, like, or } from 'drizzle-orm'
import type { Services } from '#kernel/feature.ts'
import type { Recovery } from './store.ts'
import { recoverySteps } from './table.ts'

type Store = Pick<Services, 'db'>

/** What decides about people, once for each decision. */
const lifting = ['unban', 'ban', 'end-timeout'] as const

/** The keys of the bans and timeouts that it has lifted. */
export const liftedBy = ({ db }: Store, { id }: Pick<Recovery, 'id'>): Set<string> =>
  new Set(
    db
      .select({ key: recoverySteps.key })
      .from(recoverySteps)
      .where(
        and(
          eq(recoverySteps.recoveryId, id),
          eq(recoverySteps.state, 'done'),
          or(...lifting.map(act => like(recoverySteps.key, `${act} %`))),
        ),
      )
      .all()
      .map(({ key }) => key),
  )

/** Somebody was banned or timed out again since that was lifted: it counts as lifted no more. Part of the caller's transaction. */
export function liftAgain({ db }: Store, { id }: Pick<Recovery, 'id'>, userIds: readonly string[]): void {
  const lifts = userIds.flatMap(userId => lifting.map(act => `${act} ${userId}`))
  for (const key of lifts)
    db.update(recoverySteps)
      .set({ key: `${key} before` })
      .where(and(eq(recoverySteps.recoveryId, id), eq(recoverySteps.state, 'done'), eq(recoverySteps.key, key)))
      .run()
}

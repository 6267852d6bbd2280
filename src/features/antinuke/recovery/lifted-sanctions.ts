import { and, eq, like, or } from 'drizzle-orm'
import { endDecidedBy } from '#features/moderation/public.ts'
import type { Services } from '#kernel/feature.ts'
import { type RecoveryFinding, type Recovery, refusalsOf } from './store.ts'
import type { Damage } from './steps.ts'
import { recoverySteps } from './table.ts'

type Store = Pick<Services, 'db'>

/** The steps that decide about people; each decision is carried out once. */
const lifting = ['unban', 'ban', 'end-timeout', 'unmute', 'undeafen'] as const

/** The keys of the bans, timeouts and mutes that a recovery has lifted. */
const liftedBy = ({ db }: Store, { id }: Pick<Recovery, 'id'>): Set<string> =>
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

/** What is still the case if Discord refused the step. */
const still: Record<(typeof lifting)[number], string> = {
  unban: 'They are still banned.',
  ban: 'They are not banned again.',
  'end-timeout': 'They are still timed out.',
  unmute: 'They are still muted in voice channels.',
  undeafen: 'They are still deafened in voice channels.',
}
const isLifting = (act: string): act is keyof typeof still => act in still

/** What the last round could not lift, each with the reason. */
export const notLifted = (services: Store, recovery: Recovery): RecoveryFinding[] =>
  [...refusalsOf(services, recovery)].flatMap(([key, problem]): RecoveryFinding[] => {
    const [act = '', id = ''] = key.split(' ')
    if (!isLifting(act)) return []
    return [
      { kind: 'member', objectId: id, name: id, field: null, result: 'impossible', reason: `${still[act]} ${problem}` },
    ]
  })

const caseKinds: Readonly<Record<string, 'ban' | 'timeout'>> = { unban: 'ban', 'end-timeout': 'timeout' }

/** Ends the cases of the attackers' bans and timeouts that a recovery has lifted. Call it in a transaction. */
export function endLiftedCases(services: Services, recovery: Recovery, attackers: readonly string[]): void {
  for (const key of liftedBy(services, recovery)) {
    const [act = '', targetId, ...again] = key.split(' ')
    const kind = caseKinds[act]
    if (kind && targetId !== undefined && again.length === 0)
      endDecidedBy(services, recovery.guildId, { kind, targetId, by: attackers })
  }
}

/**
 * Notes that somebody was banned or timed out again since that was lifted, so that it no longer counts as lifted. Call
 * it in a transaction.
 */
export function liftAgain({ db }: Store, { id }: Pick<Recovery, 'id'>, userIds: readonly string[]): void {
  const lifts = userIds.flatMap(userId => lifting.map(act => `${act} ${userId}`))
  for (const key of lifts)
    db.update(recoverySteps)
      .set({ key: `${key} before` })
      .where(and(eq(recoverySteps.recoveryId, id), eq(recoverySteps.state, 'done'), eq(recoverySteps.key, key)))
      .run()
}

/**
 * Returns the damage without bans and timeouts that have been lifted already: what was decided since is somebody's own
 * decision.
 */
export function withoutLifted(services: Store, recovery: Recovery, damage: Damage): Damage {
  const lifted = liftedBy(services, recovery)
  const left = (act: string, ids: readonly string[] = []) => ids.filter(id => !lifted.has(`${act} ${id}`))
  return {
    ...damage,
    isAttack: recovery.incident !== null,
    banned: left('unban', damage.banned),
    timedOut: left('end-timeout', damage.timedOut),
    muted: left('unmute', damage.muted),
    deafened: left('undeafen', damage.deafened),
    unbanned: left('ban', damage.unbanned),
  }
}

import { and, eq, gte, sql } from 'drizzle-orm'
import { processState, type Services, state } from '#kernel/feature.ts'
import type { Operation } from '../engine/audit-actions.ts'
import { objectKey, type ObjectKind, type ObjectName } from '../journal/objects.ts'
import { singletonKinds } from './damage.ts'
import { idMap } from './id-map.ts'
import { reasonOf } from './run-steps.ts'
import { act } from './steps.ts'
import { recoveryById } from './store.ts'
import { recoverySteps } from './table.ts'

/** Who was given something back when they rejoined, and when (Unix ms). */
const givenBack = state(() => new Map<string, number>())
/** How late Discord's entries may be (ms). */
const lateMs = 10 * 60_000

export function noteGivenBack(services: Pick<Services, 'memory' | 'now'>, guildId: string, userId: string): void {
  const known = givenBack(services, guildId)
  for (const [id, at] of known) if (services.now() - at > lateMs) known.delete(id)
  known.set(userId, services.now())
}

/**
 * Whether an entry of the audit log is a recovery's own step about a member, judging by its reason.
 * @param entry.actorId the actor that Discord names
 */
export function isOwnStep(
  services: Pick<Services, 'db' | 'client' | 'memory' | 'now'>,
  guildId: string,
  entry: { actorId: string | null; targetId: string | null; reason: string | null },
): boolean {
  const { client, now } = services
  if (entry.actorId !== client.user.id || entry.targetId === null) return false
  const backAt = givenBack(services, guildId).get(entry.targetId)
  if (backAt !== undefined && Math.abs(now() - backAt) < lateMs && /\bthey are back$/i.test(entry.reason ?? ''))
    return true
  return stepOfReason(services, guildId, entry.reason)?.userId === entry.targetId
}

/** Prepared, as it runs for every entry that a recovery causes. */
const stepById = processState(({ db }: Pick<Services, 'db'>) =>
  db
    .select()
    .from(recoverySteps)
    .where(and(eq(recoverySteps.guildId, sql.placeholder('guildId')), eq(recoverySteps.id, sql.placeholder('id'))))
    .prepare(),
)

/** The step that gave this reason. */
function stepOfReason(
  services: Pick<Services, 'db' | 'memory'>,
  guildId: string,
  reason: string | null,
): typeof recoverySteps.$inferSelect | undefined {
  const id = /, step (\d+)$/.exec(reason ?? '')?.[1]
  if (id === undefined) return undefined
  const step = stepById(services).get({ guildId, id: Number(id) })
  const recovery = step && recoveryById(services, step.recoveryId)
  return recovery && reasonOf(recovery, step) === reason ? step : undefined
}

/**
 * Whether an entry that names nobody is a recovery's own step, judging by its reason and by what it is about. Anybody
 * may write such a reason, so it has to be about the same thing, too.
 */
export function isOwnNamelessStep(
  services: Pick<Services, 'db' | 'memory'>,
  guildId: string,
  entry: { targetId: string | null; reason: string | null; operation: Operation; object: { kind: ObjectKind } | null },
): boolean {
  const step = stepOfReason(services, guildId, entry.reason)
  if (!step || step.begunAt === null) return false
  const what = act.parse(JSON.parse(step.act))
  if (step.userId !== null) return step.userId === entry.targetId
  if (!('kind' in what) || what.kind !== entry.object?.kind) return false
  if (what.do === 'create') return entry.operation === 'create'
  return singletonKinds.has(what.kind) || idMap(services, guildId).now(what.id) === entry.targetId
}

/** How soon after its start a recovery's own request is in the journal (ms). */
const soonMs = 60_000

/**
 * Returns whether a change that the bot made was a recovery's own step, by the first id of its object and the time at
 * which it was recorded (Unix ms).
 * @param since Unix ms
 */
export function ownSteps(
  { db }: Pick<Services, 'db'>,
  guildId: string,
  since: number,
): (object: ObjectName, at: number) => boolean {
  const begun = db
    .select({ act: recoverySteps.act, begunAt: recoverySteps.begunAt })
    .from(recoverySteps)
    .where(and(eq(recoverySteps.guildId, guildId), gte(recoverySteps.begunAt, since)))
    .all()
  const times = new Map<string, number[]>()
  for (const { act: stored, begunAt } of begun) {
    const parsed = act.parse(JSON.parse(stored))
    if (!('id' in parsed) || begunAt === null) continue
    const key = objectKey({ kind: 'kind' in parsed ? parsed.kind : 'member', id: parsed.id })
    times.set(key, [...(times.get(key) ?? []), begunAt])
  }
  return (object, at) => times.get(objectKey(object))?.some(begunAt => Math.abs(at - begunAt) < soonMs) ?? false
}

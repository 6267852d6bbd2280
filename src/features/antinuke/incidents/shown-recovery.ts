import { and, asc, eq, isNotNull } from 'drizzle-orm'
import { z } from 'zod'
import type { Services } from '#kernel/feature.ts'
import { type ObjectKind, objectKinds } from '../journal/objects.ts'
import type { IdMap } from '../recovery/id-map.ts'
import { viaOf } from '../recovery/run-steps.ts'
import { act as actSchema, type Act } from '../recovery/steps.ts'
import { countSteps, type RecoveryFinding, type Recovery, findingsOf } from '../recovery/store.ts'
import { recoverySteps } from '../recovery/table.ts'
import type { ShownEvent, ShownPart, ShownRecovery, VerifiedObject } from './contract.ts'
import { fieldLabel, kindLabel, type IncidentNames } from './names.ts'
import { isNewAddress } from './webhook-address.ts'

const kindSchema = z.enum(Object.keys(objectKinds) as [ObjectKind, ...ObjectKind[]])
/** Only kinds are stored here. */
const kindOf = ({ kind }: Pick<RecoveryFinding, 'kind'>) => kindSchema.parse(kind)

/** The name in a finding; null where the report calls the object by its kind because nobody knew its name. */
const givenName = (one: RecoveryFinding) => (one.name === kindLabel(kindOf(one)) ? null : one.name)

/**
 * The results of a recovery, object by object. Fields that nobody can set are listed separately and never count as
 * restored.
 */
export function shownRecovery(
  services: Pick<Services, 'db'>,
  recovery: Recovery,
  ids: IdMap,
  names: IncidentNames,
): ShownRecovery {
  const { state, startedAt, finishedAt, waitsUntil, problem } = recovery
  const { todo, begun, done, refused } = countSteps(services, recovery)
  const findings = findingsOf(services, recovery)
  const objects = new Map<string, VerifiedObject>()
  for (const one of findings) {
    if (one.result === 'impossible') continue
    const kind = kindOf(one)
    const key = `${kind} ${one.objectId}`
    const now = ids.now(one.objectId)
    const object = objects.get(key) ?? {
      of: kind,
      kind: kind === 'channel' && names.channelKind(one.objectId) === 'category' ? 'Category' : kindLabel(kind),
      id: one.objectId,
      newId: now === one.objectId ? null : now,
      name: names.object(kind, one.objectId, givenName(one)),
      fields: [],
    }
    objects.set(key, object)
    object.fields.push({
      label: one.field === null || one.field === undefined ? null : fieldLabel(kind, one.field),
      same: one.result === 'same',
      reason: one.reason ?? null,
    })
  }
  return {
    state,
    startedAt,
    finishedAt,
    waitsUntil,
    problem,
    steps: { done: done + refused, total: todo + begun + done + refused },
    verified: [...objects.values()],
    lost: findings
      .filter(({ result }) => result === 'impossible')
      .map(one => ({
        id: one.objectId,
        kind: kindLabel(kindOf(one)),
        name: names.object(kindOf(one), one.objectId, givenName(one)),
        field: one.field === null || one.field === undefined ? null : fieldLabel(kindOf(one), one.field),
        reason: one.reason ?? '',
        newAddress: isNewAddress(one) && ids.now(one.objectId) !== one.objectId,
      })),
  }
}

/** Says what a step did. @param called returns the name of an object */
function wordsOf(act: Act, called: (kind: ObjectKind, id: string, name: string | null) => ShownPart[]): ShownPart[] {
  if (act.do === 'order-roles') return ['Put the roles in their order.']
  if (act.do === 'order-channels') return ['Put the channels in their order.']
  if (act.do === 'ban')
    return ['Banned ', ...called('member', act.id, null), ' again, after their ban had been lifted.']
  if (act.do === 'unban') return ['Lifted the ban of ', ...called('member', act.id, null), '.']
  if (act.do === 'end-timeout') return ['Lifted the timeout of ', ...called('member', act.id, null), '.']
  if (act.do === 'unmute') return ['Unmuted ', ...called('member', act.id, null), ' in voice channels.']
  if (act.do === 'undeafen') return ['Undeafened ', ...called('member', act.id, null), ' in voice channels.']
  if (act.do === 'member') return ['Gave ', ...called('member', act.id, null), ' back what they had.']
  const name = act.do !== 'delete' && typeof act.body['name'] === 'string' ? act.body['name'] : null
  const what = called(act.kind, act.id, name)
  if (act.do === 'delete') return ['Removed ', ...what, '.']
  return act.do === 'create' ? ['Recreated ', ...what, '.'] : ['Restored ', ...what, '.']
}

/** What a recovery did, for the timeline: its steps by the time they began, and settings that got new ids. */
export function recoveryEvents(services: Services, recovery: Recovery, names: IncidentNames): ShownEvent[] {
  const { db, settings, features } = services
  const { guildId, startedAt, finishedAt } = recovery
  const reported = new Map(findingsOf(services, recovery).map(one => [`${one.kind} ${one.objectId}`, givenName(one)]))
  const called = (kind: ObjectKind, id: string, name: string | null): ShownPart[] => {
    const known = names.object(kind, id, name ?? reported.get(`${kind} ${id}`) ?? null)
    if (kind === 'member') return [{ about: 'user', id, name: known }]
    if (kind === 'channel') return [{ about: names.channelKind(id), id, name: known }]
    if (kind === 'role') return [{ about: kind, id, name: known }]
    const label = kindLabel(kind).replace(/^[A-Z](?![A-Z])/, first => first.toLowerCase())
    return [known === null || known === kindLabel(kind) ? `the ${label}` : `the ${label} ${known}`]
  }
  const steps = db
    .select({ id: recoverySteps.id, act: recoverySteps.act, at: recoverySteps.begunAt })
    .from(recoverySteps)
    .where(
      and(eq(recoverySteps.recoveryId, recovery.id), eq(recoverySteps.state, 'done'), isNotNull(recoverySteps.begunAt)),
    )
    .orderBy(asc(recoverySteps.id))
    .all()
  // Negative, so that no row of the incident has the same id.
  const restored = steps.map(
    ({ id, act, at }): ShownEvent => ({
      id: -2 * id,
      at: at ?? startedAt,
      lane: 'restore',
      parts: wordsOf(actSchema.parse(JSON.parse(act)), called),
      entry: null,
    }),
  )
  const via = viaOf(recovery)
  const renamed = settings
    .history(guildId, { limit: 200 })
    .filter(one => one.author.via === via && one.at >= startedAt && (finishedAt === null || one.at <= finishedAt))
    .map(
      (one): ShownEvent => ({
        id: -2 * one.id - 1,
        at: one.at,
        lane: 'settings',
        parts: [
          `${features.find(({ contract }) => contract.name === one.feature)?.contract.title ?? one.feature} now names what was recreated.`,
        ],
        entry: null,
      }),
    )
  return [...restored, ...renamed]
}

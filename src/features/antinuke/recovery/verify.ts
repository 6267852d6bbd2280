import { formatCount, formatNumber } from '#kit/numbers.ts'
import { objectKey, type ObjectName, type ServerState } from '../journal/objects.ts'
import { damageOf, type Repair } from './damage.ts'
import { channelPositions, putBack } from './restore-order.ts'
import { goodPositions, movedChannels, placeOf } from './plan-channels.ts'
import { sortedRoles } from './plan-roles.ts'
import { type RecoveryFinding, impossibleAsFinding } from './store.ts'
import { type Damage, type Impossible, nameOf } from './steps.ts'

/**
 * Compares a server with how it was, object by object and field by field, limited to what the attack touched. All by
 * first ids.
 * @param refused why steps were refused, by `kind id`
 */
export function verify(
  damage: Damage,
  remade: ReadonlySet<string>,
  impossible: readonly Impossible[],
  refused: ReadonlyMap<string, string> = new Map(),
): RecoveryFinding[] {
  const { now, knownGood } = damage
  const { junk, repairs } = damageOf(damage, remade)
  const told = new Set(impossible.map(({ kind, id, field }) => `${kind} ${id} ${field ?? ''}`))
  const isTold = (object: ObjectName, field = '') =>
    told.has(`${objectKey(object)} `) || told.has(`${objectKey(object)} ${field}`)
  const finding = (object: ObjectName, field: string | null, result: 'same' | 'differs'): RecoveryFinding => ({
    kind: object.kind,
    objectId: object.id,
    name: nameOf(object, knownGood[object.kind].get(object.id) ?? now[object.kind].get(object.id)),
    field,
    result,
    reason: result === 'same' ? null : (refused.get(objectKey(object)) ?? null),
  })
  const misplaced = new Set([...misplacedChannels(now, knownGood, repairs), ...misplacedRoles(now, knownGood, repairs)])
  const ofRepair = (repair: Repair): RecoveryFinding[] => {
    if (repair.now === undefined) return isTold(repair) ? [] : [finding(repair, null, 'differs')]
    const fields = Object.keys(repair.wanted).filter(field => !isTold(repair, field))
    return fields.map(field => {
      const differs = field === 'position' ? misplaced.has(repair.id) : repair.differing.includes(field)
      return finding(repair, field, differs ? 'differs' : 'same')
    })
  }
  const isThere = new Set(junk.map(objectKey))
  const removed = damage.touched.filter(
    ({ kind, id }) => kind !== 'member' && !knownGood[kind].has(id) && !isThere.has(objectKey({ kind, id })),
  )
  return [
    ...junk.filter(one => !isTold(one)).map(one => finding(one, null, 'differs')),
    ...removed.map(one => finding(one, null, 'same')),
    ...repairs.flatMap(ofRepair),
    ...impossible.map(impossibleAsFinding),
  ]
}

function misplacedChannels(now: ServerState, knownGood: ServerState, repairs: readonly Repair[]): string[] {
  const moved = new Set(movedChannels(repairs.filter(({ kind }) => kind === 'channel')))
  if (moved.size === 0) return []
  const places = [...now.channel].map(([id, state]) => placeOf(id, state))
  return channelPositions(places, new Map(Object.entries(goodPositions(knownGood.channel))), moved).map(({ id }) => id)
}

function misplacedRoles(now: ServerState, knownGood: ServerState, repairs: readonly Repair[]): string[] {
  const moved = new Set(
    repairs.flatMap(({ kind, id, wanted }) => (kind === 'role' && 'position' in wanted ? [id] : [])),
  )
  const order = sortedRoles(now.role)
  const wanted = putBack(order, sortedRoles(knownGood.role), moved)
  return [...moved].filter(id => wanted.indexOf(id) !== order.indexOf(id))
}

/** Summarizes the findings, one sentence for each result. */
export function summaryOf(findings: readonly RecoveryFinding[]): string {
  const count = (wanted: RecoveryFinding['result']) => findings.filter(({ result }) => result === wanted).length
  const [same, differs, lost] = [count('same'), count('differs'), count('impossible')]
  return [
    `Read the server again: ${formatCount(same, 'thing is', 'things are')} as before.`,
    ...(differs > 0 ? [`${formatCount(differs, 'still differs', 'still differ')}.`] : []),
    ...(lost > 0 ? [`${formatNumber(lost)} cannot come back.`] : []),
  ].join(' ')
}

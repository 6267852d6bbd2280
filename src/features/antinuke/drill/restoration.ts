import type { ServerState } from '../journal/objects.ts'
import { paceOf } from '../recovery/request-estimate.ts'
import { planSteps } from '../recovery/plan-steps.ts'
import type { Ability, Touched } from '../recovery/steps.ts'
import type { DrillResult, ProfileName } from './contract.ts'
import { delaysOf } from './delays.ts'
import type { Course, DrillTarget, TargetKind } from './simulate.ts'

const idsOf = (targets: readonly DrillTarget[], wanted: TargetKind) =>
  new Set(targets.flatMap(({ kind, id }) => (kind === wanted ? [id] : [])))

type Restored = Pick<DrillResult, 'back' | 'verifiedAt' | 'fields'>

const kinds = { channels: 'channel', roles: 'role' } as const
const second = 1000

/** Works out how the recovery's own plan would put it back, at the pace of Discord's limits. */
export function restore(
  knownGood: ServerState,
  able: Omit<Ability, 'kept'>,
  { course, attackerId, profile }: { course: Course; attackerId: string; profile: ProfileName },
): Restored {
  const { stoppedAt, landed, targets } = course
  if (stoppedAt === null) return { back: [], verifiedAt: null, fields: null }
  const lost = targets.slice(0, landed)
  const gone = { role: idsOf(lost, 'roles'), channel: idsOf(lost, 'channels') }
  const without = (kind: 'role' | 'channel') => new Map([...knownGood[kind]].filter(([id]) => !gone[kind].has(id)))
  const now: ServerState = { ...knownGood, role: without('role'), channel: without('channel') }
  const touched: Touched[] = lost.flatMap(({ kind, id }) => (kind === 'bans' ? [] : [{ kind: kinds[kind], id }]))
  const banned = [...idsOf(lost, 'bans')]
  const plan = planSteps({ now, knownGood, touched, attackers: [attackerId], banned }, { ...able, kept: () => true })
  const { requests, seconds } = paceOf(plan.steps)
  const trip = 2 * delaysOf[profile].oneWay
  const from = stoppedAt + trip
  const lasts = Math.max(seconds * second, (requests / 48) * second) + trip
  const total = plan.targets.reduce((sum, { fields }) => sum + fields.length, banned.length)
  const impossible = plan.impossible.filter(({ field }) => field !== undefined).length
  // A ban is lifted whether or not the member rejoins.
  const isBack = ({ kind, id }: DrillTarget) =>
    kind === 'bans' ||
    !plan.impossible.some(one => one.kind === kinds[kind] && one.id === id && one.field === undefined)
  const coming = lost.filter(isBack)
  return {
    back: coming.map((_, place) => from + (lasts * (place + 1)) / coming.length),
    verifiedAt: from + lasts + trip,
    fields: { restored: Math.max(0, total - impossible), total },
  }
}

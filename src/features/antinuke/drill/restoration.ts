import type { ServerState } from '../journal/objects.ts'
import { paceOf } from '../recovery/pace.ts'
import { planSteps } from '../recovery/plan-steps.ts'
import type { Ability, Touched } from '../recovery/steps.ts'
import type { AttackKind, DrillResult, ProfileName } from './contract.ts'
import { delaysOf } from './delays.ts'
import type { Course } from './simulate.ts'

type Restored = Pick<DrillResult, 'back' | 'verifiedAt' | 'fields'>

const kinds = { channels: 'channel', roles: 'role' } as const
const second = 1000

/** What the recovery's own plan makes of it, at the pace of Discord's limits. */
export function restore(
  good: ServerState,
  able: Omit<Ability, 'kept'>,
  {
    course,
    attack,
    attackerId,
    targets,
    profile,
  }: {
    course: Course
    attack: AttackKind
    attackerId: string
    targets: readonly string[]
    profile: ProfileName
  },
): Restored {
  const { stoppedAt, landed } = course
  if (stoppedAt === null) return { back: [], verifiedAt: null, fields: null }
  const lost = targets.slice(0, landed)
  const kind = attack === 'bans' ? undefined : kinds[attack]
  const isLost = new Set(lost)
  const now: ServerState = kind ? { ...good, [kind]: new Map([...good[kind]].filter(([id]) => !isLost.has(id))) } : good
  const touched: Touched[] = kind ? lost.map(id => ({ kind, id })) : []
  const banned = kind ? [] : lost
  const plan = planSteps({ now, good, touched, attackers: [attackerId], banned }, { ...able, kept: () => true })
  const { requests, seconds } = paceOf(plan.steps)
  const trip = 2 * delaysOf[profile].oneWay
  const from = stoppedAt + trip
  const lasts = Math.max(seconds * second, (requests / 48) * second) + trip
  const total = plan.targets.reduce((sum, { fields }) => sum + fields.length, banned.length)
  const impossible = plan.impossible.filter(({ field }) => field !== undefined).length
  const isBack = (id: string) => !plan.impossible.some(one => one.id === id && one.field === undefined)
  const coming = lost.filter(isBack)
  return {
    back: coming.map((_, place) => from + (lasts * (place + 1)) / coming.length),
    verifiedAt: from + lasts + trip,
    fields: { restored: Math.max(0, total - impossible), total },
  }
}

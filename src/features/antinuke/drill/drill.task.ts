import type { ServerState } from '../journal/objects.ts'
import type { Ability } from '../recovery/steps.ts'
import type { Member } from '../engine/powers.ts'
import { picketRowOf } from '../incidents/picket-row.ts'
import type { IncidentLane } from '../incidents/table.ts'
import { type DrillResult, rates } from './contract.ts'
import { restore } from './restoration.ts'
import { type DrilledAttack, type Ground, simulate } from './simulate.ts'

export interface DrillOrder {
  ground: Ground
  attack: DrilledAttack
  who: string
  knownGood: ServerState
  able: Omit<Ability, 'kept'>
  /** The roles that the table shows, each with one holder. */
  roles: readonly { id: string; name: string; people: number; holder: Member }[]
}

/** Runs one drill, and the same attack by every role at every rate. */
export default function drill({ ground, attack, who, knownGood, able, roles }: DrillOrder): {
  drill: DrillResult
  matrix: { id: string; name: string; people: number; landed: number[]; all: boolean }[]
  floors: (number | null)[]
} {
  const course = simulate(ground, attack)
  const restored = ground.own.autoRecovery
    ? restore(knownGood, able, { course, attackerId: attack.attacker.id, profile: attack.profile })
    : { back: [], verifiedAt: null, fields: null }
  const { targets: _targets, ...told } = course
  const at = (lane: IncidentLane, times: readonly (number | null)[]) =>
    times.flatMap(time => (time === null ? [] : [{ at: time, lane }]))
  const strip = picketRowOf([
    ...at('attack', course.gone),
    ...at('stop', [course.stoppedAt]),
    ...at('restore', restored.back),
    ...at('verify', [restored.verifiedAt]),
  ])
  const matrix = roles.map(({ holder, ...role }) => {
    const courses = rates.map(rate => simulate(ground, { ...attack, attacker: holder, rate }))
    return {
      ...role,
      landed: courses.map(({ landed }) => landed),
      all: courses.every(({ landed, attempts, ending }) => landed === attempts && ending !== 'powerless'),
      floors: courses.map(({ floor, ending }) => (ending === 'stopped' ? floor : Infinity)),
    }
  })
  const floors = rates.map((_, place) => {
    const least = Math.min(...matrix.map(row => row.floors[place] ?? Infinity))
    return Number.isFinite(least) ? least : null
  })
  return {
    drill: { who, ...told, ...restored, strip },
    matrix: matrix.map(({ floors: _floors, ...row }) => row),
    floors,
  }
}

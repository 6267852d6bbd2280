import { objectKey, type ObjectKind, type ObjectName, type ObjectState } from '../journal/objects.ts'
import { type Repair } from './damage.ts'
import { textsIn } from './compare-fields.ts'
import {
  type Ability,
  type Act,
  type Damage,
  type FileMark,
  type Impossible,
  nameOf,
  type Returning,
  type Step,
} from './steps.ts'

/** A plan in the making, to which each family of objects adds. */
export interface PlanDraft {
  damage: Damage
  able: Ability
  repairs(kind: ObjectKind): Repair[]
  /** By the id of an object that will be recreated: the key of the step that does so. */
  made: Map<string, string>
  /** The key of the step that makes the server a community again, if there is one. */
  community: string | undefined
  add(act: Act, after?: readonly string[]): string
  cannot(object: ObjectName, reason: string, field?: string): void
  /** The keys of the steps that create what a value names. */
  makersOf(value: unknown): string[]
  /** The file in a field; undefined, and reported, when it was not kept. */
  file(repair: Repair, field: string): FileMark | null | undefined
  steps: Step[]
  returning: Returning[]
  impossible: Impossible[]
}

export const isGone = ({ now }: Repair): boolean => now === undefined

export function createDraft(damage: Damage, able: Ability, repairs: readonly Repair[]): PlanDraft {
  const byKind = Map.groupBy(repairs, ({ kind }) => kind)
  const steps: Step[] = []
  const used = new Map<string, number>()
  const impossible: Impossible[] = []
  const made = new Map<string, string>()
  const draft: PlanDraft = {
    damage,
    able,
    repairs: kind => byKind.get(kind) ?? [],
    made,
    community: undefined,
    add(act, after = []) {
      const key = keyFor(act, used)
      // A picture in a body names its own object.
      steps.push({ key, after: [...new Set(after)].filter(other => other !== key), act })
      return key
    },
    cannot({ kind, id }, reason, field) {
      const state = damage.knownGood[kind].get(id) ?? damage.now[kind].get(id)
      impossible.push({ kind, id, name: nameOf({ kind, id }, state), ...(field !== undefined && { field }), reason })
    },
    makersOf: value => [...new Set(textsIn(value))].flatMap(id => made.get(id) ?? []),
    file(repair, field) {
      const value = repair.wanted[field]
      if (typeof value !== 'string') return null
      const { kind, id } = repair
      const mark = { kind, id, field, value }
      if (able.kept(mark)) return { $file: mark }
      draft.cannot(repair, 'Its file was not kept.', field)
      return undefined
    },
    steps,
    returning: [],
    impossible,
  }
  return draft
}

/** Returns a key from what a step does to which object; further steps with the same key are numbered. */
function keyFor(act: Act, used: Map<string, number>): string {
  const what = 'kind' in act ? ` ${act.kind}` : ''
  const base = `${act.do}${what}${'id' in act ? ` ${act.id}` : ''}`
  const times = (used.get(base) ?? 0) + 1
  used.set(base, times)
  return times === 1 ? base : `${base} #${times}`
}

/** Announces that an object will be created, so that other steps can wait for it. */
export const willMake = (draft: PlanDraft, { kind, id }: ObjectName): void =>
  void draft.made.set(id, `create ${objectKey({ kind, id })}`)

/** The fields of a state that have a value. */
export const given = (state: ObjectState, fields: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(
    fields.flatMap(field => (state[field] === undefined || state[field] === null ? [] : [[field, state[field]]])),
  )

/** The fields of a state, null included. */
export const only = (state: ObjectState, fields: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(fields.flatMap(field => (state[field] === undefined ? [] : [[field, state[field]]])))

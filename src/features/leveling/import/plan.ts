import { mostXp } from '../contract.ts'
import type { Entry } from './entry.ts'

export type Mode = 'set' | 'add' | 'max'

interface Planned {
  entry: Entry
  before: number
  after: number
}

export interface Plan {
  /** Members without XP so far, and those whose XP changes. */
  fresh: Planned[]
  changed: Planned[]
  unchanged: Planned[]
}

const combine: Record<Mode, (here: number, there: number) => number> = {
  set: (_here, there) => there,
  max: Math.max,
  add: (here, there) => Math.min(mostXp, here + there),
}

/** What an import would do. @param totals all XP of those who have some */
export function planImport(entries: readonly Entry[], totals: ReadonlyMap<string, number>, mode: Mode): Plan {
  const plan: Plan = { fresh: [], changed: [], unchanged: [] }
  for (const entry of entries) {
    const before = totals.get(entry.userId) ?? 0
    const after = combine[mode](before, entry.total)
    const kind = after === before ? 'unchanged' : before === 0 ? 'fresh' : 'changed'
    plan[kind].push({ entry, before, after })
  }
  return plan
}

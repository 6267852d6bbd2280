import { mostXp } from '../contract.ts'
import type { ImportEntry } from './entry.ts'

export type ImportMode = 'set' | 'add' | 'max'

interface Planned {
  entry: ImportEntry
  before: number
  after: number
}

export interface ImportPlan {
  /** Members who have no XP so far, and those whose XP changes. */
  fresh: Planned[]
  changed: Planned[]
  unchanged: Planned[]
}

const combine: Record<ImportMode, (here: number, there: number) => number> = {
  set: (_here, there) => there,
  max: Math.max,
  add: (here, there) => Math.min(mostXp, here + there),
}

/** Plans an import. @param totals the total XP of those who have some */
export function planImport(
  entries: readonly ImportEntry[],
  totals: ReadonlyMap<string, number>,
  mode: ImportMode,
): ImportPlan {
  const plan: ImportPlan = { fresh: [], changed: [], unchanged: [] }
  for (const entry of entries) {
    const before = totals.get(entry.userId) ?? 0
    const after = combine[mode](before, entry.total)
    const kind = after === before ? 'unchanged' : before === 0 ? 'fresh' : 'changed'
    plan[kind].push({ entry, before, after })
  }
  return plan
}

import type { StepOutcome } from './perform.ts'
import { classOf } from './step-order.ts'
import type { Act } from './steps.ts'
import type { StoredStep } from './store.ts'

/** Refusals in a row after which a kind of step is not tried again: a permission is missing. */
const mostRefusals = 3
const forbidden = 403

/**
 * Tries only a few steps of each kind at once, until Discord has accepted one.
 * @param proven kinds of which it has accepted one, in this round or earlier, and refused none since; kept up to date
 */
export function kindTrials(proven: Set<string>) {
  /** Refusals in a row, by kind. */
  const refusals = new Map<string, number>()
  /** How many steps of each kind are under way. */
  const underWay = new Map<string, number>()
  const goingOf = (act: Act) => underWay.get(classOf(act)) ?? 0
  return {
    begin: (act: Act): unknown => underWay.set(classOf(act), goingOf(act) + 1),
    end: (act: Act): unknown => underWay.set(classOf(act), goingOf(act) - 1),
    /** Whether enough steps of a kind are under way to see that Discord refuses them; never once it has accepted one. */
    isTried: (act: Act): boolean => !proven.has(classOf(act)) && goingOf(act) >= mostRefusals,
    /** Kinds that Discord has not accepted yet come first: until it has, no more than a few of them leave. */
    inTurn(waiting: readonly StoredStep[]): StoredStep[] {
      const [tried, untried]: [StoredStep[], StoredStep[]] = [[], []]
      for (const step of waiting) (proven.has(classOf(step.act)) ? tried : untried).push(step)
      return [...untried, ...tried]
    },
    /** Notes what came of a step. @returns whether its kind is not tried again */
    note(act: Act, outcome: Exclude<StepOutcome, { is: 'too-early' }>): boolean {
      const kind = classOf(act)
      const row = outcome.is === 'refused' && outcome.status === forbidden ? (refusals.get(kind) ?? 0) + 1 : 0
      refusals.set(kind, row)
      if (outcome.is === 'done') proven.add(kind)
      if (row > 0) proven.delete(kind)
      return row >= mostRefusals
    },
  }
}

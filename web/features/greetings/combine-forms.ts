import type { Outcome } from '#web/app/settings-form/outcome.ts'
import type { SettingsForm } from '#web/app/settings-form/use-settings-form.ts'

/** The outcome to show when several forms were saved together: a failure, if there is one; otherwise all successes. */
export function combineOutcomes(outcomes: readonly (Outcome | undefined)[]): Outcome | undefined {
  const told = outcomes.filter(outcome => outcome !== undefined)
  const failure = told.find(({ tone }) => tone === 'danger')
  if (failure) return failure
  return told.length > 1 ? { tone: 'success', title: told.map(({ title }) => title).join('. ') } : told[0]
}

/** Several forms as one page: Save saves the changed ones, one after the other, and Reset resets all of them. */
export function combineForms(first: SettingsForm, second: SettingsForm): SettingsForm {
  const all = [first, second]
  return {
    ...first,
    ready: all.every(({ ready }) => ready),
    failed: all.some(({ failed }) => failed),
    notShared: all.some(({ notShared }) => notShared),
    dirty: all.some(({ dirty }) => dirty),
    saving: all.some(({ saving }) => saving),
    ...(second.conflict && !first.conflict
      ? {
          conflict: second.conflict,
          conflictAgain: second.conflictAgain,
          schemaOf: second.schemaOf,
          settle: second.settle,
          closeConflict: second.closeConflict,
        }
      : {}),
    outcome: combineOutcomes(all.map(({ outcome }) => outcome)),
    reload: () => {
      for (const { reload } of all) reload()
    },
    dismiss: () => {
      for (const { dismiss } of all) dismiss()
    },
    reset: () => {
      for (const { reset } of all) reset()
    },
    async submit() {
      let sound = true
      for (const form of all) if (form.dirty) sound = (await form.submit()) && sound
      return sound
    },
  }
}

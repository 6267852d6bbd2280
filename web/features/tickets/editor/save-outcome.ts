/** What the editor says about the latest save or deployment. */
export interface Outcome {
  tone: 'success' | 'danger'
  title: string
  /** That the edits are kept. */
  detail?: string
  /** Whether it stays until somebody dismisses it. */
  stays?: boolean
  /** Whether it is about a deployment, which a save does not repeat. */
  isDeployment?: boolean
}

/**
 * What the editor says once a panel is saved.
 * @param told what it says now: why the panel could not be saved before is no longer so
 * @param saying '' after a silent save, which says nothing
 */
export function afterSaving(told: Outcome | undefined, saying: string): Outcome | undefined {
  if (saying !== '') return { tone: 'success', title: saying }
  return told?.tone === 'danger' && !told.isDeployment ? undefined : told
}

import { ApiError } from '../api.ts'

/** How long a result stays on the page, in ms. */
export const bannerTime = 5000

/** The page's own sentences; the spec fixes them page by page. */
export interface Sentences {
  /** Loading failed: shown instead of the form. */
  load: string
  saved: string
  /** The server said `success: false` without a reason. */
  refused: string
  /** Put before the reason of a failed save: 'Error saving settings: '. */
  failed: string
}

export interface Outcome {
  tone: 'success' | 'danger'
  title: string
  /** What still holds, and what to quote. */
  detail?: string
}

const kept = 'Your changes are still here.'

/** What to tell about a save that threw. `fields` are already shown beside their controls. */
export function tellFailure(sentences: Sentences, error: unknown): Outcome {
  const reason = error instanceof Error ? error.message : String(error)
  const reference = error instanceof ApiError && error.reference ? `Reference ${error.reference}. ` : ''
  return { tone: 'danger', title: `${sentences.failed}${reason}`, detail: `${reference}${kept}` }
}

/** What to tell about a save that was answered. */
export const tellAnswer = (sentences: Sentences, answer: { success: boolean }): Outcome =>
  answer.success
    ? { tone: 'success', title: sentences.saved }
    : { tone: 'danger', title: sentences.refused, detail: kept }

/** The server's sentences for single fields that this form has; others stay in the banner. */
export function fieldErrors(error: unknown, names: readonly string[]): [name: string, message: string][] {
  if (!(error instanceof ApiError)) return []
  return Object.entries(error.fields).flatMap(([path, message]): [string, string][] => {
    const name = names.find(name => path === name || path.startsWith(`${name}.`))
    return name ? [[name, message]] : []
  })
}

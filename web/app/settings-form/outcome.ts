import { ApiError, isInDoubt } from '../api.ts'

/** The page's own messages; the specification fixes them for each page. */
export interface Sentences {
  /** Loading failed: shown instead of the form. */
  load: string
  saved: string
  /** The server said `success: false`. A function builds the message from the server's reason, if any. */
  refused: string | ((reason: string | undefined) => string)
  /**
   * Precedes the reason of a failed save: 'Error saving settings: '; empty if the reason stands alone. Without a colon
   * at the end it becomes the title, and the reason follows it.
   */
  failed: string
  /** A save failed for an unknown reason. */
  unexplained?: string
  /** Codes of refusals that are not failures: the change was stored elsewhere, to be decided on. */
  deferred?: readonly string[]
}

/** The usual messages. @param what 'invite settings' */
export const sentencesFor = (what: string): Sentences => ({
  load: `Failed to load ${what}`,
  saved: `${what.charAt(0).toUpperCase()}${what.slice(1)} saved successfully!`,
  refused: `Failed to save ${what}`,
  failed: `Failed to save ${what}: `,
})

export interface Outcome {
  tone: 'success' | 'danger' | 'info'
  title: string
  /** That the edits are kept, and the reference to quote. */
  detail?: string
}

export const kept = 'Your changes are still here.'

/** The message for a save that threw. `fields` are already shown beside their controls. */
export function tellFailure(sentences: Sentences, error: unknown): Outcome {
  if (error instanceof ApiError && sentences.deferred?.includes(error.code))
    return { tone: 'info', title: error.message }
  const reason = error instanceof Error ? error.message : String(error)
  if (isInDoubt(error)) return { tone: 'danger', title: reason, detail: kept }
  const reference = error instanceof ApiError && error.reference ? `Reference ${error.reference}. ` : ''
  const { failed, unexplained } = sentences
  if (reason === '' && unexplained) return { tone: 'danger', title: unexplained, detail: `${reference}${kept}` }
  if (failed !== '' && !failed.endsWith(': '))
    return { tone: 'danger', title: failed, detail: [reason, `${reference}${kept}`].filter(Boolean).join(' ') }
  return { tone: 'danger', title: `${failed}${reason}`, detail: `${reference}${kept}` }
}

/** The message for a save that was answered. */
export function tellAnswer({ saved, refused }: Sentences, answer: { success: boolean; error?: unknown }): Outcome {
  if (answer.success) return { tone: 'success', title: saved }
  const reason = typeof answer.error === 'string' ? answer.error : undefined
  return { tone: 'danger', title: typeof refused === 'string' ? refused : refused(reason), detail: kept }
}

/**
 * The server's messages for single fields that this form has; others stay in the banner.
 * @param nameOf returns the form's own path for a posted one
 */
export function fieldErrors(
  error: unknown,
  names: readonly string[],
  nameOf: (path: string) => string = path => path,
): [name: string, message: string][] {
  if (!(error instanceof ApiError)) return []
  return Object.entries(error.fields).flatMap(([posted, message]): [string, string][] => {
    const path = nameOf(posted)
    const name = names.find(name => path === name || path.startsWith(`${name}.`))
    return name ? [[name, message]] : []
  })
}

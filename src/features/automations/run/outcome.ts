/**
 * The result of an action. 'moot': impossible for this member or message, for example because they are gone; the
 * remaining actions are skipped, but nothing is wrong with the automation. 'failed': it would be impossible for
 * anybody. 'unanswered': Discord did not answer, so a later attempt may succeed.
 */
export type ActionOutcome =
  | { is: 'done' }
  | { is: 'moot'; why: string }
  | { is: 'failed'; why: string }
  | { is: 'unanswered' }

export const hasLeft = 'The member has left.'
export const done: ActionOutcome = { is: 'done' }
export const unanswered: ActionOutcome = { is: 'unanswered' }
export const moot = (why: string): ActionOutcome => ({ is: 'moot', why })
export const failed = (why: string): ActionOutcome => ({ is: 'failed', why })

/**
 * The result of an action. 'moot': impossible for this member or message, for example because they are gone; the
 * remaining actions are skipped, but nothing is wrong with the automation. 'failed': it would be impossible for
 * anybody.
 */
export type ActionOutcome = { is: 'done' } | { is: 'moot'; why: string } | { is: 'failed'; why: string }

export const hasLeft = 'The member has left.'
export const done: ActionOutcome = { is: 'done' }
export const moot = (why: string): ActionOutcome => ({ is: 'moot', why })
export const failed = (why: string): ActionOutcome => ({ is: 'failed', why })

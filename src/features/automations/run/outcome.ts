/**
 * What came of an action. 'moot': it could not be done to this member or message, such as one that is gone; the rest is
 * not done either, and nothing is wrong with the automation. 'failed': it could not be done to anybody.
 */
export type ActionOutcome = { is: 'done' } | { is: 'moot'; why: string } | { is: 'failed'; why: string }

export const hasLeft = 'The member has left.'
export const done: ActionOutcome = { is: 'done' }
export const moot = (why: string): ActionOutcome => ({ is: 'moot', why })
export const failed = (why: string): ActionOutcome => ({ is: 'failed', why })

/**
 * What came of an action. 'moot': it could not be done to this member or message, such as one that is gone; the rest is
 * not done either, and nothing is wrong with the automation. 'failed': it could not be done to anybody.
 */
export type Outcome = { is: 'done' } | { is: 'moot'; why: string } | { is: 'failed'; why: string }

export const done: Outcome = { is: 'done' }
export const moot = (why: string): Outcome => ({ is: 'moot', why })
export const failed = (why: string): Outcome => ({ is: 'failed', why })

/** What other features may ask of moderation: punish somebody, keep a case, write to the moderation log. */
export { type Case, type CaseEntry, recordCase } from './cases.ts'
export type { CaseKind, CaseSource, Punishment } from './contract.ts'
export { logCase } from './log-case.ts'
export { postModlog } from './modlog.ts'
export type { Order, Outcome } from './act.ts'
export { punish } from './punish.ts'

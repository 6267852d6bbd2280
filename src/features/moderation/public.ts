/** What other features may ask of moderation: punish somebody, keep a case, write to the moderation log. */
export { type Case, type CaseEntry, recordCase } from './cases/case-store.ts'
export type { CaseKind, CaseSource, Punishment } from './contract.ts'
export { logCase } from './modlog/log-case.ts'
export { postModlog } from './modlog/modlog.ts'
export type { Order, Outcome } from './sanctions/apply-sanction.ts'
export { punish } from './sanctions/sanction.ts'

/** What other features may ask of moderation: punish somebody, keep a case, write to the moderation log. */
export { isOwnAct } from './acts/own-acts.ts'
export { logLifted } from './acts/settle.ts'
export { endDecidedBy } from './cases/end-decided-by.ts'
export { type Case, type CaseEntry, recordCase } from './cases/case-store.ts'
export {
  lockChanges,
  type OverwriteChange,
  type SavedOverwrite,
  savedOverwrites,
  toStored,
  unlockChanges,
  writing,
} from './channel/lock-overwrites.ts'
export { overwritesOf } from './channel/write-overwrites.ts'
export type { CaseKind, CaseSource, SanctionKind } from './contract.ts'
export { logCase } from './modlog/log-case.ts'
export { hasModlog, postModlog } from './modlog/modlog.ts'
export type { SanctionOutcome } from './sanctions/apply-sanction.ts'
export type { SanctionOrder } from './sanctions/sanction-order.ts'
export { whySpared } from './sanctions/discord-action.ts'
export { sanction } from './sanctions/sanction.ts'

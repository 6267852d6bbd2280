import { processState, type Services } from '#kernel/feature.ts'
import type { JournalChange } from './state-at.ts'
import type { JournalAuditEntry } from './audit-entry.ts'

/** What the journal found out about the time when the bot was away. */
export interface Reconciled {
  guildId: string
  /** The moment up to which everything was known. */
  cursor: number
  /** What has changed since then, with the actors as far as the audit log names them. */
  changes: readonly JournalChange[]
  /** Entries of the audit log that no event had brought, oldest first. */
  entries: readonly JournalAuditEntry[]
}

interface Ears {
  reconciled: ((services: Services, found: Reconciled) => void)[]
  blinded: ((services: Services, guildId: string, channelIds: readonly string[]) => void)[]
}

const earsOf = processState((): Ears => ({ reconciled: [], blinded: [] }))

/** Calls `hear` after a server was read again because something may have been missed. */
export const whenReconciled = (services: Services, hear: Ears['reconciled'][number]): void =>
  void earsOf(services).reconciled.push(hear)

/** Calls `hear` when channels that the bot had seen were hidden from it. */
export const whenBlinded = (services: Services, hear: Ears['blinded'][number]): void =>
  void earsOf(services).blinded.push(hear)

export function tellReconciled(services: Services, found: Reconciled): void {
  for (const hear of earsOf(services).reconciled) hear(services, found)
}

export function tellBlinded(services: Services, guildId: string, channelIds: readonly string[]): void {
  services.log.warn({ guildId, channels: channelIds.length }, 'channels were hidden from the bot')
  for (const hear of earsOf(services).blinded) hear(services, guildId, channelIds)
}

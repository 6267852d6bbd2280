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

interface Listeners {
  reconciled: ((services: Services, found: Reconciled) => void)[]
  channelsHidden: ((services: Services, guildId: string, channelIds: readonly string[]) => void)[]
}

const listenersOf = processState((): Listeners => ({ reconciled: [], channelsHidden: [] }))

/** Calls `listener` after a server was read again because something may have been missed. */
export const whenReconciled = (services: Services, listener: Listeners['reconciled'][number]): void =>
  void listenersOf(services).reconciled.push(listener)

/** Calls `listener` when channels that the bot had seen were hidden from it. */
export const whenChannelsHidden = (services: Services, listener: Listeners['channelsHidden'][number]): void =>
  void listenersOf(services).channelsHidden.push(listener)

export function reportReconciled(services: Services, found: Reconciled): void {
  for (const listener of listenersOf(services).reconciled) listener(services, found)
}

export function reportChannelsHidden(services: Services, guildId: string, channelIds: readonly string[]): void {
  services.log.warn({ guildId, channels: channelIds.length }, 'channels were hidden from the bot')
  for (const listener of listenersOf(services).channelsHidden) listener(services, guildId, channelIds)
}

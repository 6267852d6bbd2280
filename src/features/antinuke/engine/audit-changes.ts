import type { AuditEntry } from './audit-entry.ts'
import { bitsOf, danger } from './danger.ts'

/** What an entry of the audit log says about one value. */
export type Change = NonNullable<AuditEntry['changes']>[number]

export const changeOf = (entry: AuditEntry, key: string): Change | undefined =>
  entry.changes?.find(change => change?.key === key)

export const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/** The permissions that a change adds, and those that it takes. */
export const bitsAdded = (change: Change | undefined): bigint => bitsOf(change?.new_value) & ~bitsOf(change?.old_value)
export const bitsTaken = (change: Change | undefined): bigint => bitsOf(change?.old_value) & ~bitsOf(change?.new_value)

/** Those among what it adds that can do harm. */
export const gainedBy = (change: Change | undefined): bigint => bitsAdded(change) & danger

import type { AuditEntry } from './audit-entry.ts'
import { bitsOf, danger } from './danger.ts'

/** One changed value in an entry of the audit log. */
export type Change = NonNullable<AuditEntry['changes']>[number]

export const changeOf = (entry: AuditEntry, key: string): Change | undefined =>
  entry.changes?.find(change => change?.key === key)

export const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/** The permissions that a change adds; below, those that it takes. */
export const bitsAdded = (change: Change | undefined): bigint => bitsOf(change?.new_value) & ~bitsOf(change?.old_value)
export const bitsTaken = (change: Change | undefined): bigint => bitsOf(change?.old_value) & ~bitsOf(change?.new_value)

/** The added permissions that can do harm. */
export const gainedBy = (change: Change | undefined): bigint => bitsAdded(change) & danger

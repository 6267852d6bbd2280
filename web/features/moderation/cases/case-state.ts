import { caseKinds, caseSources } from '#features/moderation/cases/contract.ts'
import type { CaseRow } from '#features/moderation/contract.ts'

export const kindLabel = (kind: CaseRow['kind']): string => caseKinds.find(({ value }) => value === kind)?.label ?? kind
export const sourceLabel = (source: CaseRow['source']): string =>
  caseSources.find(({ value }) => value === source)?.label ?? source

type Tone = 'neutral' | 'success' | 'warning' | 'danger'

const tones: Partial<Record<CaseRow['kind'], Tone>> = {
  warn: 'warning',
  timeout: 'warning',
  kick: 'danger',
  softban: 'danger',
  ban: 'danger',
  untimeout: 'success',
  unban: 'success',
  unlock: 'success',
}

/** A tone for how serious a kind of case is. */
export const toneOf = (kind: CaseRow['kind']): Tone => tones[kind] ?? 'neutral'

const endings = { cleared: 'Cleared', used: 'Used up', expired: 'Expired' } as const

/** The state of a case, in a word; undefined if there is nothing to say. */
export function stateOf({ voided, ended, active, kind }: CaseRow): string | undefined {
  if (voided) return 'Void'
  if (ended) return endings[ended]
  if (active) return kind === 'warn' ? 'Active' : 'In force'
  return undefined
}

/** Whom or what a case is about: 'jun_tan', '#general'; 'Forgotten' for a member who was forgotten. */
export function subjectOf({ target, channel, detail }: CaseRow): string {
  if (target) return target.name
  return channel ? `#${channel.name}` : (detail ?? 'Forgotten')
}

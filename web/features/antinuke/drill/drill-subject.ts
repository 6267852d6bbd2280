/** Whose account is compromised. */
export interface DrillSubject {
  kind: 'role' | 'member' | 'bot'
  id: string
}

/** The subject in the drill's URL: 'role-123'. A bare id would be parsed as a number and lose its last digits. */
export interface SubjectSearch {
  who?: string
}

export const readSubjectSearch = ({ who }: Record<string, unknown>): SubjectSearch =>
  typeof who === 'string' ? { who } : {}

export const searchFor = ({ kind, id }: DrillSubject): SubjectSearch => ({ who: `${kind}-${id}` })

export function subjectOf({ who = '' }: SubjectSearch): DrillSubject | undefined {
  const [, kind, id] = /^(role|member|bot)-(\d{15,20})$/.exec(who) ?? []
  // The regular expression allows no other kinds.
  return kind !== undefined && id !== undefined ? { kind: kind as DrillSubject['kind'], id } : undefined
}

/** Whose account is lost. */
export interface DrillSubject {
  kind: 'role' | 'member' | 'bot'
  id: string
}

/** The subject as the drill's address names it: 'role-123'. A bare id would be read as a number and lose its last digits. */
export interface SubjectSearch {
  who?: string
}

export const readSubjectSearch = ({ who }: Record<string, unknown>): SubjectSearch =>
  typeof who === 'string' ? { who } : {}

export const searchFor = ({ kind, id }: DrillSubject): SubjectSearch => ({ who: `${kind}-${id}` })

export function subjectOf({ who = '' }: SubjectSearch): DrillSubject | undefined {
  const [, kind, id] = /^(role|member|bot)-(\d{15,20})$/.exec(who) ?? []
  // The expression lets nothing else through.
  return kind !== undefined && id !== undefined ? { kind: kind as DrillSubject['kind'], id } : undefined
}

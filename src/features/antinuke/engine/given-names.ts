import type { Action } from './audit-entry.ts'

/** After a restart it is not known where things were made, and those of one name are few again. */
export const nameKey = (
  actorId: string | null,
  kind: string | null,
  { given, madeIn }: Pick<Action, 'given' | 'madeIn'>,
) => (given === null ? null : `${actorId}|${kind}|${madeIn ?? ''}|${given}`)

/** Of what was there and was given a name with a number in it: all that differ in that alone. */
export function stemKey(
  actorId: string | null,
  kind: string | null,
  { operation, given }: Pick<Action, 'operation' | 'given'>,
): string | null {
  if (operation !== 'change' || kind === 'member' || given === null || !/\d/.test(given)) return null
  return nameKey(actorId, kind, { given: given.replaceAll(/\d+/g, '#'), madeIn: 'numbered' })
}

import type { Action } from './audit-entry.ts'

/**
 * The key under which an actor's things of one name and place are counted. Places are not stored, so that after a
 * restart the count of a name begins again.
 */
export const nameKey = (
  actorId: string | null,
  kind: string | null,
  { given, madeIn }: Pick<Action, 'given' | 'madeIn'>,
) => (given === null ? null : `${actorId}|${kind}|${madeIn ?? ''}|${given}`)

/**
 * The same for existing things that were given a name with a number in it: names that differ only in numbers share a
 * key.
 */
export function stemKey(
  actorId: string | null,
  kind: string | null,
  { operation, given }: Pick<Action, 'operation' | 'given'>,
): string | null {
  if (operation !== 'change' || kind === 'member' || given === null || !/\d/.test(given)) return null
  return nameKey(actorId, kind, { given: given.replaceAll(/\d+/g, '#'), madeIn: 'numbered' })
}

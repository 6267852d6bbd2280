import type { Reply } from '#contract'
import { UserError } from '#kit/errors.ts'
import type { Services } from '../feature.ts'
import type { operatorEndpoints } from './contract.ts'

/** Checks that somebody is an operator. @throws UserError 403 when they are not */
export function demandOperator({ config }: Pick<Services, 'config'>, userId: string): void {
  if (!config.ownerIds.includes(userId))
    throw new UserError('access.operators', 'Only the people who run this copy may do this.', 403)
}

/** Returns what only operators of this copy may see. */
export function operatorNotes(
  { config, operator }: Pick<Services, 'config' | 'operator'>,
  userId: string,
): Reply<typeof operatorEndpoints.operatorNotes> {
  if (!config.ownerIds.includes(userId)) return { operator: false, file: null, problem: null, nameWaits: false }
  return { operator: true, file: operator.path, problem: operator.problem() ?? null, nameWaits: operator.nameWaits() }
}

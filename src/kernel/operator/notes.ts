import type { Reply } from '#contract'
import type { Services } from '../feature.ts'
import type { operatorEndpoints } from './contract.ts'

/** What only those who run this copy are told. */
export function operatorNotes(
  { config, operator }: Pick<Services, 'config' | 'operator'>,
  userId: string,
): Reply<typeof operatorEndpoints.operatorNotes> {
  if (!config.ownerIds.includes(userId)) return { operator: false, file: null, problem: null, nameWaits: false }
  return { operator: true, file: operator.path, problem: operator.problem() ?? null, nameWaits: operator.nameWaits() }
}

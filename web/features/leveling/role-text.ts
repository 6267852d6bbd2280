import type { RoleOutlookReply, RoleResult } from '#features/leveling/role-changes/contract.ts'
import { memberCount, roleCount } from './leveling-text.ts'

/** What an import would do to level roles, in one line. */
export function outlookTitle({ members, gains, loses }: Pick<RoleOutlookReply, 'members' | 'gains' | 'loses'>): string {
  if (members === 0) return 'Nobody gets or loses a role.'
  return `${memberCount(members)}: ${roleCount(gains)} given, ${loses === 0 ? 'none' : roleCount(loses)} taken`
}

/** What has happened to level roles, in one line. */
export function resultTitle({ state, counts }: Pick<RoleResult, 'state' | 'counts'>): string {
  const { given, taken, refused, takenBack, givenBack, left } = counts
  const couldNot = refused > 0 ? `, ${refused} not possible` : ''
  const done = `${roleCount(given)} given, ${taken} taken${couldNot}`
  const back = `${roleCount(takenBack)} taken back, ${givenBack} given back, ${left} left as they are`
  return {
    following: `Level roles so far: ${done}`,
    followed: `Level roles: ${done}`,
    stopped: `Stopped before the end. Level roles: ${done}`,
    undoing: `Level roles so far: ${back}`,
    undone: `Level roles undone: ${back}`,
  }[state]
}

/** A single change, to follow the member's name. */
export function outcomeText({
  role,
  change,
  outcome,
}: Pick<RoleResult['rows'][number], 'role' | 'change' | 'outcome'>) {
  const name = `@${role.name}`
  const gave = change === 'given'
  return {
    pending: gave ? `is being given ${name}` : `is losing ${name}`,
    done: gave ? `was given ${name}` : `lost ${name}`,
    refused: gave ? `could not be given ${name}` : `could not lose ${name}`,
    overruled: `${gave ? 'was given' : 'lost'} ${name}, and somebody has changed that since`,
    undone: gave ? `was given ${name}, and it was taken back` : `lost ${name}, and got it back`,
    left: `${gave ? 'was given' : 'lost'} ${name}, which was left as it is`,
  }[outcome]
}

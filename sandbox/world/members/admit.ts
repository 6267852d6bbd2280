import { GuildFeature } from 'discord-api-types/v10'
import type { Sandbox } from '../../context.ts'
import { memberStateOf } from '../lookup.ts'
import type { GuildState } from '../state.ts'
import { replaceMember } from './store.ts'

/** Whether newcomers have to accept the rules before they can say anything. */
export const isScreening = ({ features }: Pick<GuildState['guild'], 'features'>): boolean =>
  features.includes(GuildFeature.MemberVerificationGateEnabled)

/** Lets a pending member in; does nothing for others. @throws DiscordError 10007 */
export function admit(sandbox: Sandbox, state: GuildState, userId: string): void {
  const before = memberStateOf(state, userId)
  replaceMember(sandbox, state, userId, before, { ...before, pending: false })
}

/** Lets every pending member in, when screening ends. */
export function admitEverybody(sandbox: Sandbox, state: GuildState): void {
  for (const userId of state.members.keys()) admit(sandbox, state, userId)
}

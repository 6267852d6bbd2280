import { type APIUser, GuildFeature } from 'discord-api-types/v10'
import type { Sandbox } from '../../context.ts'
import { guildOf, memberStateOf } from '../lookup.ts'
import type { GuildState } from '../state.ts'
import { replaceMember } from './store.ts'

/**
 * Whether whoever joins has yet to agree to the server's rules: people do, bots do not.
 * Source: Discord's documentation, "Guild", Membership Screening, and the member's `pending`.
 */
export const isScreened = ({ guild }: GuildState, user: Pick<APIUser, 'bot'>): boolean =>
  !user.bot && guild.features.includes(GuildFeature.MemberVerificationGateEnabled)

/** A member agrees to the rules: GUILD_MEMBER_UPDATE with `pending: false`. @throws DiscordError 10007 for no member */
export function passScreening(sandbox: Sandbox, userId: string, guildId: string): void {
  const state = guildOf(sandbox.world, guildId)
  const before = memberStateOf(state, userId)
  replaceMember(sandbox, state, userId, before, { ...before, pending: false })
}

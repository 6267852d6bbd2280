import { type APIGuildMember, GatewayDispatchEvents } from 'discord-api-types/v10'
import type { Sandbox } from '../../context.ts'
import { memberOf } from '../lookup.ts'
import type { GuildState } from '../state.ts'
import { emitToGuild } from '../emit.ts'

/** As stored: the user is joined when it is shown. */
export type Member = Omit<APIGuildMember, 'user'>

/**
 * Stores a changed member and notifies the guild; does nothing when nothing changed. A new role may complete their
 * screening.
 */
export function replaceMember(
  sandbox: Sandbox,
  state: GuildState,
  userId: string,
  before: Member,
  after: Member,
): void {
  if (JSON.stringify(before) === JSON.stringify(after)) return
  const passes = sandbox.conditions.rolesPassScreening && after.roles.some(id => !before.roles.includes(id))
  state.members.set(userId, after.pending && passes ? { ...after, pending: false } : after)
  announceMember(sandbox, state, userId)
}

/** A bot is notified of its own changes without any intent. Source: Discord's documentation, "Gateway Intents". */
export function announceMember(sandbox: Sandbox, state: GuildState, userId: string): void {
  const data = { ...memberOf(sandbox.world, state.guild.id, userId), guild_id: state.guild.id }
  emitToGuild(sandbox, state.guild.id, GatewayDispatchEvents.GuildMemberUpdate, data)
}

import { GatewayDispatchEvents, GuildFeature } from 'discord-api-types/v10'
import type { Sandbox } from '../../context.ts'
import { unknown } from '../errors.ts'
import { permission } from '../permissions.ts'
import type { GuildState, InviteState } from '../state.ts'
import { emitToGuild } from '../emit.ts'

/** The invite if it is still valid. An expired one is removed without an event. */
export function liveInvite(sandbox: Sandbox, state: GuildState, code: string): InviteState | undefined {
  const invite = state.invites.get(code)
  if (!invite || invite.expiresAt === null || Date.parse(invite.expiresAt) > sandbox.now()) return invite
  state.invites.delete(code)
  return undefined
}

export const liveInvites = (sandbox: Sandbox, state: GuildState): InviteState[] =>
  [...state.invites.keys()].flatMap(code => liveInvite(sandbox, state, code) ?? [])

/** Finds the guild that a code leads to, the vanity code included. @throws DiscordError 10006 */
export function guildOfCode(sandbox: Sandbox, code: string): { state: GuildState; invite: InviteState | undefined } {
  for (const state of sandbox.world.guilds.values()) {
    const invite = liveInvite(sandbox, state, code)
    if (invite || state.guild.vanity_url_code === code) return { state, invite }
  }
  throw unknown.invite()
}

/** Counts one use. An invite that is used up is deleted; that event comes after the join. */
export function spendInvite(sandbox: Sandbox, state: GuildState, invite: InviteState): void {
  invite.uses++
  if (invite.maxUses > 0 && invite.uses >= invite.maxUses) dropInvite(sandbox, state, invite)
}

export function dropInvite(sandbox: Sandbox, state: GuildState, { code, channelId }: InviteState): void {
  state.invites.delete(code)
  const gone = { code, channel_id: channelId, guild_id: state.guild.id }
  emitToGuild(sandbox, state.guild.id, GatewayDispatchEvents.InviteDelete, gone, watchersOf(channelId))
}

/** Invite events go to those who manage the invite's channel. */
export const watchersOf = (channelId: string) => ({ channelId, anyPermission: permission.ManageChannels })

export function invitesPaused(sandbox: Sandbox, { guild }: GuildState): boolean {
  const until = guild.incidents_data?.invites_disabled_until
  return guild.features.includes(GuildFeature.InvitesDisabled) || (until ? Date.parse(until) > sandbox.now() : false)
}

import type { Sandbox } from '../../context.ts'
import { missingPermissions } from '../errors.ts'
import { guildPermissions, requirePermission } from '../guard.ts'
import { guildChannelOf } from '../lookup.ts'
import { has, permission } from '../permissions.ts'
import { liveInvites } from './store.ts'
import { inviteMetadata, inviteView } from './view.ts'

/**
 * All invites of a guild. Members who may only read the audit log see them without `uses`. @throws DiscordError 50013
 */
export function listGuildInvites(sandbox: Sandbox, actorId: string, guildId: string) {
  const state = requirePermission(sandbox, actorId, guildId, 0n)
  const granted = guildPermissions(sandbox, actorId, guildId)
  const counted = has(granted, permission.ManageGuild)
  if (!counted && !has(granted, permission.ViewAuditLog)) throw missingPermissions()
  return liveInvites(sandbox, state).map(invite => ({
    ...inviteView(sandbox, state, invite.code, invite),
    ...(counted && inviteMetadata(invite)),
  }))
}

/** @throws DiscordError 50013 without MANAGE_CHANNELS there */
export function listChannelInvites(sandbox: Sandbox, actorId: string, channelId: string) {
  const { guildId } = guildChannelOf(sandbox.world, channelId)
  const state = requirePermission(sandbox, actorId, guildId, permission.ManageChannels, channelId)
  return liveInvites(sandbox, state)
    .filter(invite => invite.channelId === channelId)
    .map(invite => ({ ...inviteView(sandbox, state, invite.code, invite), ...inviteMetadata(invite) }))
}

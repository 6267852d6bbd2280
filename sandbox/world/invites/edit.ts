import { AuditLogEvent, GatewayDispatchEvents } from 'discord-api-types/v10'
import { z } from 'zod'
import type { Sandbox } from '../../context.ts'
import { audit } from '../audit.ts'
import { inviteState } from '../blank.ts'
import { tooMany } from '../fields.ts'
import { optional, parseForm, snowflake, whole } from '../form.ts'
import { type Actor, guildPermissions, permissionsIn, requireAbove, requirePermission } from '../guard.ts'
import { guildChannelOf, roleOf, userOf } from '../lookup.ts'
import { missingPermissions } from '../errors.ts'
import { has, permission } from '../permissions.ts'
import type { GuildState, InviteState } from '../state.ts'
import { emitToGuild } from '../emit.ts'
import { timestamp } from '../time.ts'
import { dropInvite, guildOfCode, liveInvites, watchersOf } from './store.ts'
import { inviteMetadata, inviteView } from './view.ts'

/** Source: Discord's error 30016. */
const maxInvites = 1000

const inviteForm = z.object({
  max_age: optional(whole(0, 5_184_000)),
  max_uses: optional(whole(0, 100)),
  temporary: optional(z.boolean()),
  unique: optional(z.boolean()),
  role_ids: optional(z.array(snowflake).max(250)),
})

/**
 * Creates an invite to a channel, or returns an equal one of the same inviter unless it is to be `unique`.
 * @throws DiscordError 10003, 50001, 50013, 30016
 */
export function createInvite(sandbox: Sandbox, actor: Actor, channelId: string, body: unknown) {
  const { guildId } = guildChannelOf(sandbox.world, channelId)
  const state = requirePermission(sandbox, actor.userId, guildId, permission.CreateInstantInvite, channelId)
  const form = parseForm(inviteForm, body)
  const roleIds = form.role_ids ?? []
  if (roleIds.length > 0) requireGrantable(sandbox, actor, state, roleIds)
  const wish = {
    channelId,
    maxAge: form.max_age ?? 86_400,
    maxUses: form.max_uses ?? 0,
    temporary: form.temporary ?? false,
  }
  const like = form.unique ? undefined : alike(sandbox, state, actor.userId, wish)
  if (like) return { ...inviteView(sandbox, state, like.code, like), ...inviteMetadata(like) }
  if (state.invites.size >= maxInvites) throw tooMany(30_016, 'invites', maxInvites)
  const invite = inviteState({
    ...wish,
    code: freshCode(sandbox),
    inviterId: actor.userId,
    createdAt: timestamp(sandbox),
    expiresAt: wish.maxAge === 0 ? null : timestamp(sandbox, sandbox.now() + wish.maxAge * 1000),
    roleIds,
  })
  state.invites.set(invite.code, invite)
  announce(sandbox, state, invite)
  const { code, inviterId, maxUses, maxAge, temporary } = invite
  audit(sandbox, actor, {
    guildId,
    type: AuditLogEvent.InviteCreate,
    changes: Object.entries({
      code,
      channel_id: channelId,
      inviter_id: inviterId,
      max_uses: maxUses,
      uses: 0,
      max_age: maxAge,
      temporary,
    }).map(([key, new_value]) => ({ key, new_value })),
  })
  return { ...inviteView(sandbox, state, code, invite), ...inviteMetadata(invite) }
}

/** Needs MANAGE_CHANNELS on its channel, or MANAGE_GUILD. @throws DiscordError 10006, 50013 */
export function deleteInvite(sandbox: Sandbox, actor: Actor, code: string) {
  const { state, invite } = guildOfCode(sandbox, code)
  const guildId = state.guild.id
  const may =
    has(guildPermissions(sandbox, actor.userId, guildId), permission.ManageGuild) ||
    (invite !== undefined && has(permissionsIn(sandbox, actor.userId, invite.channelId), permission.ManageChannels))
  if (!invite || !may) throw missingPermissions()
  const view = inviteView(sandbox, state, code, invite)
  dropInvite(sandbox, state, invite)
  audit(sandbox, actor, {
    guildId,
    type: AuditLogEvent.InviteDelete,
    changes: Object.entries({
      code,
      channel_id: invite.channelId,
      inviter_id: invite.inviterId,
      uses: invite.uses,
    }).map(([key, old_value]) => ({ key, old_value })),
  })
  return view
}

/** An invite may give roles that its creator may give. */
function requireGrantable(sandbox: Sandbox, actor: Actor, state: GuildState, roleIds: readonly string[]): void {
  requirePermission(sandbox, actor.userId, state.guild.id, permission.ManageRoles)
  for (const id of roleIds) requireAbove(state, actor.userId, roleOf(state, id))
}

type Wish = Pick<InviteState, 'channelId' | 'maxAge' | 'maxUses' | 'temporary'>

function alike(sandbox: Sandbox, state: GuildState, inviterId: string, wish: Wish): InviteState | undefined {
  return liveInvites(sandbox, state).find(
    one =>
      one.inviterId === inviterId &&
      one.channelId === wish.channelId &&
      one.maxAge === wish.maxAge &&
      one.maxUses === wish.maxUses &&
      one.temporary === wish.temporary &&
      one.roleIds.length === 0,
  )
}

const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789'

const freshCode = (sandbox: Sandbox): string =>
  Array.from({ length: 8 }, () => alphabet[Math.floor(sandbox.random() * alphabet.length)]).join('')

function announce(sandbox: Sandbox, state: GuildState, invite: InviteState): void {
  const { code, channelId, inviterId, expiresAt, roleIds } = invite
  emitToGuild(
    sandbox,
    state.guild.id,
    GatewayDispatchEvents.InviteCreate,
    {
      ...inviteMetadata(invite),
      type: 0,
      code,
      channel_id: channelId,
      guild_id: state.guild.id,
      inviter: userOf(sandbox.world, inviterId),
      expires_at: expiresAt,
      ...(roleIds.length > 0 && { role_ids: roleIds }),
    },
    watchersOf(channelId),
  )
}

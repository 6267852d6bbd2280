import { AuditLogEvent, GatewayDispatchEvents } from 'discord-api-types/v10'
import { z } from 'zod'
import type { Sandbox } from '../../context.ts'
import { audit } from '../audit.ts'
import { inviteState } from '../blank.ts'
import { tooMany } from '../fields.ts'
import { optional, parseForm, snowflake, whole } from '../form.ts'
import { type ActingUser, guildPermissions, permissionsIn, requireAbove, requirePermission } from '../guard.ts'
import { guildChannelOf, roleOf, userOf } from '../lookup.ts'
import { DiscordError, missingPermissions } from '../errors.ts'
import { has, permission } from '../permissions.ts'
import type { GuildState, InviteState } from '../state.ts'
import { emitToGuild } from '../emit.ts'
import { timestamp } from '../time.ts'
import { fromMultipart, setTargets, streamerOf, type TargetFile, targetsIn } from './targets.ts'
import { dropInvite, guildOfCode, liveInvites, watchersOf } from './store.ts'
import { inviteMetadata, inviteView, targetView } from './view.ts'

/** Source: Discord's error 30016. */
const maxInvites = 1000

const inviteForm = z.object({
  max_age: optional(whole(0, 5_184_000)),
  max_uses: optional(whole(0, 100)),
  temporary: optional(z.boolean()),
  unique: optional(z.boolean()),
  role_ids: optional(z.array(snowflake).max(250)),
  target_type: optional(z.union([z.literal(1), z.literal(2)])),
  target_user_id: optional(snowflake),
  target_application_id: optional(snowflake),
})

/**
 * Creates an invite to a channel, or returns an equal one of the same inviter unless `unique` is set; both are logged.
 * @param files from a multipart request: a list of the only users who may accept the invite
 * @throws DiscordError 10003, 50001, 50013, 50035, 30016
 */
export function createInvite(
  sandbox: Sandbox,
  actor: ActingUser,
  channelId: string,
  body: unknown,
  files: readonly TargetFile[] = [],
) {
  const { guildId } = guildChannelOf(sandbox.world, channelId)
  const state = requirePermission(sandbox, actor.userId, guildId, permission.CreateInstantInvite, channelId)
  const form = parseForm(inviteForm, fromMultipart(body))
  const streamerId = streamerOf(state, channelId, form)
  const userIds = targetsIn(files)
  const roleIds = form.role_ids ?? []
  if (roleIds.length > 0) requireGrantable(sandbox, actor, state, roleIds)
  const wish = {
    channelId,
    maxAge: form.max_age ?? 86_400,
    maxUses: form.max_uses ?? 0,
    temporary: form.temporary ?? false,
  }
  const isPlain = !form.unique && !streamerId && !userIds && roleIds.length === 0
  const like = isPlain ? alike(sandbox, state, actor.userId, wish) : undefined
  if (like) {
    recordCreation(sandbox, actor, guildId, like)
    return { ...inviteView(sandbox, state, like.code, like), ...inviteMetadata(like) }
  }
  if (state.invites.size >= maxInvites) throw tooMany(30_016, 'invites', maxInvites)
  const invite = inviteState({
    ...wish,
    code: freshCode(sandbox),
    inviterId: actor.userId,
    createdAt: timestamp(sandbox),
    expiresAt: wish.maxAge === 0 ? null : timestamp(sandbox, sandbox.now() + wish.maxAge * 1000),
    roleIds,
    streamerId,
  })
  state.invites.set(invite.code, invite)
  announce(sandbox, state, invite)
  if (userIds) setTargets(sandbox, invite, userIds)
  recordCreation(sandbox, actor, guildId, invite)
  return { ...inviteView(sandbox, state, invite.code, invite), ...inviteMetadata(invite) }
}

function recordCreation(sandbox: Sandbox, actor: ActingUser, guildId: string, invite: InviteState): void {
  const values = {
    code: invite.code,
    channel_id: invite.channelId,
    inviter_id: invite.inviterId,
    max_uses: invite.maxUses,
    uses: invite.uses,
    max_age: invite.maxAge,
    temporary: invite.temporary,
    ...(invite.roleIds.length > 0 && { role_ids: invite.roleIds }),
  }
  const changes = Object.entries(values).map(([key, new_value]) => ({ key, new_value }))
  audit(sandbox, actor, { guildId, type: AuditLogEvent.InviteCreate, changes })
}

/** Needs MANAGE_CHANNELS on its channel, or MANAGE_GUILD. @throws DiscordError 10006, 50013 */
export function deleteInvite(sandbox: Sandbox, actor: ActingUser, code: string) {
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
      max_uses: invite.maxUses,
      max_age: invite.maxAge,
      temporary: invite.temporary,
      ...(invite.roleIds.length > 0 && { role_ids: invite.roleIds }),
    }).map(([key, old_value]) => ({ key, old_value })),
  })
  return view
}

/** The code of the invite that a server's widget shows. Nobody makes it: it has no inviter and no audit entry. */
export function widgetInvite(sandbox: Sandbox, state: GuildState, channelId: string): string {
  const last = liveInvites(sandbox, state).find(one => one.inviterId === undefined && one.channelId === channelId)
  if (last) return last.code
  const invite = inviteState({
    code: freshCode(sandbox),
    channelId,
    inviterId: undefined,
    createdAt: timestamp(sandbox),
    maxAge: 86_400,
    expiresAt: timestamp(sandbox, sandbox.now() + 86_400_000),
  })
  state.invites.set(invite.code, invite)
  announce(sandbox, state, invite)
  return invite.code
}

/**
 * Checks the roles that an invite gives. Its creator must be able to give them: Discord's documentation mentions their
 * permissions, its guide their position. Which of the two counts is a condition.
 */
function requireGrantable(sandbox: Sandbox, actor: ActingUser, state: GuildState, roleIds: readonly string[]): void {
  requirePermission(sandbox, actor.userId, state.guild.id, permission.ManageRoles)
  const own = guildPermissions(sandbox, actor.userId, state.guild.id)
  for (const id of roleIds) {
    const role = roleOf(state, id)
    if (role.managed || id === state.guild.id) throw new DiscordError(400, 50_028, 'Invalid Role')
    if (sandbox.conditions.inviteRolesJudgedBy === 'position') requireAbove(state, actor.userId, role)
    else if (!has(own, BigInt(role.permissions))) throw missingPermissions()
  }
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
      one.roleIds.length === 0 &&
      !one.targetUsers &&
      !one.streamerId,
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
      ...(inviterId !== undefined && { inviter: userOf(sandbox.world, inviterId) }),
      expires_at: expiresAt,
      ...(roleIds.length > 0 && { role_ids: roleIds }),
      ...targetView(sandbox, invite),
    },
    watchersOf(channelId),
  )
}

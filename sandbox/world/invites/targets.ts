import { AuditLogEvent } from 'discord-api-types/v10'
import type { Sandbox } from '../../context.ts'
import { audit } from '../audit.ts'
import { DiscordError, invalidForm, missingAccess, missingPermissions, unknown } from '../errors.ts'
import { type ActingUser, guildPermissions } from '../guard.ts'
import { has, permission } from '../permissions.ts'
import type { GuildState, InviteState } from '../state.ts'
import { timestamp } from '../time.ts'
import { guildOfCode } from './store.ts'

/** A list of users, uploaded as multipart: CSV under the header `user_id`. */
export interface TargetFile {
  field: string
  data: Buffer
}

/** In multipart every field is text. */
export function fromMultipart(body: unknown): unknown {
  const { role_ids: roles, ...rest } = (body ?? {}) as Record<string, unknown>
  if (roles === undefined) return body
  return { ...rest, role_ids: typeof roles === 'string' ? roles.split(',').filter(Boolean) : roles }
}

/**
 * The ids of the users on an uploaded list.
 * @returns undefined when none was uploaded
 * @throws DiscordError 50035 with a problem for each line that is no user id
 */
export function targetsIn(files: readonly TargetFile[]): string[] | undefined {
  const file = files.find(({ field }) => field === 'target_users_file')
  if (!file) return undefined
  const [header = '', ...lines] = file.data.toString().trim().split(/\r?\n/)
  const problem = (line: number, message: string) => ({
    path: `target_users_file.${line}`,
    code: 'TARGET_USERS_FILE_INVALID',
    message,
  })
  if (header.trim() !== 'user_id') throw invalidForm([problem(0, 'The header must be user_id.')])
  const ids = lines.map(line => line.trim())
  const wrong = ids.flatMap((id, place) =>
    /^\d{1,20}$/.test(id) ? [] : [problem(place + 1, 'Value is not snowflake.')],
  )
  if (wrong.length > 0) throw invalidForm(wrong)
  return ids
}

/** Sets the users of an invite. The list applies at once, although Discord's job for it is done later. */
export function setTargets(sandbox: Sandbox, invite: InviteState, userIds: readonly string[]): void {
  const targets = { userIds, createdAt: timestamp(sandbox), completedAt: null as string | null }
  invite.targetUsers = targets
  sandbox.later(0, () => {
    targets.completedAt = timestamp(sandbox)
  })
}

/** For whoever made the invite or manages the guild. @throws DiscordError 10006, 50013, 50035 */
export function replaceTargets(sandbox: Sandbox, actor: ActingUser, code: string, files: readonly TargetFile[]): void {
  const { state, invite } = requireInvite(sandbox, actor.userId, code, permission.ManageGuild)
  const userIds = targetsIn(files)
  if (!userIds)
    throw invalidForm([{ path: 'target_users_file', code: 'BASE_TYPE_REQUIRED', message: 'This field is required' }])
  const before = invite.targetUsers?.userIds
  setTargets(sandbox, invite, userIds)
  if (!sandbox.conditions.inviteTargetsLogged) return
  audit(sandbox, actor, {
    guildId: state.guild.id,
    type: AuditLogEvent.InviteUpdate,
    changes: [
      // Without it nothing in the entry would say which invite it is about: entries of invites have no target.
      { key: 'code', old_value: code, new_value: code },
      { key: 'target_users', ...(before && { old_value: before }), new_value: userIds },
    ],
  })
}

/** @throws DiscordError 10006, 10129 without a list, 50013 */
export function targetsCsv(sandbox: Sandbox, viewerId: string, code: string): string {
  const { invite } = requireInvite(sandbox, viewerId, code, permission.ManageGuild, permission.ViewAuditLog)
  if (!invite.targetUsers) throw new DiscordError(404, 10_129, 'Unknown invite target users')
  return ['user_id', ...invite.targetUsers.userIds].join('\n')
}

/**
 * The state of Discord's job for a list: 1 is in progress, 2 done. @throws DiscordError 10006, 10124 without a list,
 * 50013
 */
export function targetsJob(sandbox: Sandbox, viewerId: string, code: string) {
  const { invite } = requireInvite(sandbox, viewerId, code, permission.ManageGuild, permission.ViewAuditLog)
  if (!invite.targetUsers) throw new DiscordError(404, 10_124, 'Unknown invite target users job')
  const { userIds, createdAt, completedAt } = invite.targetUsers
  return {
    status: completedAt === null ? 1 : 2,
    total_users: userIds.length,
    processed_users: completedAt === null ? 0 : userIds.length,
    created_at: createdAt,
    completed_at: completedAt,
    error_message: null,
  }
}

/** @param any permissions, any one of which admits users other than the inviter */
function requireInvite(sandbox: Sandbox, actorId: string, code: string, ...any: bigint[]) {
  const { state, invite } = guildOfCode(sandbox, code)
  if (!invite) throw unknown.invite()
  const granted = guildPermissions(sandbox, actorId, state.guild.id)
  if (invite.inviterId !== actorId && !any.some(bit => has(granted, bit))) throw missingPermissions()
  return { state, invite }
}

/** @throws DiscordError 50001 for someone who is not on the list of an invite that has one */
export function requireTargeted(invite: InviteState | undefined, userId: string): void {
  if (invite?.targetUsers && !invite.targetUsers.userIds.includes(userId)) throw missingAccess()
}

interface TargetFields {
  target_type?: 1 | 2 | undefined
  target_user_id?: string | undefined
  target_application_id?: string | undefined
}

/**
 * The user whose stream an invite leads to, who must be streaming in its channel. The other kind of target is an
 * embedded application, and no application here is one.
 * @throws DiscordError 50035
 */
export function streamerOf(state: GuildState, channelId: string, fields: TargetFields): string | undefined {
  const refuse = (path: string, message: string) =>
    invalidForm([{ path, code: 'GUILD_INVITE_INVALID_TARGET', message }])
  if (fields.target_type === undefined) return undefined
  if (fields.target_type === 2) throw refuse('target_application_id', 'Invalid target application')
  const voice = state.voiceStates.get(fields.target_user_id ?? '')
  if (!voice?.self_stream || voice.channel_id !== channelId) throw refuse('target_user_id', 'Invalid target user')
  return voice.user_id
}

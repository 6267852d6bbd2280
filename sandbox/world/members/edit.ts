import { type APIGuildMember, AuditLogEvent, GuildMemberFlags } from 'discord-api-types/v10'
import { z } from 'zod'
import type { Sandbox } from '../../context.ts'
import { audit, changesBetween } from '../audit.ts'
import { image } from '../fields.ts'
import { parseForm, text } from '../form.ts'
import { type ActingUser, requireMember, requirePermission } from '../guard.ts'
import { memberOf, memberStateOf } from '../lookup.ts'
import { permission } from '../permissions.ts'
import type { GuildState } from '../state.ts'
import { timestamp } from '../time.ts'
import { keepImage } from '../uploads.ts'
import { editVoice, enterVoice, leaveVoice } from '../voice.ts'
import { checkEdit } from './check-edit.ts'
import { memberForm, nick } from './form.ts'
import { countPicture } from './picture-limit.ts'
import { logRoles } from './roles.ts'
import { type Member, replaceMember } from './store.ts'

/**
 * The flags that can be edited; the others record what a member did. Source: Discord's documentation, "Guild Member
 * Flags".
 */
const editable = GuildMemberFlags.BypassesVerification

/**
 * Changes another member: name, roles, voice, timeout. All is checked before anything is changed.
 * @throws DiscordError 10007, 50001, 50013, 40032 for voice changes of someone not in voice, 50035
 */
export function editMember(sandbox: Sandbox, actor: ActingUser, guildId: string, userId: string, body: unknown) {
  const state = requireMember(sandbox, actor.userId, guildId)
  const edit = parseForm(memberForm, body)
  const before = memberStateOf(state, userId)
  checkEdit(sandbox, actor, state, userId, edit)
  const until = edit.communication_disabled_until
  const after: Member = {
    ...before,
    ...(edit.nick !== undefined && { nick: edit.nick || null }),
    ...(edit.roles && { roles: [...new Set(edit.roles)] }),
    ...(edit.mute !== undefined && { mute: edit.mute }),
    ...(edit.deaf !== undefined && { deaf: edit.deaf }),
    ...(until !== undefined && { communication_disabled_until: until === null ? null : timestamp(sandbox, until) }),
    ...(edit.flags !== undefined && { flags: (before.flags & ~editable) | (edit.flags & editable) }),
  }
  replaceMember(sandbox, state, userId, before, after)
  if (edit.mute !== undefined || edit.deaf !== undefined)
    editVoice(sandbox, guildId, userId, { mute: after.mute, deaf: after.deaf })
  audit(sandbox, actor, {
    guildId,
    type: AuditLogEvent.MemberUpdate,
    targetId: userId,
    changes: changesBetween(before, after, ['nick', 'mute', 'deaf', 'communication_disabled_until', 'flags']),
  })
  logRoles(sandbox, actor, state, userId, before.roles, after.roles)
  if (edit.channel_id !== undefined) moveMember(sandbox, actor, state, userId, edit.channel_id)
  return memberOf(sandbox.world, guildId, userId)
}

/**
 * Moves a member in voice to another channel, or disconnects them with null. Permissions must have been checked. The
 * audit log counts such actions together and names no target.
 */
function moveMember(sandbox: Sandbox, actor: ActingUser, state: GuildState, userId: string, to: string | null): void {
  const guildId = state.guild.id
  if (to === null) {
    leaveVoice(sandbox, state, userId)
    audit(sandbox, actor, { guildId, type: AuditLogEvent.MemberDisconnect, options: { count: '1' } })
    return
  }
  if (state.voiceStates.get(userId)?.channel_id === to) return
  enterVoice(sandbox, state, userId, to)
  audit(sandbox, actor, { guildId, type: AuditLogEvent.MemberMove, options: { channel_id: to, count: '1' } })
}

const selfForm = z.object({
  nick,
  avatar: image.optional(),
  banner: image.optional(),
  /** Discord never shows it again. */
  bio: text(190).nullish(),
})

/**
 * A member's own profile in one guild; a bot's too. @throws DiscordError 50001, 50013 without CHANGE_NICKNAME, 50035
 */
export function editSelf(sandbox: Sandbox, actor: ActingUser, guildId: string, body: unknown): APIGuildMember {
  const state = requireMember(sandbox, actor.userId, guildId)
  const edit = parseForm(selfForm, body)
  if (edit.nick !== undefined) requirePermission(sandbox, actor.userId, guildId, permission.ChangeNickname)
  for (const field of ['avatar', 'banner'] as const)
    if (edit[field] !== undefined) countPicture(sandbox, guildId, actor.userId, field)
  const before = memberStateOf(state, actor.userId)
  const after: Member = {
    ...before,
    ...(edit.nick !== undefined && { nick: edit.nick || null }),
    ...(edit.avatar !== undefined && { avatar: keepImage(sandbox, edit.avatar) }),
    ...(edit.banner !== undefined && { banner: keepImage(sandbox, edit.banner) }),
  }
  replaceMember(sandbox, state, actor.userId, before, after)
  audit(sandbox, actor, {
    guildId,
    type: AuditLogEvent.MemberUpdate,
    targetId: actor.userId,
    changes: changesBetween(before, after, ['nick']),
  })
  return memberOf(sandbox.world, guildId, actor.userId)
}

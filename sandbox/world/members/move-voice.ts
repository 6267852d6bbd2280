import { AuditLogEvent } from 'discord-api-types/v10'
import type { Sandbox } from '../../context.ts'
import { audit } from '../audit.ts'
import type { ActingUser } from '../guard.ts'
import type { GuildState } from '../state.ts'
import { enterVoice, leaveVoice } from '../voice.ts'

/**
 * Moves someone who is in voice, or disconnects them with null. The caller has checked that it may.
 * The audit log counts such acts together and names no target.
 */
export function moveMember(
  sandbox: Sandbox,
  actor: ActingUser,
  state: GuildState,
  userId: string,
  to: string | null,
): void {
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

import { z } from 'zod'
import type { Sandbox } from '../../context.ts'
import { DiscordError, missingPermissions } from '../errors.ts'
import { optional, parseForm } from '../form.ts'
import { type ActingUser, requireMember } from '../guard.ts'
import { announceGuild } from './edit.ts'

const levelForm = z.object({ level: z.number().int(), code: optional(z.string()) })

/**
 * Whether moderators need two-factor authentication. The owner alone decides, with a code of their own, which is not
 * checked here. @throws DiscordError 50001, 50013, 50017 for a level that there is not
 */
export function setMfaLevel(sandbox: Sandbox, actor: ActingUser, guildId: string, body: unknown): { level: number } {
  const state = requireMember(sandbox, actor.userId, guildId)
  if (state.guild.owner_id !== actor.userId) throw missingPermissions()
  const { level } = parseForm(levelForm, body)
  if (level !== 0 && level !== 1) throw new DiscordError(400, 50_017, 'Provided MFA level was invalid')
  announceGuild(sandbox, actor, state, { ...state.guild, mfa_level: level })
  return { level }
}

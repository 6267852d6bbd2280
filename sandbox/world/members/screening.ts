import { type APIUser, GuildFeature } from 'discord-api-types/v10'
import { z } from 'zod'
import type { Sandbox } from '../../context.ts'
import { DiscordError } from '../errors.ts'
import { optional, parseForm } from '../form.ts'
import { type ActingUser, requirePermission } from '../guard.ts'
import { announceGuild } from '../guild/edit.ts'
import { guildOf, memberStateOf } from '../lookup.ts'
import { permission } from '../permissions.ts'
import type { GuildState } from '../state.ts'
import { timestamp } from '../time.ts'
import { admit, admitEverybody, isScreening } from './admit.ts'
import { applyToJoin, isApproving, manualApproval } from './join-requests.ts'

/*
 * Membership screening: who joins has to accept the rules before saying anything. GUILD_MEMBER_ADD comes with
 * `pending`, GUILD_MEMBER_UPDATE without it once they have. Source: Discord's documentation, "Membership Screening
 * Object"; the routes below are those of people's clients, which it does not describe any more.
 */

/** Whether a new member has yet to accept the rules: people do, bots do not. */
export const isScreened = (state: GuildState, user: Pick<APIUser, 'bot'>): boolean =>
  !user.bot && isScreening(state.guild)

const form = z.object({ enabled: optional(z.boolean()), manual_approval_enabled: optional(z.boolean()) })

/**
 * Switches screening on or off. Pending members are let in when it ends. @throws DiscordError 50013, 50035, 50001
 * outside communities
 */
export function setScreening(sandbox: Sandbox, actor: ActingUser, guildId: string, body: unknown) {
  const state = requirePermission(sandbox, actor.userId, guildId, permission.ManageGuild)
  const { enabled = isScreening(state.guild), manual_approval_enabled: byHand } = parseForm(form, body)
  if (!state.guild.features.includes(GuildFeature.Community)) throw new DiscordError(403, 50_001, 'Missing Access')
  const before: readonly string[] = state.guild.features
  const wanted = new Map<string, boolean>([
    [GuildFeature.MemberVerificationGateEnabled, enabled],
    [manualApproval, byHand ?? before.includes(manualApproval)],
  ])
  const kept = before.filter(one => wanted.get(one) !== false)
  const added = [...wanted].flatMap(([one, isOn]) => (isOn && !before.includes(one) ? [one] : []))
  const features = [...kept, ...added] as GuildFeature[]
  const wasScreening = isScreening(state.guild)
  announceGuild(sandbox, actor, state, { ...state.guild, features })
  if (wasScreening && !enabled) admitEverybody(sandbox, state)
  return screeningView(state)
}

export const screeningView = (state: GuildState) => ({
  version: null,
  description: state.guild.description,
  form_fields: isScreening(state.guild)
    ? [{ field_type: 'TERMS', label: 'Read and agree to the server rules', values: [], required: true }]
    : [],
})

/** Which version of the form was filled in; there is one here. The answers: accepting the rules is all there is. */
const answerForm = z.object({ version: z.string().nullish(), form_fields: optional(z.array(z.unknown())) })

/**
 * Accepts the rules for a member; does nothing when they already have. Where somebody decides about newcomers, it makes
 * an application instead.
 * @throws DiscordError 50035, 10004, 10007 for no member
 */
export function passScreening(sandbox: Sandbox, userId: string, guildId: string, body: unknown = {}) {
  parseForm(answerForm, body)
  const state = guildOf(sandbox.world, guildId)
  if (isApproving(state.guild) && memberStateOf(state, userId).pending) return applyToJoin(sandbox, userId, guildId)
  admit(sandbox, state, userId)
  const now = timestamp(sandbox)
  return { user_id: userId, guild_id: guildId, application_status: 'APPROVED', created_at: now, rejection_reason: null }
}

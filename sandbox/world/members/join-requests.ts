import { z } from 'zod'
import type { Sandbox } from '../../context.ts'
import type { JoinRequestEvent } from '../dispatch.ts'
import { emitToGuild } from '../emit.ts'
import { DiscordError, invalidForm, missingAccess } from '../errors.ts'
import { page } from '../fields.ts'
import { optional, parseForm, text } from '../form.ts'
import { type ActingUser, requirePermission } from '../guard.ts'
import { guildOf, userOf } from '../lookup.ts'
import { permission } from '../permissions.ts'
import type { GuildState, JoinRequest } from '../state.ts'
import { timestamp } from '../time.ts'
import { admit, isScreening } from './admit.ts'
import { depart } from './departure.ts'

/** The documentation does not list this feature; that the routes need it is reported in discord/discord-api-docs issue 8531. */
export const manualApproval = 'MEMBER_VERIFICATION_MANUAL_APPROVAL'

/** Whether somebody decides about each newcomer, instead of the rules alone. */
export const isApproving = (guild: GuildState['guild']): boolean =>
  isScreening(guild) && (guild.features as readonly string[]).includes(manualApproval)

const decidedBy = permission.KickMembers

function announce(sandbox: Sandbox, type: JoinRequestEvent, request: JoinRequest): void {
  const { guild_id, application_status: status } = request
  emitToGuild(sandbox, guild_id, type, { guild_id, request, status }, { anyPermission: decidedBy })
}

/** A newcomer asks to be let in; asking again changes nothing. @throws DiscordError 10004 */
export function applyToJoin(sandbox: Sandbox, userId: string, guildId: string): JoinRequest {
  const { joinRequests } = guildOf(sandbox.world, guildId)
  const open = [...joinRequests.values()].find(one => one.user_id === userId && one.application_status === 'SUBMITTED')
  if (open) return open
  const request: JoinRequest = {
    id: sandbox.nextId(),
    created_at: timestamp(sandbox),
    reviewed_at: null,
    application_status: 'SUBMITTED',
    rejection_reason: null,
    guild_id: guildId,
    user_id: userId,
    user: userOf(sandbox.world, userId),
    form_responses: [{ field_type: 'TERMS', label: 'Read and agree to the server rules', values: [], response: true }],
  }
  joinRequests.set(request.id, request)
  announce(sandbox, 'GUILD_JOIN_REQUEST_CREATE', request)
  return request
}

const listForm = page(100).extend({ status: optional(z.enum(['SUBMITTED', 'APPROVED', 'REJECTED'])) })

function requireDecider(sandbox: Sandbox, actorId: string, guildId: string): GuildState {
  const state = requirePermission(sandbox, actorId, guildId, decidedBy)
  if (!isApproving(state.guild)) throw missingAccess()
  return state
}

/** Newest first. @throws DiscordError 50001 where nobody has to apply, 50013 without KICK_MEMBERS, 50035 */
export function listJoinRequests(sandbox: Sandbox, viewerId: string, guildId: string, query: unknown) {
  const { joinRequests } = requireDecider(sandbox, viewerId, guildId)
  const { status, before, after, limit } = parseForm(listForm, query)
  const found = [...joinRequests.values()]
    .filter(one => status === undefined || one.application_status === status)
    .filter(({ id }) => before === undefined || BigInt(id) < BigInt(before))
    .filter(({ id }) => after === undefined || BigInt(id) > BigInt(after))
  return { total: found.length, guild_join_requests: found.toReversed().slice(0, limit) }
}

const decisionForm = z.object({
  action: z.enum(['APPROVED', 'REJECTED']),
  rejection_reason: text(160).nullish(),
})

/**
 * Accepts or rejects an application. Whether a rejected member has to leave is a condition.
 * @throws DiscordError 10068, 50001, 50013, 50035 also for one that was decided
 */
export function decideJoinRequest(
  sandbox: Sandbox,
  actor: ActingUser,
  guildId: string,
  requestId: string,
  body: unknown,
): JoinRequest {
  const state = requireDecider(sandbox, actor.userId, guildId)
  const { action, rejection_reason } = parseForm(decisionForm, body)
  const before = state.joinRequests.get(requestId)
  if (!before) throw new DiscordError(404, 10_068, 'Unknown Guild Member Verification Form')
  if (before.application_status !== 'SUBMITTED')
    throw invalidForm([{ path: 'action', code: 'BASE_TYPE_CHOICES', message: 'This request has been reviewed.' }])
  const after: JoinRequest = {
    ...before,
    application_status: action,
    reviewed_at: timestamp(sandbox),
    rejection_reason: action === 'REJECTED' ? rejection_reason || null : null,
    actioned_by_user: userOf(sandbox.world, actor.userId),
  }
  state.joinRequests.set(requestId, after)
  announce(sandbox, 'GUILD_JOIN_REQUEST_UPDATE', after)
  if (!state.members.has(after.user_id)) return after
  if (action === 'APPROVED') admit(sandbox, state, after.user_id)
  else if (sandbox.conditions.rejectedApplicants === 'leave') depart(sandbox, state, after.user_id)
  return after
}

/** Withdraws a newcomer's own application. @throws DiscordError 10004, 10068 */
export function withdrawJoinRequest(sandbox: Sandbox, userId: string, guildId: string): void {
  const { joinRequests } = guildOf(sandbox.world, guildId)
  const open = [...joinRequests.values()].find(one => one.user_id === userId && one.application_status === 'SUBMITTED')
  if (!open) throw new DiscordError(404, 10_068, 'Unknown Guild Member Verification Form')
  joinRequests.delete(open.id)
  const gone = { guild_id: guildId, id: open.id, user_id: userId }
  emitToGuild(sandbox, guildId, 'GUILD_JOIN_REQUEST_DELETE', gone, { anyPermission: decidedBy })
}

import { type APIBan, AuditLogEvent, GatewayDispatchEvents } from 'discord-api-types/v10'
import { z } from 'zod'
import type { Sandbox } from '../../context.ts'
import { snowflakeTime } from '../../snowflake.ts'
import { audit } from '../audit.ts'
import { DiscordError, missingPermissions, unknown } from '../errors.ts'
import type { Page } from '../fields.ts'
import { optional, parseForm, snowflake, whole } from '../form.ts'
import { type ActingUser, requireOutranks, requirePermission } from '../guard.ts'
import { channelsOf, userOf } from '../lookup.ts'
import { erase } from '../messages/remove.ts'
import { listeners } from '../messages/store.ts'
import { permission } from '../permissions.ts'
import type { GuildState } from '../state.ts'
import { emitToGuild } from '../emit.ts'
import { depart } from './departure.ts'

const daySeconds = 86_400
const week = 7 * daySeconds

const banForm = z.object({
  delete_message_seconds: optional(whole(0, week)),
  delete_message_days: optional(whole(0, 7)),
})

const bulkForm = z.object({ user_ids: z.array(snowflake).max(200), delete_message_seconds: optional(whole(0, week)) })

/** Both ban events go to those who may ban or read the audit log. */
const watchers = { anyPermission: permission.BanMembers | permission.ViewAuditLog }

/**
 * Bans a user, member or not. Nothing is sent for a user who is already banned.
 * @throws DiscordError 10013, 30035, 50001, 50013 without BAN_MEMBERS, for oneself or for a target that stands too high
 */
export function ban(sandbox: Sandbox, actor: ActingUser, guildId: string, userId: string, body: unknown): void {
  const state = requirePermission(sandbox, actor.userId, guildId, permission.BanMembers)
  const form = parseForm(banForm, body)
  if (actor.userId === userId) throw missingPermissions()
  const seconds = form.delete_message_seconds ?? (form.delete_message_days ?? 0) * daySeconds
  requireOutranks(state, actor.userId, userId)
  impose(sandbox, actor, state, userId, seconds)
}

/**
 * Bans up to 200 users at once. Users who cannot be banned are listed in the answer and do not make it fail.
 * @throws DiscordError 500000 when nobody could be banned
 */
export function bulkBan(sandbox: Sandbox, actor: ActingUser, guildId: string, body: unknown) {
  const state = requirePermission(sandbox, actor.userId, guildId, permission.BanMembers | permission.ManageGuild)
  const form = parseForm(bulkForm, body)
  const banned_users: string[] = []
  const failed_users: string[] = []
  const { bulkBanExecutors } = sandbox.conditions
  // Their own id is in neither list. Source: discord/discord-api-docs issue 6720.
  for (const userId of new Set(form.user_ids.filter(id => id !== actor.userId))) {
    if (state.bans.has(userId)) {
      failed_users.push(userId)
      continue
    }
    try {
      requireOutranks(state, actor.userId, userId)
      impose(sandbox, actor, state, userId, form.delete_message_seconds ?? 0, bulkBanExecutors === 'null')
      banned_users.push(userId)
    } catch (error) {
      if (!(error instanceof DiscordError)) throw error
      failed_users.push(userId)
    }
  }
  if (banned_users.length === 0) throw new DiscordError(400, 500_000, 'Failed to ban users')
  return { banned_users, failed_users }
}

/** @throws DiscordError 10026 when the user is not banned */
export function unban(sandbox: Sandbox, actor: ActingUser, guildId: string, userId: string): void {
  const state = requirePermission(sandbox, actor.userId, guildId, permission.BanMembers)
  const { user } = banOf(state, userId)
  state.bans.delete(userId)
  emitToGuild(sandbox, guildId, GatewayDispatchEvents.GuildBanRemove, { guild_id: guildId, user }, watchers)
  audit(sandbox, actor, { guildId, type: AuditLogEvent.MemberBanRemove, targetId: userId })
}

/** @throws DiscordError 10026 Unknown Ban */
export function banOf(state: GuildState, userId: string): APIBan {
  const found = state.bans.get(userId)
  if (!found) throw unknown.ban()
  return found
}

/** By ascending user id. */
export function listBans(state: GuildState, page: Page): APIBan[] {
  const { before, after, limit } = page
  const inPage = [...state.bans.values()]
    .sort((left, right) => (BigInt(left.user.id) < BigInt(right.user.id) ? -1 : 1))
    .filter(
      ({ user }) =>
        (before === undefined || BigInt(user.id) < BigInt(before)) &&
        (before !== undefined || after === undefined || BigInt(user.id) > BigInt(after)),
    )
  return before === undefined ? inPage.slice(0, limit) : inPage.slice(-limit)
}

/** Since 2021 the leave is sent first, then the ban. Source: discord/discord-api-docs issue 1329, staff answer. */
function impose(
  sandbox: Sandbox,
  actor: ActingUser,
  state: GuildState,
  userId: string,
  deleteSeconds: number,
  nameless = false,
): void {
  const user = userOf(sandbox.world, userId)
  if (state.bans.has(userId)) return
  if (!state.members.has(userId)) countStranger(sandbox, state)
  const guildId = state.guild.id
  if (state.members.has(userId)) depart(sandbox, state, userId)
  state.bans.set(userId, { user, reason: actor.reason ?? null })
  emitToGuild(sandbox, guildId, GatewayDispatchEvents.GuildBanAdd, { guild_id: guildId, user }, watchers)
  if (deleteSeconds > 0) deleteRecent(sandbox, state, userId, deleteSeconds)
  audit(sandbox, actor, { guildId, type: AuditLogEvent.MemberBanAdd, targetId: userId, nameless })
}

/** A rate, not a cap. Source: discord/discord-api-docs issue 4048, staff answer. @throws DiscordError 30035 */
function countStranger(sandbox: Sandbox, state: GuildState): void {
  const { limit, windowMs } = sandbox.conditions.bansOfStrangers
  const recent = (state.strangerBans ?? []).filter(at => at > sandbox.now() - windowMs)
  if (recent.length >= limit)
    throw new DiscordError(400, 30_035, 'Maximum number of bans for non-guild members have been exceeded')
  state.strangerBans = [...recent, sandbox.now()]
}

function deleteRecent(sandbox: Sandbox, state: GuildState, userId: string, seconds: number): void {
  const since = sandbox.now() - seconds * 1000
  for (const place of channelsOf(sandbox.world, state)) {
    const ids = [...place.messages.values()]
      .filter(message => message.author.id === userId && snowflakeTime(message.id) >= since)
      .map(message => message.id)
    if (ids.length === 0) continue
    for (const id of ids) erase(sandbox, place, id)
    sandbox.emit({
      type: GatewayDispatchEvents.MessageDeleteBulk,
      data: { ids, channel_id: place.channel.id, guild_id: state.guild.id },
      audience: listeners(place),
    })
  }
}

import { AuditLogEvent } from 'discord-api-types/v10'
import { z } from 'zod'
import type { Sandbox } from '../../context.ts'
import { audit } from '../audit.ts'
import { yes } from '../fields.ts'
import { optional, parseForm, snowflake } from '../form.ts'
import { type ActingUser, requirePermission } from '../guard.ts'
import { permission } from '../permissions.ts'
import type { GuildState } from '../state.ts'
import { depart } from './departure.ts'

const pruneForm = z.object({
  days: optional(z.coerce.number().int().min(1).max(30)),
  compute_prune_count: optional(yes),
  include_roles: optional(z.union([z.array(snowflake), z.string().transform(list => list.split(',').filter(Boolean))])),
})

/** How many a prune would remove. @throws DiscordError 50013 */
export function pruneCount(sandbox: Sandbox, actor: ActingUser, guildId: string, query: unknown): { pruned: number } {
  const state = requirePruning(sandbox, actor, guildId)
  const { days, include_roles } = parseForm(pruneForm, query)
  return { pruned: prunable(sandbox, state, days ?? 7, include_roles ?? []).length }
}

/** How many pruned members one audit entry covers. Source: discord/discord-api-docs issue 6428. */
const prunedPerEntry = 1000

/**
 * Prunes members. To the gateway, each seems to leave by themselves; only the audit log says that they were removed.
 * @throws DiscordError 50013
 */
export function prune(sandbox: Sandbox, actor: ActingUser, guildId: string, body: unknown): { pruned: number | null } {
  const state = requirePruning(sandbox, actor, guildId)
  const { days = 7, include_roles = [], compute_prune_count = true } = parseForm(pruneForm, body)
  const gone = prunable(sandbox, state, days, include_roles)
  for (const userId of gone) depart(sandbox, state, userId)
  const perEntry = sandbox.conditions.largePrunes === 'split' ? prunedPerEntry : Math.max(gone.length, 1)
  for (let from = 0; from < Math.max(gone.length, 1); from += perEntry) {
    const part = gone.slice(from, from + perEntry)
    const blamed = from === 0 ? actor : { ...actor, userId: part[0] ?? actor.userId }
    audit(sandbox, blamed, {
      guildId,
      type: AuditLogEvent.MemberPrune,
      options: { delete_member_days: String(days), members_removed: String(part.length) },
    })
  }
  return { pruned: compute_prune_count ? gone.length : null }
}

/** A guild may restrict pruning to administrators. Source: Discord's guild feature PRUNE_REQUIRES_ADMIN. */
function requirePruning(sandbox: Sandbox, actor: ActingUser, guildId: string): GuildState {
  const state = requirePermission(sandbox, actor.userId, guildId, permission.ManageGuild | permission.KickMembers)
  const features: readonly string[] = state.guild.features
  if (features.includes('PRUNE_REQUIRES_ADMIN'))
    requirePermission(sandbox, actor.userId, guildId, permission.Administrator)
  return state
}

/** People without roles, or with only the named ones, who have been inactive for this many days. */
function prunable(sandbox: Sandbox, state: GuildState, days: number, includeRoles: readonly string[]): string[] {
  const since = sandbox.now() - days * 86_400_000
  return [...state.members].flatMap(([userId, member]) => {
    const account = sandbox.world.accounts.get(userId)
    if (!account || account.bot || userId === state.guild.owner_id) return []
    const seen = account.lastActive ?? Date.parse(member.joined_at ?? '')
    return seen < since && member.roles.every(id => includeRoles.includes(id)) ? [userId] : []
  })
}

import { AuditLogEvent, type ClientEvents, type GuildMember, type PartialGuildMember } from 'discord.js'
import { type Context, state } from '#kernel/feature.ts'
import { since } from '#kit/clock.ts'
import { recentCache } from '#kit/recent-cache.ts'
import type automations from '../contract.ts'
import { mayStart } from './begin.ts'
import { aboutMember } from './triggers.ts'

/**
 * Discord reports a change of roles twice: in the member update, which shows what changed only for cached members, and
 * in the audit log, if the bot may read it. Whichever report comes first counts.
 */

type Ctx = Context<typeof automations>
type Kind = 'role_given' | 'role_taken'

/** The second report arrives within this time. */
const togetherMs = 30_000

/** Per change: how many more times the member update has reported it than the audit log. */
const balances = state(() => recentCache<{ ahead: number; at: number }>(500))

/** Whether this report is the first one of its change. */
function isFirst(ctx: Ctx, key: string, source: 1 | -1): boolean {
  const known = balances(ctx, ctx.guild.id).get(key)
  const before = known && since(known.at, ctx.now()) < togetherMs ? known.ahead : 0
  balances(ctx, ctx.guild.id).set(key, { ahead: before + source, at: ctx.now() })
  return before * source >= 0
}

function tell(ctx: Ctx, member: GuildMember, kind: Kind, roleId: string, source: 1 | -1): void {
  // A deleted role was not taken from anybody in particular.
  if (kind === 'role_taken' && !ctx.guild.roles.cache.has(roleId)) return
  if (!isFirst(ctx, `${kind}/${member.id}/${roleId}`, source)) return
  aboutMember(ctx, member, { kind, roleId }, `${kind}/${member.id}/${roleId}/${ctx.now()}`)
}

const mayStartOnRoles = (ctx: Ctx) => mayStart(ctx, 'role_given') || mayStart(ctx, 'role_taken')

export function rolesChanged(ctx: Ctx, before: GuildMember | PartialGuildMember, after: GuildMember): void {
  // For a member who was not cached, the library has nothing to compare with.
  if (before.partial || before === after || !mayStartOnRoles(ctx)) return
  const [had, has] = [before.roles.cache, after.roles.cache]
  for (const id of has.keys()) if (!had.has(id)) tell(ctx, after, 'role_given', id, 1)
  for (const id of had.keys()) if (!has.has(id)) tell(ctx, after, 'role_taken', id, 1)
}

/** The role ids in an audit log change: `$add` and `$remove` list roles. */
const idsIn = (value: unknown): string[] =>
  Array.isArray(value)
    ? value.flatMap((one: unknown) =>
        typeof one === 'object' && one !== null && 'id' in one && typeof one.id === 'string' ? [one.id] : [],
      )
    : []

export async function rolesLogged(ctx: Ctx, entry: ClientEvents['guildAuditLogEntryCreate'][0]): Promise<void> {
  if (entry.action !== AuditLogEvent.MemberRoleUpdate || entry.targetId === null || !mayStartOnRoles(ctx)) return
  const known = ctx.guild.members.cache.get(entry.targetId)
  const member = known ?? (await ctx.access.member(ctx.guild, entry.targetId))
  if (!member) return
  for (const change of entry.changes) {
    const kind = change.key === '$add' ? 'role_given' : change.key === '$remove' ? 'role_taken' : undefined
    if (kind) for (const id of idsIn(change.new)) tell(ctx, member, kind, id, -1)
  }
}

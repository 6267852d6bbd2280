import { type APIOverwrite, AuditLogEvent, OverwriteType } from 'discord-api-types/v10'
import { z } from 'zod'
import type { Sandbox } from '../../context.ts'
import { audit, changesBetween } from '../audit.ts'
import { requireReadable } from '../community/onboarding.ts'
import { DiscordError, unknown } from '../errors.ts'
import { isGuildChannel } from './kinds.ts'
import { permissionBits } from '../fields.ts'
import { optional, parseForm } from '../form.ts'
import { type ActingUser, requirePermission } from '../guard.ts'
import { guildChannelOf, overwritesOf } from '../lookup.ts'
import { permission } from '../permissions.ts'
import type { ChannelState, GuildState } from '../state.ts'
import { checkOverwrites } from './checks.ts'
import { overwriteOf } from './fields.ts'
import { announceChannel } from './store.ts'
import { syncChildren } from './sync.ts'

const overwriteBody = z.object({
  type: z.union([z.literal(0), z.literal(1)]),
  allow: optional(permissionBits),
  deny: optional(permissionBits),
})

/** @throws DiscordError 10003, 10011, 10013, 50001, 50013 without MANAGE_ROLES there, 30060 */
export function putOverwrite(sandbox: Sandbox, actor: ActingUser, channelId: string, id: string, body: unknown): void {
  const { state, place } = requireOverwriting(sandbox, actor, channelId)
  const wanted = overwriteOf({ id, ...parseForm(overwriteBody, body) })
  const others = overwritesOf(place.channel).filter(one => one.id !== id)
  checkOverwrites(sandbox, actor, state, [wanted], channelId)
  requireReadable(sandbox, state, channelId, [wanted])
  setOverwrites(sandbox, actor, state, place, [...others, wanted])
}

/** @throws DiscordError 10003, 10009 when there is none, 50001, 50013 */
export function deleteOverwrite(sandbox: Sandbox, actor: ActingUser, channelId: string, id: string): void {
  const { state, place } = requireOverwriting(sandbox, actor, channelId)
  const others = overwritesOf(place.channel).filter(one => one.id !== id)
  if (others.length === overwritesOf(place.channel).length) throw new DiscordError(404, 10_009, 'Unknown Overwrite')
  setOverwrites(sandbox, actor, state, place, others)
}

/** Replaces a channel's overwrites: one CHANNEL_UPDATE, and an audit entry for each that is new, changed or gone. */
function setOverwrites(
  sandbox: Sandbox,
  actor: ActingUser,
  state: GuildState,
  place: ChannelState,
  after: readonly APIOverwrite[],
): void {
  const before = overwritesOf(place.channel)
  if (JSON.stringify(before) === JSON.stringify(after)) return
  place.channel = { ...place.channel, permission_overwrites: [...after] } as typeof place.channel
  announceChannel(sandbox, place)
  syncChildren(sandbox, state, place, before)
  logOverwrites(sandbox, actor, state, place.channel.id, before, after)
}

export function logOverwrites(
  sandbox: Sandbox,
  actor: ActingUser,
  state: GuildState,
  channelId: string,
  before: readonly APIOverwrite[],
  after: readonly APIOverwrite[],
): void {
  for (const id of new Set([...before, ...after].map(one => one.id))) {
    const [from, to] = [before.find(one => one.id === id), after.find(one => one.id === id)]
    const type = from
      ? to
        ? AuditLogEvent.ChannelOverwriteUpdate
        : AuditLogEvent.ChannelOverwriteDelete
      : AuditLogEvent.ChannelOverwriteCreate
    audit(sandbox, actor, {
      guildId: state.guild.id,
      type,
      targetId: channelId,
      changes: changesBetween<APIOverwrite>(from ?? {}, to ?? {}, ['id', 'type', 'allow', 'deny']),
      options: targetOptions(state, to ?? from),
    })
  }
}

/** "0" names a role, "1" a member. */
function targetOptions(state: GuildState, overwrite: APIOverwrite | undefined): Record<string, string> {
  if (!overwrite) return {}
  const { id, type } = overwrite
  const role_name = state.roles.get(id)?.name
  return { id, type: String(type), ...(type === OverwriteType.Role && role_name !== undefined && { role_name }) }
}

function requireOverwriting(sandbox: Sandbox, actor: ActingUser, channelId: string) {
  const place = guildChannelOf(sandbox.world, channelId)
  const state = requirePermission(sandbox, actor.userId, place.guildId, permission.ManageRoles, channelId)
  if (!isGuildChannel(place.channel)) throw unknown.channel()
  return { state, place }
}

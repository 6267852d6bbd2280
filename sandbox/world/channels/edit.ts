import { AuditLogEvent, ChannelType } from 'discord-api-types/v10'
import type { Sandbox } from '../../context.ts'
import { audit } from '../audit.ts'
import { type GuildChannel, isGuildChannel } from './kinds.ts'
import { requireReadable } from '../community/onboarding.ts'
import { DiscordError, unknown } from '../errors.ts'
import { parseForm } from '../form.ts'
import { type ActingUser, requirePermission } from '../guard.ts'
import { guildChannelOf, overwritesOf } from '../lookup.ts'
import { permission } from '../permissions.ts'
import type { GuildState } from '../state.ts'
import { changesOf } from './audit-keys.ts'
import { checkOverwrites, isCommunityChannel, requireCategory, requireKind } from './checks.ts'
import { applyFields, type ChannelFields, channelEditForm, overwriteOf } from './fields.ts'
import { logOverwrites } from './overwrites.ts'
import { announceChannel } from './store.ts'
import { syncChildren } from './sync.ts'

const exchangeable = new Set<ChannelType>([ChannelType.GuildText, ChannelType.GuildAnnouncement])

/**
 * Changes a channel of the guild's list; threads have their own. One CHANNEL_UPDATE, then one audit entry for the
 * channel and one for each overwrite that differs. Nothing is sent when nothing changes.
 * @throws DiscordError 10003, 50001, 50013 without MANAGE_CHANNELS (MANAGE_ROLES for overwrites), 50024 and 50086 for a
 *   kind that it cannot become, 50035, 350003, or as `checkOverwrites` does
 */
export function editChannel(sandbox: Sandbox, actor: ActingUser, channelId: string, body: unknown): GuildChannel {
  const place = guildChannelOf(sandbox.world, channelId)
  const state = requirePermission(sandbox, actor.userId, place.guildId, 0n, channelId)
  if (!isGuildChannel(place.channel)) throw unknown.channel()
  const fields = parseForm(channelEditForm, body)
  const { permission_overwrites: drafts, ...rest } = fields
  const need = (bits: bigint) => requirePermission(sandbox, actor.userId, place.guildId, bits, channelId)
  if (Object.values(rest).some(value => value !== undefined) || !drafts) need(permission.ManageChannels)
  const before = place.channel
  const overwrites = drafts?.map(overwriteOf)
  if (overwrites) {
    need(permission.ManageRoles)
    checkOverwrites(sandbox, actor, state, changed(overwritesOf(before), overwrites), channelId)
    requireReadable(sandbox, state, channelId, overwrites)
  }
  if (fields.parent_id && fields.parent_id !== before.parent_id) requireCategory(sandbox, state, fields.parent_id)
  const after: GuildChannel = {
    ...applyFields(sandbox, retyped(state, before, fields), fields),
    ...(overwrites && { permission_overwrites: overwrites }),
  }
  if (JSON.stringify(before) === JSON.stringify(after)) return before
  place.channel = after
  announceChannel(sandbox, place)
  if (overwrites) syncChildren(sandbox, state, place, overwritesOf(before))
  audit(sandbox, actor, {
    guildId: place.guildId,
    type: AuditLogEvent.ChannelUpdate,
    targetId: channelId,
    changes: changesOf(before, after),
  })
  logOverwrites(sandbox, actor, state, channelId, overwritesOf(before), overwritesOf(after))
  return after
}

/**
 * Text and announcement channels can become each other; no other kind can change. @throws DiscordError 50024, 50035,
 * 50086 for a channel that the Community server needs
 */
function retyped(state: GuildState, channel: GuildChannel, { type }: ChannelFields): GuildChannel {
  if (type === undefined || type === channel.type) return channel
  if (!exchangeable.has(type) || !exchangeable.has(channel.type))
    throw new DiscordError(400, 50_024, 'Cannot execute action on this channel type')
  requireKind(state, type)
  if (isCommunityChannel(state, channel.id))
    throw new DiscordError(400, 50_086, 'Community server channels must be text channels')
  return { ...channel, type } as GuildChannel
}

/** The overwrites that differ, which are the only ones to check: a client sends the whole list to change one. */
function changed(before: ReturnType<typeof overwritesOf>, after: ReturnType<typeof overwritesOf>) {
  const same = new Set(before.map(one => JSON.stringify(one)))
  return after.filter(one => !same.has(JSON.stringify(one)))
}

import { AuditLogEvent, ChannelType, GatewayDispatchEvents } from 'discord-api-types/v10'
import type { Sandbox } from '../../context.ts'
import { audit } from '../audit.ts'
import { channelState } from '../blank.ts'
import { blankChannel, type GuildChannel } from './kinds.ts'
import { parseForm } from '../form.ts'
import { type ActingUser, requirePermission } from '../guard.ts'
import { overwritesOf } from '../lookup.ts'
import { permission } from '../permissions.ts'
import type { GuildState } from '../state.ts'
import { changesOf } from './audit-keys.ts'
import { checkOverwrites, requireCategory, requireKind, requireSpace } from './checks.ts'
import { applyFields, channelForm, overwriteOf } from './fields.ts'
import { announceChannel, listed } from './store.ts'

/** A request for a new channel takes fewer overwrites than a channel may have. Source: Discord's API description. */
const createForm = channelForm.extend({
  permission_overwrites: channelForm.shape.permission_overwrites.refine(list => (list?.length ?? 0) <= 100, {
    message: 'Must be 100 or fewer in length.',
    params: { code: 'BASE_TYPE_MAX_LENGTH' },
  }),
})

/**
 * Creates a channel, by default at the end of the list. Without overwrites of its own it takes those of its category.
 * @throws DiscordError 30013, 50013 without MANAGE_CHANNELS, 50035, or as `checkOverwrites` does
 */
export function createChannel(sandbox: Sandbox, actor: ActingUser, guildId: string, body: unknown): GuildChannel {
  const state = requirePermission(sandbox, actor.userId, guildId, permission.ManageChannels)
  const fields = parseForm(createForm, body)
  const type = fields.type ?? ChannelType.GuildText
  requireKind(state, type)
  requireSpace(sandbox, state)
  if (fields.parent_id) requireCategory(sandbox, state, fields.parent_id)
  const overwrites = fields.permission_overwrites?.map(overwriteOf)
  if (overwrites) checkOverwrites(sandbox, actor, state, overwrites)
  const basics = {
    id: sandbox.nextId(),
    guild_id: guildId,
    name: fields.name,
    position: lastPosition(sandbox, state) + 1,
  }
  const channel: GuildChannel = {
    ...applyFields(sandbox, blankChannel(type, basics), fields),
    permission_overwrites: overwrites ?? inherited(sandbox, fields.parent_id),
  }
  const place = channelState(channel, guildId)
  sandbox.world.channels.set(channel.id, place)
  state.channelIds.add(channel.id)
  announceChannel(sandbox, place, GatewayDispatchEvents.ChannelCreate)
  audit(sandbox, actor, {
    guildId,
    type: AuditLogEvent.ChannelCreate,
    targetId: channel.id,
    changes: changesOf({}, channel),
  })
  return channel
}

function inherited(sandbox: Sandbox, parentId: string | null | undefined) {
  const parent = parentId ? sandbox.world.channels.get(parentId) : undefined
  return parent ? overwritesOf(parent.channel).map(one => ({ ...one })) : []
}

const lastPosition = (sandbox: Sandbox, state: GuildState): number =>
  listed(sandbox, state).reduce((last, { position }) => Math.max(last, position), -1)

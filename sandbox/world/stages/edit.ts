import {
  AuditLogEvent,
  ChannelType,
  GatewayDispatchEvents,
  GuildScheduledEventEntityType as Entity,
  GuildScheduledEventStatus as Status,
  StageInstancePrivacyLevel,
} from 'discord-api-types/v10'
import { z } from 'zod'
import type { Sandbox } from '../../context.ts'
import { audit, changesBetween } from '../audit.ts'
import { emitToGuild } from '../emit.ts'
import { DiscordError, unknown } from '../errors.ts'
import { optional, parseForm, snowflake, text } from '../form.ts'
import { type ActingUser, requirePermission } from '../guard.ts'
import { guildChannelOf } from '../lookup.ts'
import { permission } from '../permissions.ts'
import { endEvent, scheduleStatusChanges } from '../scheduled-events/lifecycle.ts'
import { announceEvent, requireEvent, stageModeration } from '../scheduled-events/store.ts'
import type { GuildState, StageInstance } from '../state.ts'
import { closeStage } from './close.ts'
import { openStage } from './open.ts'

const topic = text(120, 1)
const privacy = optional(z.enum(StageInstancePrivacyLevel))
const createForm = z.object({
  channel_id: snowflake,
  topic,
  privacy_level: privacy,
  send_start_notification: optional(z.boolean()),
  guild_scheduled_event_id: optional(snowflake),
})
const editForm = z.object({ topic: optional(topic), privacy_level: privacy })

/**
 * Opens the stage of a channel. It takes MANAGE_CHANNELS, MUTE_MEMBERS and MOVE_MEMBERS there, and MENTION_EVERYONE
 * for the notice.
 * @throws DiscordError 10003, 10070, 50001, 50013, 50024, 50035, 50091 for an event of another channel, 150006
 */
export function createStage(sandbox: Sandbox, actor: ActingUser, body: unknown): StageInstance {
  const form = parseForm(createForm, body)
  const { channel, guildId } = guildChannelOf(sandbox.world, form.channel_id)
  const notice = form.send_start_notification ? permission.MentionEveryone : 0n
  const state = requirePermission(sandbox, actor.userId, guildId, stageModeration | notice, channel.id)
  if (channel.type !== ChannelType.GuildStageVoice)
    throw new DiscordError(400, 50_024, 'Cannot execute action on this channel type')
  if (state.stageInstances.has(channel.id)) throw new DiscordError(400, 150_006, 'The Stage is already open')
  const eventId = form.guild_scheduled_event_id
  const found = eventId === undefined ? undefined : requireEvent(sandbox, actor.userId, guildId, eventId).found
  const isFor = found?.event.entity_type === Entity.StageInstance && found.event.channel_id === channel.id
  if (found && (!isFor || found.event.status !== Status.Scheduled))
    throw new DiscordError(
      400,
      50_091,
      'The entity type of the event is different from the entity you are trying to start the event for',
    )
  const stage = openStage(sandbox, state, channel.id, {
    topic: form.topic,
    privacyLevel: form.privacy_level,
    eventId,
  })
  if (found && isFor) {
    found.event = { ...found.event, status: Status.Active, entity_id: stage.id }
    scheduleStatusChanges(sandbox, found)
    announceEvent(sandbox, found, GatewayDispatchEvents.GuildScheduledEventUpdate)
  }
  record(sandbox, actor, AuditLogEvent.StageInstanceCreate, {}, stage)
  return stage
}

/** @throws DiscordError 10003, 10067 when it is not live, 50001 */
export function stageOf(sandbox: Sandbox, viewerId: string, channelId: string): StageInstance {
  const { guildId } = guildChannelOf(sandbox.world, channelId)
  return stageIn(requirePermission(sandbox, viewerId, guildId, permission.ViewChannel, channelId), channelId)
}

/** @throws DiscordError 10003, 10067, 50001, 50013, 50035 */
export function editStage(sandbox: Sandbox, actor: ActingUser, channelId: string, body: unknown): StageInstance {
  const { state, stage: before } = requireLive(sandbox, actor, channelId)
  const form = parseForm(editForm, body)
  const after = {
    ...before,
    ...(form.topic !== undefined && { topic: form.topic }),
    ...(form.privacy_level !== undefined && { privacy_level: form.privacy_level }),
  }
  state.stageInstances.set(channelId, after)
  emitToGuild(sandbox, before.guild_id, GatewayDispatchEvents.StageInstanceUpdate, after, { channelId })
  record(sandbox, actor, AuditLogEvent.StageInstanceUpdate, before, after)
  return after
}

/**
 * Closes a stage. The scheduled event that it was opened for ends with it. @throws DiscordError 10003, 10067, 50001,
 * 50013
 */
export function deleteStage(sandbox: Sandbox, actor: ActingUser, channelId: string): void {
  const { state, stage } = requireLive(sandbox, actor, channelId)
  closeStage(sandbox, state, channelId)
  const found = state.scheduledEvents.get(stage.guild_scheduled_event_id ?? '')
  if (found) {
    endEvent(sandbox, found, Status.Completed)
    scheduleStatusChanges(sandbox, found)
    announceEvent(sandbox, found, GatewayDispatchEvents.GuildScheduledEventUpdate)
  }
  record(sandbox, actor, AuditLogEvent.StageInstanceDelete, stage, {})
}

function requireLive(sandbox: Sandbox, actor: ActingUser, channelId: string) {
  const { guildId } = guildChannelOf(sandbox.world, channelId)
  const state = requirePermission(sandbox, actor.userId, guildId, stageModeration, channelId)
  return { state, stage: stageIn(state, channelId) }
}

function stageIn(state: GuildState, channelId: string): StageInstance {
  const stage = state.stageInstances.get(channelId)
  if (!stage) throw unknown.stageInstance()
  return stage
}

function record(
  sandbox: Sandbox,
  actor: ActingUser,
  type: AuditLogEvent,
  before: Partial<StageInstance>,
  after: Partial<StageInstance>,
): void {
  const { id = null, guild_id = '', channel_id = '' } = 'id' in before ? before : after
  audit(sandbox, actor, {
    guildId: guild_id,
    type,
    targetId: id,
    changes: changesBetween(before, after, ['topic', 'privacy_level']),
    options: { channel_id },
  })
}

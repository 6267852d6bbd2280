import { GatewayDispatchEvents, StageInstancePrivacyLevel } from 'discord-api-types/v10'
import type { Sandbox } from '../../context.ts'
import { emitToGuild } from '../emit.ts'
import type { GuildState, StageInstance } from '../state.ts'
import { watchStage } from './close.ts'

interface StageWish {
  topic: string
  privacyLevel?: StageInstancePrivacyLevel | undefined
  /** The scheduled event that it is opened for. */
  eventId?: string | undefined
}

/** Makes the stage in this channel live and sends STAGE_INSTANCE_CREATE. Does no checks. */
export function openStage(sandbox: Sandbox, state: GuildState, channelId: string, wish: StageWish): StageInstance {
  const stage: StageInstance = {
    id: sandbox.nextId(),
    guild_id: state.guild.id,
    channel_id: channelId,
    topic: wish.topic,
    privacy_level: wish.privacyLevel ?? StageInstancePrivacyLevel.GuildOnly,
    discoverable_disabled: true,
    guild_scheduled_event_id: wish.eventId ?? null,
  }
  state.stageInstances.set(channelId, stage)
  emitToGuild(sandbox, state.guild.id, GatewayDispatchEvents.StageInstanceCreate, stage, { channelId })
  watchStage(sandbox, state, channelId)
  return stage
}

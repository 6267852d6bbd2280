import { GatewayDispatchEvents } from 'discord-api-types/v10'
import type { Sandbox } from '../../context.ts'
import { emitToGuild } from '../emit.ts'
import type { GuildState, StageInstance } from '../state.ts'

/**
 * Closes a live stage; does nothing when it is not live. The gateway event carries the whole object, and is sent twice
 * for a stage that a scheduled event opened, as has been reported.
 * @returns the stage that was closed
 */
export function closeStage(sandbox: Sandbox, state: GuildState, channelId: string | null): StageInstance | undefined {
  const stage = state.stageInstances.get(channelId ?? '')
  if (!stage) return undefined
  state.stageInstances.delete(stage.channel_id)
  const isDoubled = stage.guild_scheduled_event_id !== null && sandbox.conditions.stages.eventStagesDeletedTwice
  for (let times = isDoubled ? 2 : 1; times > 0; times--)
    emitToGuild(sandbox, state.guild.id, GatewayDispatchEvents.StageInstanceDelete, stage, {
      channelId: stage.channel_id,
    })
  return stage
}

/** Called when a stage opens and when somebody stops being a speaker: it closes after long enough without a speaker. */
export function watchStage(sandbox: Sandbox, state: GuildState, channelId: string): void {
  const stage = state.stageInstances.get(channelId)
  // A scheduled event's stage ends with its event.
  if (!stage || stage.guild_scheduled_event_id !== null) return
  const isSilent = () =>
    ![...state.voiceStates.values()].some(voice => voice.channel_id === channelId && !voice.suppress)
  if (!isSilent()) return
  sandbox.later(sandbox.conditions.stages.silentClosesMs, () => {
    if (state.stageInstances.get(channelId)?.id === stage.id && isSilent()) closeStage(sandbox, state, channelId)
  })
}

import type { Sandbox } from '../context.ts'
import { awaitPollEnd } from './messages/poll-end.ts'
import { resumeSilence } from './threads/auto-archive.ts'
import { scheduleStatusChanges } from './scheduled-events/lifecycle.ts'
import { watchStage } from './stages/close.ts'

/**
 * Schedules everything that is due later in a world that was not created while this sandbox ran: from a seed or a
 * recording.
 */
export function awaitWhatIsDue(sandbox: Sandbox): void {
  const { guilds, channels } = sandbox.world
  for (const state of guilds.values()) {
    for (const found of state.scheduledEvents.values()) scheduleStatusChanges(sandbox, found)
    for (const channelId of state.stageInstances.keys()) watchStage(sandbox, state, channelId)
  }
  for (const state of channels.values()) {
    resumeSilence(sandbox, state)
    for (const message of state.messages.values())
      if (message.poll?.results?.is_finalized === false) awaitPollEnd(sandbox, message)
  }
}

import { GatewayDispatchEvents } from 'discord-api-types/v10'
import type { Sandbox } from '../../context.ts'
import type { ChannelState } from '../state.ts'
import { timestamp } from '../time.ts'
import { enter } from '../threads/membership.ts'
import { listeners } from './store.ts'

/** Writing in a thread opens it again when it was archived, and makes the writer a member of it. */
export function wakeThread(sandbox: Sandbox, state: ChannelState, actorId: string): void {
  const { channel } = state
  if (!('thread_metadata' in channel) || !channel.thread_metadata) return
  if (channel.thread_metadata.archived) {
    channel.thread_metadata.archived = false
    channel.thread_metadata.archive_timestamp = timestamp(sandbox)
    sandbox.emit({ type: GatewayDispatchEvents.ThreadUpdate, data: { ...channel }, audience: listeners(state) })
  }
  enter(sandbox, state, actorId)
}

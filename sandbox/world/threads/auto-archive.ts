import { GatewayDispatchEvents } from 'discord-api-types/v10'
import type { Sandbox } from '../../context.ts'
import { listeners } from '../messages/store.ts'
import type { ChannelState } from '../state.ts'
import { timestamp } from '../time.ts'
import { openMetadata, renew } from './activity.ts'

/**
 * Called when a thread is opened or its duration changed: it is archived after that long without activity, with
 * THREAD_UPDATE and without an audit entry.
 */
export function awaitSilence(sandbox: Sandbox, state: ChannelState): void {
  renew(sandbox, state)
  watch(sandbox, state)
}

/** Threads of a seed are old: their silence begins with the sandbox, unless a recording says when it began. */
export function resumeSilence(sandbox: Sandbox, state: ChannelState): void {
  if (state.archivesAt === undefined) renew(sandbox, state)
  watch(sandbox, state)
}

/** A message opens an archived thread again. Does nothing for anything else. */
export function wakeThread(sandbox: Sandbox, state: ChannelState): void {
  const { channel } = state
  if (!('thread_metadata' in channel) || !channel.thread_metadata?.archived) return
  channel.thread_metadata.archived = false
  channel.thread_metadata.archive_timestamp = timestamp(sandbox)
  sandbox.emit({ type: GatewayDispatchEvents.ThreadUpdate, data: { ...channel }, audience: listeners(state) })
  awaitSilence(sandbox, state)
}

function watch(sandbox: Sandbox, state: ChannelState): void {
  const due = state.archivesAt
  if (due === undefined) return
  sandbox.later(due - sandbox.now(), () => {
    const { channel } = state
    const metadata = openMetadata(state)
    if (!metadata || sandbox.world.channels.get(channel.id) !== state || state.archivesAt === undefined) return
    // Somebody has written in the meantime.
    if (state.archivesAt > sandbox.now()) return watch(sandbox, state)
    metadata.archived = true
    metadata.archive_timestamp = timestamp(sandbox)
    sandbox.emit({ type: GatewayDispatchEvents.ThreadUpdate, data: { ...channel }, audience: listeners(state) })
  })
}

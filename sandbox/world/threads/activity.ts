import type { Sandbox } from '../../context.ts'
import type { ChannelState } from '../state.ts'

/** The metadata of a thread that is not archived; undefined for everything else. */
export function openMetadata({ channel }: ChannelState) {
  const metadata = 'thread_metadata' in channel ? channel.thread_metadata : undefined
  return metadata?.archived === false ? metadata : undefined
}

/**
 * Restarts a thread's time until it is archived: messages, reopening and a new duration count as activity. Does nothing
 * for other channels. Source: Discord's documentation, "Threads", "Active & Archived Threads".
 */
export function renew(sandbox: Sandbox, state: ChannelState): void {
  const metadata = openMetadata(state)
  if (metadata?.auto_archive_duration) state.archivesAt = sandbox.now() + metadata.auto_archive_duration * 60_000
}

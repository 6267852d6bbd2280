import type { Client } from 'discord.js'
import { onceSent } from '#kit/after-requests.ts'

/** The library's internal handler of audit log entries. */
interface Library {
  actions: { GuildAuditLogEntryCreate: { handle(entry: unknown): unknown } }
}

/**
 * Makes the library handle an audit log entry only after the request with which features responded to it has left: the
 * library creates users and channels from it, which takes as long as the decision, and many times as long for the first
 * entry of a process. It is still done before the next frame.
 */
export function delayAuditEntries(client: Client): void {
  const { GuildAuditLogEntryCreate: action } = (client as unknown as Library).actions
  const handle = action.handle.bind(action)
  // What it throws becomes a rejection, as it would for a frame.
  action.handle = entry => onceSent(() => void new Promise(resolve => resolve(handle(entry))))
}

import type { Client } from 'discord.js'
import { onceSent } from '#kit/after-requests.ts'

/** As much of the library as takes in an entry of the audit log: it is its own. */
interface Library {
  actions: { GuildAuditLogEntryCreate: { handle(entry: unknown): unknown } }
}

/**
 * Has the library take in an entry of the audit log once the request that features answered it with has left: it makes
 * people and channels of it, which takes as long as deciding, and many times that for the first entry of a process. It is
 * done before the next frame all the same.
 */
export function takeInEntriesLast(client: Client): void {
  const { GuildAuditLogEntryCreate: action } = (client as unknown as Library).actions
  const handle = action.handle.bind(action)
  // What it throws is a rejection, as in a frame's own turn.
  action.handle = entry => onceSent(() => void new Promise(resolve => resolve(handle(entry))))
}

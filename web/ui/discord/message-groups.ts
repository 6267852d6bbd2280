import { hasFlag, messageFlag } from './enums.ts'
import type { MessageView } from './model.ts'
import { sameDay } from './time.ts'

/** Discord groups an author's messages for seven minutes. */
const GROUP_MS = 7 * 60_000

const plainTypes = new Set([0, 19, 20, 23])

/** Whether a message is about a join, a pin, a boost or the like: shown as a line, not as somebody's words. */
export const isSystemMessage = (message: MessageView) => !plainTypes.has(message.type ?? 0)

/** Whether a message starts a group, with avatar and name, given the message above it. */
export function startsGroup(message: MessageView, previous: MessageView | undefined): boolean {
  if (!previous || isSystemMessage(message) || isSystemMessage(previous)) return true
  if (message.author.id !== previous.author.id || message.author.username !== previous.author.username) return true
  if (message.webhook_id !== previous.webhook_id) return true
  if (message.referenced_message !== undefined || message.interaction_metadata !== undefined) return true
  if (hasFlag(message.flags, messageFlag.ephemeral) !== hasFlag(previous.flags, messageFlag.ephemeral)) return true
  const time = Date.parse(message.timestamp)
  return time - Date.parse(previous.timestamp) > GROUP_MS || startsDay(message, previous)
}

export const startsDay = (message: MessageView, previous: MessageView | undefined) =>
  !previous || !sameDay(Date.parse(message.timestamp), Date.parse(previous.timestamp))

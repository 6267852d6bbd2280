import type { APIMessage } from 'discord-api-types/v10'
import { directMessagesBetween } from '#sandbox/world/direct-messages.ts'
import type { Harness } from './harness.ts'

/** The bot's direct messages to a user, oldest first. */
export function directMessagesTo(app: Harness, userId: string): APIMessage[] {
  const channel = directMessagesBetween(app.sandbox.context, app.botId, userId)
  return [...(channel?.messages.values() ?? [])].filter(({ author }) => author.id === app.botId)
}

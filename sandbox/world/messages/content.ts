import { type APIMessage, GatewayIntentBits as Intent } from 'discord-api-types/v10'
import type { Sandbox } from '../../context.ts'

/**
 * Whether an account sees what others write in guilds. For REST the developer portal counts, whatever intents the bot
 * asked the gateway for. Source: Discord's documentation, "Message Content Intent".
 */
export function mayReadContent(sandbox: Sandbox, userId: string): boolean {
  const application = [...sandbox.world.applications.values()].find(one => one.botUserId === userId)
  return application === undefined || (application.privilegedIntents & Intent.MessageContent) !== 0
}

/** The parts of a message that matter here; in events and in answers alike. */
interface Readable {
  author?: { id: string }
  mentions?: readonly { id: string }[]
  referenced_message?: object | null
}

const isReadable = (message: Readable, botUserId: string) =>
  message.author?.id === botUserId || (message.mentions ?? []).some(user => user.id === botUserId)

function emptied<T extends object>(message: T): T {
  const blank = { content: '', embeds: [], attachments: [], components: [] }
  const rest = Object.entries(message).flatMap(([key, value]) => {
    if (key === 'poll' || key === 'message_snapshots') return []
    return [[key, key in blank ? Reflect.get(blank, key) : value]]
  })
  return Object.fromEntries(rest) as T
}

/**
 * A message as a bot without the MESSAGE_CONTENT intent gets it: fields that members wrote are empty, except in its own
 * messages, direct messages and messages that mention it; so too the message that one replies to.
 * Source: Discord's documentation, "Message Content Intent".
 */
export function withoutContent<T extends Readable>(message: T, botUserId: string, inGuild: boolean): T {
  if (!inGuild) return message
  const quoted = message.referenced_message
  const shown = quoted && !isReadable(quoted, botUserId) ? { ...message, referenced_message: emptied(quoted) } : message
  return isReadable(message, botUserId) ? shown : emptied(shown)
}

/** The author's own text in a message, including a poll; a forwarded text is not the author's. */
export function wordsOf({ content, poll }: APIMessage): string {
  const answers = (poll?.answers ?? []).map(answer => answer.poll_media.text)
  return [content, poll?.question.text, ...answers].filter(Boolean).join('\n')
}

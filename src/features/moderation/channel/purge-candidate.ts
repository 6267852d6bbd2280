import type { Embed, Message } from 'discord.js'
import type { Candidate } from './purge-selection.ts'

const textsOf = ({ title, description, fields, author, footer }: Embed): string[] =>
  [author?.name, title, description, ...fields.flatMap(({ name, value }) => [name, value]), footer?.text].filter(
    text => typeof text === 'string',
  )

/** What a purge looks at of a message; what was forwarded in it counts as its own. */
export function candidateOf(message: Message): Candidate {
  const parts = [message, ...message.messageSnapshots.values()]
  return {
    id: message.id,
    type: message.type,
    pinned: message.pinned,
    createdAt: message.createdTimestamp,
    authorId: message.author.id,
    automatic: message.author.bot || message.webhookId !== null,
    attachments: parts.reduce((sum, { attachments }) => sum + attachments.size, 0),
    texts: parts.flatMap(({ content, embeds }) => [content, ...embeds.flatMap(textsOf)]),
  }
}

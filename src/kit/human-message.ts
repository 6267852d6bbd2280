import { type Message, MessageType } from 'discord.js'

/** Whether a person wrote a message: not a bot, a webhook or Discord itself. Replies count. */
export const isHumanMessage = ({ author, webhookId, type }: Message): boolean =>
  !author.bot && !author.system && webhookId === null && (type === MessageType.Default || type === MessageType.Reply)

import { type Message, MessageType } from 'discord.js'

/** Whether somebody wrote a message themselves: no bots, webhooks or system messages; replies are. */
export const isHumanMessage = ({ author, webhookId, type }: Message): boolean =>
  !author.bot && !author.system && webhookId === null && (type === MessageType.Default || type === MessageType.Reply)

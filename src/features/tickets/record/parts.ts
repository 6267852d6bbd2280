import type { Message, PartialMessage } from 'discord.js'
import { isHidden } from '#kit/hidden-channel.ts'
import type { Parts } from '#kernel/feature.ts'
import type tickets from '../contract.ts'
import type { TicketContext } from '../life/duties.ts'
import { holdsTicket, ticketIn } from '../life/rows.ts'
import { tellChanged } from '../life/notify-pages.ts'
import { keepAttachment } from './attachments.ts'
import { forgetInTickets } from './forget.ts'
import { isKept } from './recording-allowed.ts'
import { noteDeleted, record } from './rows.ts'
import { contentOfMessage } from './message-content.ts'

function onMessage(ctx: TicketContext, message: Message | PartialMessage): void {
  if (message.partial || !holdsTicket(ctx, message.channelId)) return
  if (!message.inGuild() || isHidden(message.channel)) return
  const ticket = ticketIn(ctx, ctx.guild.id, message.channelId)
  if (!ticket) return
  if (!isKept(ctx, ticket)) {
    tellChanged(ctx, ticket, 'messages')
    return
  }
  const said = contentOfMessage(message)
  const isOver = ticket.state === 'closed' || ticket.state === 'deleted'
  record(ctx, ticket, said, () => isOver)
  tellChanged(ctx, ticket, 'messages')
  // Copied at once, since a message may be deleted before its ticket is closed; a failed copy is retried on closing.
  if (ctx.own.includeAttachments)
    for (const file of said.files)
      ctx.background(keepAttachment(ctx, ticket, file), {
        text: 'a file of a ticket was not copied',
        guildId: ctx.guild.id,
        ticketId: ticket.id,
      })
}

const onDeleted = (ctx: TicketContext, channelId: string, ids: readonly string[]) => {
  const ticket = ticketIn(ctx, ctx.guild.id, channelId)
  if (!ticket) return
  noteDeleted(ctx, ctx.guild.id, ids, ctx.now())
  tellChanged(ctx, ticket, 'messages')
}

/** What the feature uses from this folder. */
export const recording = {
  listeners: {
    messageCreate: onMessage,
    messageUpdate: (ctx, _before, message) => onMessage(ctx, message),
    messageDelete: (ctx, message) => onDeleted(ctx, message.channelId, [message.id]),
    messageDeleteBulk: (ctx, messages, channel) => onDeleted(ctx, channel.id, [...messages.keys()]),
  },
  forgetUser: forgetInTickets,
} satisfies Parts<typeof tickets>

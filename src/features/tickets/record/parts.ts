import type { Message, PartialMessage } from 'discord.js'
import { isHidden } from '#kit/hidden-channel.ts'
import type { Parts, Services } from '#kernel/feature.ts'
import type tickets from '../contract.ts'
import type { TicketContext } from '../life/duties.ts'
import { holdsTicket, ticketIn } from '../life/rows.ts'
import { panelOf } from '../panels/rows.ts'
import { attachmentFiles, keepAttachment } from './attachments.ts'
import { forgetFiles, noteDeleted, record } from './rows.ts'
import { saidBy } from './said.ts'

function onMessage(ctx: TicketContext, message: Message | PartialMessage): void {
  if (message.partial || !holdsTicket(ctx, message.channelId)) return
  if (!message.inGuild() || isHidden(message.channel)) return
  const ticket = ticketIn(ctx, ctx.guild.id, message.channelId)
  if (!ticket || !ctx.own.transcriptsEnabled) return
  if (panelOf(ctx, ctx.guild.id, ticket.panelId)?.design.transcript === false) return
  const said = saidBy(message)
  const isOver = ticket.state === 'closed' || ticket.state === 'deleted'
  record(ctx, ticket, said, () => isOver)
  // Copied at once, since a message may be deleted before its ticket is closed; what fails is tried again then.
  if (ctx.own.includeAttachments) for (const file of said.files) void keepAttachment(ctx, ticket, file)
}

const onDeleted = (ctx: TicketContext, channelId: string, ids: readonly string[]) => {
  if (holdsTicket(ctx, channelId)) noteDeleted(ctx, ctx.guild.id, ids, ctx.now())
}

/** What the feature takes from this room. */
export const recording = {
  listeners: {
    messageCreate: onMessage,
    messageUpdate: (ctx, _before, message) => onMessage(ctx, message),
    messageDelete: (ctx, message) => onDeleted(ctx, message.channelId, [message.id]),
    messageDeleteBulk: (ctx, messages, channel) => onDeleted(ctx, channel.id, [...messages.keys()]),
  },
  forgetUser(services: Services, userId: string, guildId: string | undefined) {
    for (const { guildId: of, fileId } of forgetFiles(services, userId, guildId))
      services.files
        .of(attachmentFiles, of)
        .delete(fileId)
        .catch((err: unknown) => services.log.error({ err, guildId: of, fileId }, 'a file was not deleted'))
  },
} satisfies Parts<typeof tickets>

import type { GuildMember, PartialGuildMember } from 'discord.js'
import { inLane } from '#kernel/discord/lanes.ts'
import { panelOf } from '../panels/rows.ts'
import { closeTicket } from './close.ts'
import { settle, type TicketContext } from './duties.ts'
import { act, ticketIn, ticketsIn } from './rows.ts'

/** Their tickets close when somebody leaves, where the panel says so. */
export async function onMemberLeft(ctx: TicketContext, member: GuildMember | PartialGuildMember): Promise<void> {
  const open = ticketsIn(ctx, ctx.guild.id, ['open'], { openerId: member.id })
  for (const ticket of open) {
    if (panelOf(ctx, ctx.guild.id, ticket.panelId)?.design.close_on_leave === false) continue
    await inLane('bulk', () => closeTicket(ctx, ticket, { by: null, cause: 'left' })).catch((err: unknown) =>
      ctx.log.warn({ err, guildId: ctx.guild.id, ticketId: ticket.id }, 'ticket not closed on leave'),
    )
  }
}

/**
 * Ends the ticket of a channel that was deleted by hand, once it is known that nobody puts it back; what was recorded
 * stays.
 */
export function endWithoutChannel(ctx: TicketContext, channelId: string): void {
  const ticket = ticketIn(ctx, ctx.guild.id, channelId)
  if (!ticket) return
  const at = ctx.now()
  const ended = act(ctx, ticket, 'delete', {
    change: {
      channelMissing: true,
      deletedAt: at,
      deleteAt: null,
      awaiting: null,
      awaitingSince: null,
      ...(ticket.closedAt === null && { closedAt: at }),
    },
    event: { kind: 'channel_deleted', by: null },
    duties: ticket.state === 'open' ? ['transcript', 'feedback'] : [],
  })
  if (ended) void settle(ctx, ended)
}

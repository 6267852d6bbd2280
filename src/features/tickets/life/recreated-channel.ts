import type { Services } from '#kernel/feature.ts'
import { postOpening } from '../opening/opening-message.ts'
import { panelDesign } from '../panels/contract.ts'
import { panelOf } from '../panels/rows.ts'
import { eq } from 'drizzle-orm'
import { tickets } from '../table.ts'
import type { Perform } from './duties.ts'
import { placeOf } from './ticket-channel.ts'
import { addDuties, moveTicket, type NewDuty, type Ticket } from './rows.ts'

/** Returns the duties for a new channel: setting who sees it, and posting the message with the controls. */
const owedFor = ({ state }: Pick<Ticket, 'state'>): NewDuty[] => {
  if (state === 'open') return ['place', 'opening']
  if (state === 'closed') return ['place', { kind: 'notice', detail: { about: 'closed', cause: 'by_hand' } }]
  return []
}

/** Moves a ticket to the channel that replaces its own after an attack. */
export function followRename(
  services: Pick<Services, 'db' | 'memory' | 'scheduler' | 'now'>,
  guildId: string,
  id: { from: string; to: string },
): void {
  const ticket = moveTicket(services, guildId, id)
  if (ticket) addDuties(services, ticket, owedFor(ticket))
}

/** Posts the opening message once more if the first one was deleted with its channel; nobody is pinged again. */
export const openAgain: Perform = async (ctx, ticket, duty) => {
  if (ticket.state !== 'open') return undefined
  const channel = await placeOf(ctx, ticket)
  if (!channel?.isTextBased()) return undefined
  const design =
    panelOf(ctx, ctx.guild.id, ticket.panelId)?.design ??
    panelDesign.parse({ title: ticket.panelTitle, kind: ticket.kind })
  const { id } = await postOpening(ctx, ticket, design, channel, duty.id)
  ctx.db.update(tickets).set({ openMessageId: id }).where(eq(tickets.id, ticket.id)).run()
  return undefined
}

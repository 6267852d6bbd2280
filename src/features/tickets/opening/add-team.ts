import type { AnyThreadChannel } from 'discord.js'
import type { Context } from '#kernel/feature.ts'
import type tickets from '../contract.ts'
import type { Ticket } from '../life/rows.ts'
import { bringIn } from '../life/thread-team.ts'
import type { PanelDesign } from '../panels/contract.ts'
import { rolesOfPanel } from '../rights/rights.ts'
import { pingedFor } from './opening-message.ts'

/**
 * Brings the team into a ticket that is a private thread. Those that the opening message pings are there already.
 * @throws where Discord does not answer; what it refuses keeps nobody from a ticket
 */
export async function addTeam(
  ctx: Context<typeof tickets>,
  ticket: Ticket,
  design: PanelDesign,
  thread: AnyThreadChannel,
): Promise<void> {
  const pinged = pingedFor(ctx, design)
  const roles = rolesOfPanel(ctx.own, design).answer.filter(id => !pinged.includes(id))
  await bringIn(ctx, ticket, thread, { roles, nonce: `${ticket.id}-${ticket.openedAt.toString(36)}-team` })
}

import { type AnyThreadChannel, MessageFlags } from 'discord.js'
import type { Context } from '#kernel/feature.ts'
import { isOutage } from '#kit/discord-errors.ts'
import type tickets from '../contract.ts'
import type { Ticket } from '../life/rows.ts'
import type { PanelDesign } from '../panels/contract.ts'
import { rolesOfPanel } from '../rights/rights.ts'
import { pingedFor } from './opening-message.ts'

/**
 * Brings the team into a ticket that is a private thread, where roles open nothing: naming them once does, and
 * silently. Those that the opening message pings are there already. Who is not added, because Discord adds nobody of a
 * large role, still opens it by managing threads.
 * @throws where Discord does not answer; what it refuses keeps nobody from a ticket
 */
export async function addTeam(
  ctx: Context<typeof tickets>,
  ticket: Ticket,
  design: PanelDesign,
  thread: AnyThreadChannel,
): Promise<void> {
  const { own, guild, log } = ctx
  const pinged = pingedFor(ctx, design)
  const roles = rolesOfPanel(own, design).answer.filter(
    id => id !== guild.id && guild.roles.cache.has(id) && !pinged.includes(id),
  )
  if (roles.length === 0) return
  try {
    await thread.send({
      content: `Team: ${roles.map(id => `<@&${id}>`).join(' ')}`,
      allowedMentions: { roles },
      flags: MessageFlags.SuppressNotifications,
      nonce: `${ticket.id}-${ticket.openedAt.toString(36)}-team`,
      enforceNonce: true,
    })
  } catch (err) {
    if (isOutage(err)) throw err
    log.warn({ err, guildId: guild.id, ticketId: ticket.id }, 'the team was not added to a ticket')
  }
}

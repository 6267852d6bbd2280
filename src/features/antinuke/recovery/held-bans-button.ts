import { type APIButtonComponent, ButtonStyle, ComponentType } from 'discord.js'
import { z } from 'zod'
import { component } from '#kernel/feature.ts'
import { UserError } from '#kit/errors.ts'
import { success } from '#kit/notices.ts'
import antinuke from '../contract.ts'
import { decideBans, heldBans } from '../engine/held-bans.ts'
import { type IncidentKey, incidentOf } from '../incidents/incidents.ts'
import { recoverIncident } from './after-attack.ts'

/**
 * Decides about bans that only people whom the server trusts could have made. For its owner alone, also in direct
 * messages.
 */
export const heldBansButton = component(antinuke, 'held-bans', {
  kind: 'button',
  pressedBy: 'anyone',
  needs: ['owner'],
  ack: 'ephemeral',
  always: true,
  data: z.object({ guild: z.string(), number: z.coerce.number().int(), to: z.enum(['lift', 'keep']) }),
  aboutGuild: ({ guild }) => guild,
  async run(ctx, { number, to }) {
    const incident: IncidentKey = { guildId: ctx.guild.id, number }
    const held = incidentOf(ctx, incident) && heldBans(ctx, incident)
    if (!held) throw new UserError('antinuke.incident-gone', 'That incident is no longer kept.', 404)
    if (held.decided)
      throw new UserError(
        'antinuke.bans-decided',
        held.decided === 'lift' ? 'They have already been lifted.' : 'It has already been decided that they stay.',
        409,
      )
    ctx.db.transaction(() => {
      decideBans(ctx, incident, to, ctx.member.id)
      if (to === 'lift') recoverIncident(ctx, incident)
    })
    await ctx.answer(
      success(to === 'lift' ? 'I am lifting the bans. The incident shows how far it is.' : 'The bans stay.'),
    )
  },
})

/** The buttons below the alarm that asks about the bans. */
export function heldBansButtons({ guildId, number }: IncidentKey): APIButtonComponent[] {
  const button = (style: ButtonStyle.Danger | ButtonStyle.Secondary, label: string, to: 'lift' | 'keep') =>
    ({
      type: ComponentType.Button,
      style,
      label,
      custom_id: heldBansButton.id({ guild: guildId, number, to }),
    }) satisfies APIButtonComponent
  return [button(ButtonStyle.Danger, 'Lift these bans', 'lift'), button(ButtonStyle.Secondary, 'Keep them', 'keep')]
}

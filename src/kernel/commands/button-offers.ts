import type { ButtonInteraction, Guild, GuildMember } from 'discord.js'
import { UserError } from '#kit/errors.ts'
import { guildContext } from '../context.ts'
import type { Pressed } from '../declarations/component.ts'
import type { ButtonOffer } from '../declarations/button-offer.ts'
import { initiatedBy } from '../discord/initiator.ts'
import { demandPremium } from '../entitlements.ts'
import { switchedOn } from '../events/events.ts'
import type { Feature, Services } from '../feature.ts'
import { prefixOf } from './prefix.ts'
import { moduleOff } from './run.ts'

interface Found {
  key: string
  feature: Feature
  offer: ButtonOffer
}

/** All offers, with the key that buttons store: `tickets.panel`. */
const offersOf = ({ features }: Pick<Services, 'features'>): Found[] =>
  features.flatMap(feature =>
    Object.entries(feature.parts.offers ?? {}).map(([name, offer]) => ({
      key: `${feature.contract.name}.${name}`,
      feature,
      offer,
    })),
  )

/** The offers and choices that a member can link buttons to. */
export const offersTo = (services: Services, guild: Guild, member: GuildMember) =>
  offersOf(services).map(({ key, feature, offer }) => {
    const ctx = Object.assign(guildContext(services, feature.contract, guild, member), { member })
    return { key, title: offer.title, choices: offer.choices(ctx as never) }
  })

/**
 * Performs the action that a button is linked to, as if the button were the feature's own.
 * @throws UserError when the feature is switched off or gone, or refuses
 */
export async function useOffer(
  services: Services,
  pressed: Pressed<'button'> & { guild: Guild; interaction: ButtonInteraction<'cached'> },
  { offer: key, id }: { offer: string; id: string },
): Promise<void> {
  const found = offersOf(services).find(one => one.key === key)
  if (!found) throw new UserError('offer.gone', 'What this button did is no longer available.', 404)
  const { guild, member, interaction, answer } = pressed
  const { contract } = found.feature
  if (!switchedOn(services, found.feature, guild.id))
    throw new UserError(
      'command.off',
      moduleOff(contract.title, `${prefixOf(services, guild.id)}config ${contract.name} on`),
    )
  demandPremium(services, contract, guild.id)
  const ctx = Object.assign(guildContext(services, contract, guild, member), { interaction, member, answer })
  await initiatedBy({ member, feature: contract.name, needs: [] }, () => found.offer.press(ctx as never, id))
}

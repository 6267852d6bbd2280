import { UserError } from '#kit/errors.ts'
import type { GuildMember } from 'discord.js'
import { guildContext } from '#kernel/context.ts'
import { demandSwitchRight } from '#kernel/rights/rights.ts'
import { switchedOn } from '#kernel/events/events.ts'
import type { Feature, Services } from '#kernel/feature.ts'
import { nearest } from '#kit/edit-distance.ts'
import { listed } from '#kit/permissions.ts'
import type { Author } from '#kernel/feature.ts'
import { safeEcho } from '#kit/template.ts'

interface Module {
  name: string
  title: string
  category: string | null
  enabled: boolean
  switchable: boolean
}

/** Every feature with its state in one guild. */
export const modulesOf = (services: Pick<Services, 'features' | 'settings'>, guildId: string): Module[] =>
  services.features.map(feature => ({
    name: feature.contract.name,
    title: feature.contract.title,
    category: feature.contract.docs ?? null,
    enabled: switchedOn(services, feature, guildId),
    switchable: feature.parts.switch !== undefined,
  }))

/** A feature by its name or title, in any case. @throws UserError that lists the names */
export function findModule(features: readonly Feature[], typed: string): Feature {
  const wanted = typed.toLowerCase()
  const found = features.find(({ contract }) => contract.name === wanted || contract.title.toLowerCase() === wanted)
  if (found) return found
  const [meant] = nearest(wanted, features, ({ contract: { name, title, words = [] } }) => [name, title, ...words], 1)
  const hint = meant
    ? `Did you mean ${meant.contract.name}?`
    : `There are: ${listed(features.map(({ contract }) => contract.name))}.`
  throw new UserError('general.unknown-module', `There is no module “${safeEcho(typed)}”. ${hint}`, 404)
}

/**
 * Switches a module on or off in one guild: the same switch as on its dashboard page.
 * @throws UserError when there is no such module, it has no switch, or `member` may not switch it as it is set up
 */
export async function switchModule(
  services: Services,
  member: GuildMember,
  name: string,
  enabled: boolean,
  author: Pick<Author, 'via' | 'place'>,
): Promise<Module> {
  const { guild } = member
  const feature = findModule(services.features, name)
  demandSwitchRight(services, member, feature)
  const { switch: own } = feature.parts
  if (own === undefined)
    throw new UserError('general.always-on', `The module ${feature.contract.title} is always on and has no switch.`)
  const patch = typeof own === 'string' ? { [own]: enabled } : own.patch(services, guild.id, enabled)
  await guildContext(services, feature.contract, guild, member).change(patch, { userId: member.id, ...author })
  const { title, docs } = feature.contract
  return { name: feature.contract.name, title, category: docs ?? null, enabled, switchable: true }
}

import type { Guild } from 'discord.js'
import type { Contract } from '#contract'
import { guildContext } from './context.ts'
import type { UnkeptPromise } from './declarations/unkept-promise.ts'
import type { Services } from './feature.ts'

/** Notifies the features that report broken promises to the server. Never throws. */
export function tellUnkept(
  services: Services,
  guild: Guild,
  contract: Pick<Contract, 'name' | 'title'> | undefined,
  unkept: Pick<UnkeptPromise, 'promise' | 'why'>,
): void {
  const feature = contract?.title ?? 'Palisade'
  for (const teller of services.features) {
    try {
      teller.parts.afterUnkept?.(guildContext(services, teller.contract, guild), { ...unkept, feature })
    } catch (err) {
      const named = { feature: contract?.name, guildId: guild.id, by: teller.contract.name }
      services.log.error({ err, ...named }, 'a broken promise could not be reported')
    }
  }
}

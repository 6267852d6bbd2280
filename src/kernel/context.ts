import type { Guild } from 'discord.js'
import type { Contract } from '#contract'
import type { Context, Services } from './feature.ts'

/** A handler's view of one guild: the services with the feature's settings there as they are now. */
export function guildContext<C extends Contract>(services: Services, contract: C, guild: Guild): Context<C> {
  return {
    ...services,
    guild,
    own: services.settings.read(guild.id, contract),
    save: (patch, author) => services.settings.write(guild.id, contract, patch, author),
  }
}

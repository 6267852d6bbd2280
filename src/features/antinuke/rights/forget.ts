import type { Services } from '#kernel/feature.ts'
import antinuke from '../contract.ts'

/** Takes somebody who asked to be forgotten off every list, in one server or in all. */
export function removeFromLists(services: Services, userId: string, guildId: string | undefined): void {
  const { settings, client } = services
  for (const id of guildId === undefined ? client.guilds.cache.keys() : [guildId]) {
    const { extraOwners, whitelist, allowances } = settings.read(id, antinuke)
    const left = {
      extraOwners: extraOwners.filter(one => one !== userId),
      whitelist: whitelist.filter(one => one !== userId),
      allowances: allowances.filter(one => one.id !== userId),
    }
    settings.write(id, antinuke, left, { userId: null, via: 'forgotten' })
  }
}

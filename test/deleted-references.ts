import { ChannelType } from 'discord-api-types/v10'
import type { z } from 'zod'
import { features } from '#features/index.ts'
import type { Harness } from './harness.ts'
import { naming, standIns } from './named-things.ts'
import { until } from './until.ts'

/** The name of everything that is deleted. */
export const deletedName = 'short-lived'

/** Every setting that takes a channel, a category or a role, with a value that names one, also in lists and rules. */
export const settingsWithReferences = features.flatMap(({ contract }) =>
  Object.entries(contract.settings.shape).flatMap(([key, schema]) => {
    const value = naming(schema as z.ZodType)
    return value === undefined ? [] : [{ contract, key, value }]
  }),
)

/**
 * Makes a channel, a category and a role, has every setting that takes one name it, and deletes them in Discord.
 * @returns their ids
 */
export async function deleteReferenced(harness: Harness): Promise<string[]> {
  const { settings, client } = harness.product.services
  const owner = harness.as('owner')
  const make = async (what: 'channels' | 'roles', more = {}) =>
    (await owner.rest<{ id: string }>('POST', `/guilds/${harness.guildId}/${what}`, { name: deletedName, ...more })).id
  const [channel, role] = [await make('channels'), await make('roles')]
  const category = await make('channels', { type: ChannelType.GuildCategory })
  const guild = client.guilds.cache.get(harness.guildId)
  const known = () => [
    guild?.channels.cache.has(channel),
    guild?.channels.cache.has(category),
    guild?.roles.cache.has(role),
  ]
  await until('all to be known', () => known().every(Boolean))
  for (const { contract, key, value } of settingsWithReferences) {
    const named = JSON.stringify(value)
      .replaceAll(standIns.channel, channel)
      .replaceAll(standIns.category, category)
      .replaceAll(standIns.role, role)
    const patch = { [key]: JSON.parse(named) as unknown }
    const written = settings.write(harness.guildId, contract, patch, { userId: null, via: 'test' })
    if (![channel, category, role].some(id => JSON.stringify(written).includes(id)))
      throw new Error(`${contract.name}.${key} names nothing`)
  }
  for (const id of [channel, category]) await owner.rest('DELETE', `/channels/${id}`)
  await owner.rest('DELETE', `/guilds/${harness.guildId}/roles/${role}`)
  await until('all to be gone', () => !known().some(Boolean))
  return [channel, category, role]
}

import { and, eq, like, sql } from 'drizzle-orm'
import type { Services } from '#kernel/feature.ts'
import antinuke from '../contract.ts'
import { antinukeAlarms, antinukeRequests } from '../tamper/table.ts'

/** Removes somebody's name from alarms, and deletes waiting requests about them. */
function unname({ db }: Services, userId: string, guildId: string | undefined): void {
  const here = (column: typeof antinukeAlarms.guildId | typeof antinukeRequests.guildId) =>
    guildId === undefined ? undefined : eq(column, guildId)
  const { sentences } = antinukeAlarms
  db.update(antinukeAlarms)
    .set({ sentences: sql`replace(${sentences}, ${`<@${userId}>`}, 'somebody')` })
    .where(and(here(antinukeAlarms.guildId), like(sentences, `%${userId}%`)))
    .run()
  // A request to change a list with them on it would have to be made again.
  db.delete(antinukeRequests)
    .where(and(here(antinukeRequests.guildId), like(antinukeRequests.changes, `%${userId}%`)))
    .run()
}

/** Takes somebody who asked to be forgotten off every list, in one server or in all. */
export function removeFromLists(services: Services, userId: string, guildId: string | undefined): void {
  const { settings, client } = services
  unname(services, userId, guildId)
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

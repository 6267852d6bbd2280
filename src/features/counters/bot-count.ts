import type { Guild } from 'discord.js'
import { job, type Services } from '#kernel/feature.ts'
import { refreshGuild } from './rename.ts'
import { everyRow, guildsWithBots, putBots } from './rows.ts'

const day = 24 * 60 * 60_000
/** Discord's maximum per request. */
const page = 1000

/** Reads the member list page by page and keeps none of it. */
async function countBots(guild: Guild): Promise<number> {
  let bots = 0
  let after = '0'
  for (;;) {
    const members = await guild.members.list({ limit: page, after, cache: false })
    bots += members.filter(({ user }) => user.bot).size
    if (members.size < page) return bots
    after = [...members.keys()].reduce((last, id) => (BigInt(id) > BigInt(last) ? id : last))
  }
}

export const scheduleCount = ({ scheduler, now }: Services, guildId: string) =>
  scheduler.at(count, { at: now(), key: guildId, guildId })

/** Counts a guild's bots, then updates the counters that show them. Between counts, joins and leaves are added up. */
export const count = job({
  promise: () => 'count the bots for the counters',
  async run(services, _payload, { guildId }) {
    const guild = guildId === null ? undefined : services.client.guilds.cache.get(guildId)
    if (!guild) return
    putBots(services.db, guild.id, await countBots(guild))
    refreshGuild(services, guild.id)
  },
})

/** Recounts everything after a start and once a day. */
export const recount = job({
  run(services) {
    const here = services.client.guilds.cache
    for (const guildId of guildsWithBots(services.db)) if (here.has(guildId)) scheduleCount(services, guildId)
    for (const guildId of new Set(everyRow(services.db).map(row => row.guildId)))
      if (here.has(guildId)) refreshGuild(services, guildId)
  },
})

export function scheduleRecounts({ scheduler, now }: Services): void {
  scheduler.at(recount, { at: now(), key: 'start' })
  scheduler.every(recount, { everyMs: day, key: 'daily' })
}

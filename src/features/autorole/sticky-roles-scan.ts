import { z } from 'zod'
import { job, type Services } from '#kernel/feature.ts'
import autorole from './contract.ts'
import { deleteStickyRoles, hasStickyRoles, recordRoles, deleteExpired } from './sticky-roles.ts'

/** Discord's maximum per request. */
const page = 1000

/** Each run reads one page, so a restart continues where it stopped. */
function scheduleScan({ scheduler, now }: Services, guildId: string, after = '0'): void {
  scheduler.at(scanMembers, { at: now(), key: guildId, guildId, payload: { after } })
}

const isSticky = ({ settings }: Services, guildId: string): boolean => {
  const { enabled, stickyRoles } = settings.read(guildId, autorole)
  return enabled && stickyRoles
}

/**
 * Records everybody's roles once sticky roles are switched on in a server, and deletes them when they are switched off.
 */
export function applySettings(services: Services, guildId: string): void {
  if (!isSticky(services, guildId)) deleteStickyRoles(services.db, guildId)
  else if (!hasStickyRoles(services.db, guildId)) scheduleScan(services, guildId)
}

const day = 24 * 60 * 60_000

/** Schedules both jobs. */
export function scheduleUpkeep({ scheduler }: Services): void {
  scheduler.every(upkeep, { everyMs: day, key: 'daily' })
  scheduler.every(forgetExpired, { everyMs: day, key: 'daily' })
}

/** Once a day: deletes the roles of members who left long ago. */
export const forgetExpired = job({ deletesOld: true, run: deleteExpired })

/** Once a day: records what changed while the bot was offline. */
export const upkeep = job({
  run(services) {
    for (const guildId of services.client.guilds.cache.keys())
      if (isSticky(services, guildId)) scheduleScan(services, guildId)
  },
})

const cursor = z.object({ after: z.string() })

export const scanMembers = job({
  payload: cursor,
  promise: () => 'note everybody’s roles, to give them back when they return',
  async run(services, { after }, { guildId }) {
    const guild = guildId === null ? undefined : services.client.guilds.cache.get(guildId)
    if (!guild || !isSticky(services, guild.id)) return
    const members = await guild.members.list({ limit: page, after, cache: false })
    services.db.transaction(() => {
      for (const member of members.values()) if (!member.user.bot) recordRoles(services.db, member)
    })
    const last = [...members.keys()].toSorted((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1)).at(-1)
    if (members.size === page) scheduleScan(services, guild.id, last)
  },
})

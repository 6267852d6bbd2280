import { job, type Services } from '#kernel/feature.ts'
import antinuke from '../contract.ts'

/** What the history calls the end of an entry. */
const timeIsUp = 'time is up'

/** Removes people from the whitelist whose time is up; their entries have had no effect since then. */
function removeExpired(services: Services, guildId: string): void {
  const { settings, now } = services
  const { whitelist, allowances } = settings.read(guildId, antinuke)
  const over = new Set(
    allowances.flatMap(({ id, expiresAt }) => (expiresAt !== null && expiresAt <= now() ? [id] : [])),
  )
  if (over.size === 0) return
  const left = {
    whitelist: whitelist.filter(id => !over.has(id)),
    allowances: allowances.filter(({ id }) => !over.has(id)),
  }
  settings.write(guildId, antinuke, left, { userId: null, via: timeIsUp })
}

export const expireWhitelist = job({
  promise: 'housekeeping',
  run(services, _payload, { guildId }) {
    if (guildId === null) return
    removeExpired(services, guildId)
    scheduleNext(services, guildId)
  },
})

/** Schedules the removal of the next entry that ends. */
function scheduleNext({ settings, scheduler }: Services, guildId: string): void {
  const ends = settings.read(guildId, antinuke).allowances.flatMap(({ expiresAt }) => expiresAt ?? [])
  if (ends.length === 0) scheduler.cancel(expireWhitelist, guildId)
  else scheduler.at(expireWhitelist, { at: Math.min(...ends), guildId, key: guildId })
}

/** Keeps each server's timer in step with its whitelist. */
export function watchExpiry(services: Services): void {
  services.settings.onChange(({ guildId, feature, keys }) => {
    if (feature === antinuke.name && keys.includes('allowances')) scheduleNext(services, guildId)
  })
}

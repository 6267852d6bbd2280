import { eq } from 'drizzle-orm'
import type { Services } from '../feature.ts'
import { guilds, sessions } from './table.ts'

/** Erases all that is stored about a guild, in every feature and in the kernel, or nothing when one of them fails. */
export function forgetGuild(services: Services, guildId: string): void {
  services.db.transaction(() => {
    for (const { parts } of services.features) parts.forgetGuild?.(services, guildId)
    services.settings.forgetGuild(guildId)
    services.scheduler.forgetGuild(guildId)
    services.db.delete(guilds).where(eq(guilds.guildId, guildId)).run()
  })
}

/**
 * Erases all that is stored about a user, in one guild or, without `guildId`, everywhere and with their sessions.
 * Changes they made to settings stay in the history without their name.
 */
export function forgetUser(services: Services, userId: string, guildId?: string): void {
  services.db.transaction(() => {
    for (const { parts } of services.features) parts.forgetUser?.(services, userId, guildId)
    services.settings.forgetUser(userId, guildId)
    if (guildId === undefined) services.db.delete(sessions).where(eq(sessions.userId, userId)).run()
  })
}

/** All that is stored about a guild, as JSON values. */
export function exportGuild(services: Services, guildId: string) {
  return services.db.transaction(() => ({
    settings: Object.fromEntries(
      services.features
        .filter(({ contract }) => Object.keys(contract.settings.shape).length > 0)
        .map(({ contract }) => [contract.name, services.settings.read(guildId, contract) as unknown]),
    ),
    history: services.settings.history(guildId, { limit: 10_000 }),
    features: Object.fromEntries(
      services.features.flatMap(({ contract, parts }) => {
        const stored = parts.exportGuild?.(services, guildId)
        return stored ? [[contract.name, stored]] : []
      }),
    ),
  }))
}

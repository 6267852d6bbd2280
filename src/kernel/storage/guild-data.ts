import type { Services } from '../feature.ts'
import { eraseGuildRows, forgetUserRows, guildRows, type StoredTable } from './stored-table.ts'
import { kernelTables } from './table.ts'

/** Every declared table, the kernel's own too, so that what is erased last is what the others are found by. */
export const declaredTables = ({ features }: Pick<Services, 'features'>): StoredTable[] => [
  ...features.flatMap(({ parts }) => Object.values(parts.tables ?? {})),
  ...Object.values(kernelTables),
]

/** Erases all that is stored about a guild, in every feature and in the kernel, or nothing when one of them fails. */
export function forgetGuild(services: Services, guildId: string): void {
  services.db.transaction(() => {
    for (const { parts } of services.features) parts.forgetGuild?.(services, guildId)
    for (const stored of declaredTables(services)) eraseGuildRows(services.db, stored, guildId)
  })
  services.settings.forgetGuild(guildId)
  // What is left by a process that ends here is swept at the next start.
  services.files.forgetGuild(guildId).catch((err: unknown) => services.log.error({ err, guildId }, 'files not erased'))
  services.memory.forgetGuild(guildId)
}

/**
 * Erases all that is stored about a user, in one guild or, without `guildId`, everywhere and with their sessions.
 * Changes they made to settings stay in the history without their name.
 */
export function forgetUser(services: Services, userId: string, guildId?: string): void {
  services.db.transaction(() => {
    for (const { parts } of services.features) parts.forgetUser?.(services, userId, guildId)
    for (const stored of declaredTables(services)) forgetUserRows(services.db, stored, userId, guildId)
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
    files: guildRows(services.db, kernelTables.files, guildId),
    history: services.settings.history(guildId, { limit: 10_000 }),
    features: Object.fromEntries(
      services.features.flatMap(({ contract, parts }) => {
        const more = parts.exportGuild?.(services, guildId)
        const tables = Object.entries(parts.tables ?? {}).filter(([, { exported }]) => exported)
        if (tables.length === 0 && !more) return []
        const rows = tables.map(([name, stored]) => [name, guildRows(services.db, stored, guildId)])
        return [[contract.name, { ...(Object.fromEntries(rows) as object), ...more }]]
      }),
    ),
  }))
}

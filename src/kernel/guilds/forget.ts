import type { Services } from '../feature.ts'
import { forgetInHistory } from '../settings/forget-in-history.ts'
import { eraseGuildRows, forgetUserRows, type StoredTable } from '../storage/stored-table.ts'
import { kernelTables } from '../storage/table.ts'

/** Every declared table. The kernel's own come last, because the others are found by them. */
export const declaredTables = ({ features }: Pick<Services, 'features'>): StoredTable[] => [
  ...features.flatMap(({ parts }) => Object.values(parts.tables ?? {})),
  ...Object.values(kernelTables),
]

/**
 * Erases everything that is stored about a guild, in every feature and in the kernel, or nothing when one of them
 * fails.
 */
export function forgetGuild(services: Services, guildId: string): void {
  services.db.transaction(() => {
    for (const { parts } of services.features) parts.forgetGuild?.(services, guildId)
    for (const stored of declaredTables(services)) eraseGuildRows(services.db, stored, guildId)
  })
  services.settings.forgetGuild(guildId)
  // If the process ends here, the next start sweeps the remaining files.
  services.background(services.files.forgetGuild(guildId), { text: 'files not erased', guildId })
  services.memory.forgetGuild(guildId)
}

/**
 * Erases everything that is stored about a user, in one guild or, without `guildId`, everywhere including their
 * sessions. Changes that they made to settings stay in the history without their name, and so do changes whose values
 * contained them.
 */
export function forgetUser(services: Services, userId: string, guildId?: string): void {
  services.db.transaction(() => {
    for (const { parts } of services.features) parts.forgetUser?.(services, userId, guildId)
    for (const stored of declaredTables(services)) forgetUserRows(services.db, stored, userId, guildId)
    // Last, because what features forget is recorded there, too.
    forgetInHistory(services.db, userId, guildId)
  })
}

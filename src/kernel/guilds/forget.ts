import type { Services } from '../feature.ts'
import { forgetInHistory } from '../settings/forget-in-history.ts'
import { eraseGuildRows, forgetUserRows, type StoredTable } from '../storage/stored-table.ts'
import { kernelTables } from '../storage/table.ts'

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
  services.background(services.files.forgetGuild(guildId), { text: 'files not erased', guildId })
  services.memory.forgetGuild(guildId)
}

/**
 * Erases all that is stored about a user, in one guild or, without `guildId`, everywhere and with their sessions.
 * Changes they made to settings stay in the history without their name, and so do those that named them.
 */
export function forgetUser(services: Services, userId: string, guildId?: string): void {
  services.db.transaction(() => {
    for (const { parts } of services.features) parts.forgetUser?.(services, userId, guildId)
    for (const stored of declaredTables(services)) forgetUserRows(services.db, stored, userId, guildId)
    // Last, since what features forget is noted there too.
    forgetInHistory(services.db, userId, guildId)
  })
}

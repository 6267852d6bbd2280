import type { Author, Services } from '../feature.ts'
import { renameInRows } from '../storage/stored-table.ts'
import { declaredTables } from './forget.ts'
import { cancelGone } from './gone.ts'

/**
 * Names something of a server by its new id wherever the old one stands: in every feature's settings, texts included, each
 * with an entry in the history, and in every declared table. In one transaction; call it in that of noting the new id.
 */
export function renameId(
  services: Pick<Services, 'db' | 'settings' | 'features' | 'scheduler' | 'memory' | 'now'>,
  guildId: string,
  id: { from: string; to: string },
  author: Author,
): void {
  services.db.transaction(() => {
    cancelGone(services, guildId, id.from)
    services.settings.renameId(guildId, id, author)
    for (const stored of declaredTables(services)) renameInRows(services.db, stored, guildId, id)
    for (const { parts } of services.features) parts.renamed?.(services, guildId, id)
  })
}

import { type Author, processState, type Services } from '../feature.ts'
import { preparedRenames, renameInRows } from '../storage/stored-table.ts'
import { declaredTables } from './forget.ts'
import { keepReferences } from './deleted-references.ts'

/**
 * The tables with references and the features with `renamed`, collected once: restoring a server replaces hundreds of
 * ids.
 */
const followers = processState((services: Pick<Services, 'features'>) => ({
  tables: declaredTables(services).filter(({ references }) => references.length > 0),
  features: services.features.flatMap(({ parts: { renamed } }) => renamed ?? []),
}))

/**
 * Replaces the id of something in a server that was recreated: in every feature's settings, texts included, with
 * entries in the history, and in every declared table. Runs in one transaction; call it in the one that records the new
 * id.
 */
export function renameId(
  services: Pick<Services, 'db' | 'settings' | 'features' | 'scheduler' | 'memory' | 'now'>,
  guildId: string,
  id: { from: string; to: string },
  author: Author,
): void {
  services.db.transaction(() => {
    keepReferences(services, guildId, id.from)
    services.settings.renameId(guildId, id, author)
    const { tables, features } = followers(services)
    renameInRows(services.db, tables, guildId, id)
    for (const follow of features) follow(services, guildId, id)
  })
}

/** Prepares the statements of {@link renameId}, so that the first thing that is recreated does not wait for it. */
export function prepareRenames(services: Pick<Services, 'db' | 'features' | 'memory'>): void {
  preparedRenames(services.db, followers(services).tables)
}

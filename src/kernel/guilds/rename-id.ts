import { type Author, processState, type Services } from '../feature.ts'
import { preparedRenames, renameInRows } from '../storage/stored-table.ts'
import { declaredTables } from './forget.ts'
import { cancelGone } from './gone.ts'

/** Those with columns that may name something, and features that follow: a restored server renames hundreds of things. */
const followers = processState((services: Pick<Services, 'features'>) => ({
  tables: declaredTables(services).filter(({ references }) => references.length > 0),
  features: services.features.flatMap(({ parts: { renamed } }) => renamed ?? []),
}))

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
    const { tables, features } = followers(services)
    renameInRows(services.db, tables, guildId, id)
    for (const follow of features) follow(services, guildId, id)
  })
}

/** Prepares what {@link renameId} asks of the database, so that the first thing that is made anew does not wait for it. */
export function prepareRenames(services: Pick<Services, 'db' | 'features' | 'memory'>): void {
  preparedRenames(services.db, followers(services).tables)
}

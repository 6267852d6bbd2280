import { and, desc, eq, getTableColumns, inArray, notInArray, notLike, type SQL, sql } from 'drizzle-orm'
import type { Services } from '../feature.ts'
import { task } from '../workers/task.ts'
import type exportRows from './export-rows.task.ts'
import type { RowsQuery } from './export-rows.task.ts'
import type { StoredTable } from '../storage/stored-table.ts'
import { files, kernelTables, settingsHistory } from '../storage/table.ts'

const read = task<typeof exportRows>('kernel/guilds/export-rows', {
  place: 'thread',
  deadlineMs: 60_000,
  mostWaiting: 2,
})

const mostRevisions = 10_000

/** What is exported, and the channels that the recipient sees; all channels if `seen` is undefined. */
interface Scope {
  guildId: string
  /** Features that the recipient may not view. */
  withheld: readonly string[]
  seen: readonly string[] | undefined
}

/** The query for a guild's rows of a table, with each column under its name in the source code. */
function rowsQuery(
  { db }: Services,
  { table, guild, ofChannels }: StoredTable,
  { guildId, seen }: Scope,
  path: string[],
  only?: SQL,
): RowsQuery[] {
  if (!guild) return []
  const stored = getTableColumns(table)
  const withheld = ofChannels.flatMap(({ channel, names }) =>
    names.map(
      name =>
        [name, sql`iif(${channel} IS NULL OR ${inArray(channel, [...(seen ?? [])])}, ${stored[name]}, null)`] as const,
    ),
  )
  const selection = { ...stored, ...(seen && Object.fromEntries(withheld)) }
  const query = db
    .select(selection)
    .from(table)
    .where(and(eq(guild, guildId), only))
    .toSQL()
  const columns = Object.entries(stored).map(([name, { dataType }]) => ({
    name,
    holds: dataType === 'json' || dataType === 'boolean' ? dataType : ('value' as const),
  }))
  return [{ path, ...query, columns }]
}

function historyQuery({ db }: Services, { guildId, withheld }: Scope): RowsQuery {
  const { id, feature, at, userId, via, changes } = settingsHistory
  const author = sql`json_object('userId', ${userId}, 'via', ${via})`
  const query = db
    .select({ id, feature, at, author, changes })
    .from(settingsHistory)
    .where(and(eq(settingsHistory.guildId, guildId), notInArray(feature, [...withheld])))
    .orderBy(desc(id))
    .toSQL()
  const columns = [
    ...['id', 'feature', 'at'].map(name => ({ name, holds: 'value' as const })),
    ...['author', 'changes'].map(name => ({ name, holds: 'json' as const })),
  ]
  return { path: ['history'], ...query, columns, mostRows: mostRevisions }
}

/** Kinds of files begin with their feature's name. */
const ofOthers = (feature: string): SQL => notLike(files.kind, `${feature}.%`)

const asJson = (values: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, JSON.stringify(value)]))

/**
 * Exports everything that is stored about a guild as one JSON object, read outside of the event loop. Of the history
 * only the newest entries are exported, and of every table only as much as memory allows; `cut` lists what is
 * incomplete.
 * @param about the first entries of the object
 * @param seen the channels that the recipient sees, if not all: what belongs to other or deleted channels is left out
 * @param withheld features that the recipient may not view, which are left out
 * @throws UserError when too many exports of the guild wait
 */
export function exportGuild(
  services: Services,
  guildId: string,
  about: Record<string, unknown>,
  { seen, withheld = [] }: { seen?: readonly string[] | undefined; withheld?: readonly string[] } = {},
): Promise<Uint8Array> {
  const scope = { guildId, seen, withheld }
  const features = services.features.filter(({ contract }) => !withheld.includes(contract.name))
  const { settings, workers, db } = services
  const settingsNow = features
    .filter(({ contract }) => Object.keys(contract.settings.shape).length > 0)
    .map(({ contract }) => [contract.name, settings.read(guildId, contract) as unknown])
  const inMemory = features.flatMap(({ contract, parts }) => {
    const more = parts.exportGuild?.(services, guildId)
    return more ? [[contract.name, asJson(more)] as const] : []
  })
  const queries = features.flatMap(({ contract, parts }) =>
    Object.entries(parts.tables ?? {}).flatMap(([name, stored]) =>
      stored.exported ? rowsQuery(services, stored, scope, ['features', contract.name, name]) : [],
    ),
  )
  const order = {
    database: db.$client.name,
    rest: {
      ...asJson({ ...about, settings: Object.fromEntries(settingsNow) as unknown }),
      features: Object.fromEntries(inMemory),
    },
    queries: [
      ...rowsQuery(services, kernelTables.files, scope, ['files'], and(...withheld.map(ofOthers))),
      historyQuery(services, scope),
      ...queries,
    ],
  }
  return workers.run(read, order, guildId)
}

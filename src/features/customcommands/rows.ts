import { and, asc, count, eq, sql } from 'drizzle-orm'
import { processState, type Services } from '#kernel/feature.ts'
import { readDesign } from '#kit/design.ts'
import { emptyMessage } from '#kit/message/contract.ts'
import { type CommandDesign, commandDesign } from './design/contract.ts'
import { customCommands as commands } from './table.ts'

type Row = typeof commands.$inferSelect
type Db = Pick<Services, 'db'>
type Kept = Pick<Services, 'db' | 'memory'>

/** A stored command, its design read by the schema: fields that are new get their default. */
export type StoredCommand = Omit<Row, 'design'> & { design: CommandDesign }

const stored = (row: Row): StoredCommand => ({
  ...row,
  design: readDesign(commandDesign, row.design, { name: row.name, answers: [emptyMessage] }),
})
const one = (guildId: string, id: string) => and(eq(commands.guildId, guildId), eq(commands.id, id))

/** The commands of a guild, by name. */
export const commandsOf = ({ db }: Db, guildId: string): StoredCommand[] =>
  db.select().from(commands).where(eq(commands.guildId, guildId)).orderBy(asc(commands.name)).all().map(stored)

export const countCommands = ({ db }: Db, guildId: string): number =>
  db.select({ all: count() }).from(commands).where(eq(commands.guildId, guildId)).get()?.all ?? 0

export function commandOf({ db }: Db, guildId: string, id: string): StoredCommand | undefined {
  const row = db.select().from(commands).where(one(guildId, id)).get()
  return row && stored(row)
}

/** Prepared queries, used for everything typed after the prefix that is not a built-in command. */
const prepared = processState(({ db }: Db) => {
  const { placeholder } = sql
  const inGuild = eq(commands.guildId, placeholder('guildId'))
  const named = and(inGuild, eq(commands.name, placeholder('name')))
  return {
    named: db.select().from(commands).where(named).prepare(),
    isOn: db.select({ on: commands.on }).from(commands).where(named).prepare(),
    names: db
      .select({ name: commands.name })
      .from(commands)
      .where(and(inGuild, eq(commands.on, true)))
      .orderBy(asc(commands.name))
      .prepare(),
    count: db
      .update(commands)
      .set({ uses: sql`${commands.uses} + 1`, usedAt: sql`${placeholder('at')}` })
      .where(and(inGuild, eq(commands.id, placeholder('id'))))
      .prepare(),
  }
})

/** Finds a command by its name, in any case. */
export function commandNamed(services: Kept, guildId: string, name: string): StoredCommand | undefined {
  const row = prepared(services).named.get({ guildId, name: name.toLowerCase() })
  return row && stored(row)
}

export const isCommand = (services: Kept, guildId: string, name: string): boolean =>
  prepared(services).isOn.get({ guildId, name: name.toLowerCase() })?.on === true

/** The names of the commands that are on. */
export const namesOf = (services: Kept, guildId: string): string[] =>
  prepared(services)
    .names.all({ guildId })
    .map(({ name }) => name)

export const countUse = (services: Kept, guildId: string, id: string, at: number): void =>
  void prepared(services).count.run({ guildId, id, at })

const columnsOf = (design: CommandDesign) => ({ design, name: design.name, on: design.on })

export const insertCommand = (
  { db }: Db,
  { design, ...row }: Omit<typeof commands.$inferInsert, 'design' | 'name' | 'on'> & { design: CommandDesign },
): StoredCommand =>
  stored(
    db
      .insert(commands)
      .values({ ...row, ...columnsOf(design) })
      .returning()
      .get(),
  )

/** @returns undefined if it has been deleted in the meantime */
export function changeCommand(
  { db }: Db,
  { guildId, id }: Pick<Row, 'guildId' | 'id'>,
  { design, ...change }: { design: CommandDesign } & Pick<Row, 'revision' | 'savedAt' | 'savedById' | 'savedByName'>,
): StoredCommand | undefined {
  const row = db
    .update(commands)
    .set({ ...change, ...columnsOf(design) })
    .where(one(guildId, id))
    .returning()
    .get()
  return row && stored(row)
}

export const removeCommand = ({ db }: Db, guildId: string, id: string): void =>
  void db.delete(commands).where(one(guildId, id)).run()

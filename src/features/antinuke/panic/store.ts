import { and, desc, eq } from 'drizzle-orm'
import { z } from 'zod'
import { type SavedOverwrite, savedOverwrites, toStored } from '#features/moderation/public.ts'
import type { Services } from '#kernel/feature.ts'
import { antinukePanic as rows } from './table.ts'

type Store = Pick<Services, 'db'>
export type PanicRow = typeof rows.$inferSelect
export type PanicKind = PanicRow['kind']

const moment = z.number().nullable()
/** Until when invites and direct messages were paused before (Unix ms), and until when panic pauses them. */
const savedPause = z.object({ invites: moment, dms: moment, until: z.number() })
export type SavedPause = z.output<typeof savedPause>
/** The permissions that were taken. */
const savedRole = z.object({ taken: z.string().transform(text => BigInt(text)) })

const at = (guildId: string, kind: PanicKind, objectId: string) =>
  and(eq(rows.guildId, guildId), eq(rows.kind, kind), eq(rows.objectId, objectId))

/** Everything that has to be set back, the last kind first: what people need most is opened first. */
export const panicRows = ({ db }: Store, guildId: string): PanicRow[] =>
  db.select().from(rows).where(eq(rows.guildId, guildId)).orderBy(rows.kind, desc(rows.objectId)).all()

export const panicRow = ({ db }: Store, guildId: string, kind: PanicKind, objectId: string): PanicRow | undefined =>
  db
    .select()
    .from(rows)
    .where(at(guildId, kind, objectId))
    .get()

/** Stores what is about to be changed. A row that was stored before a crash stays as it is. */
function write({ db }: Store, row: Pick<PanicRow, 'guildId' | 'kind' | 'objectId' | 'saved'>): void {
  db.insert(rows).values(row).onConflictDoNothing().run()
}

export const writeChannel = (store: Store, guildId: string, objectId: string, saved: readonly SavedOverwrite[]) =>
  write(store, { guildId, kind: 'channel', objectId, saved: toStored(saved) })
export const writeRole = (store: Store, guildId: string, objectId: string, taken: bigint) =>
  write(store, { guildId, kind: 'role', objectId, saved: { taken: String(taken) } })
export const writePause = (store: Store, guildId: string, saved: SavedPause) =>
  write(store, { guildId, kind: 'pause', objectId: guildId, saved })

export const savedOfChannel = ({ saved }: PanicRow): SavedOverwrite[] => savedOverwrites.parse(saved)
export const savedOfRole = ({ saved }: PanicRow): bigint => savedRole.parse(saved).taken
export const savedOfPause = ({ saved }: PanicRow): SavedPause => savedPause.parse(saved)

export const movePause = ({ db }: Store, guildId: string, saved: SavedPause): void =>
  void db
    .update(rows)
    .set({ saved })
    .where(at(guildId, 'pause', guildId))
    .run()

export const noteProblem = ({ db }: Store, { guildId, kind, objectId }: PanicRow, problem: string): void =>
  void db
    .update(rows)
    .set({ problem })
    .where(at(guildId, kind, objectId))
    .run()

export const forgetRow = ({ db }: Store, { guildId, kind, objectId }: PanicRow): void =>
  void db
    .delete(rows)
    .where(at(guildId, kind, objectId))
    .run()

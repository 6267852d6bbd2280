import { and, eq, sql } from 'drizzle-orm'
import { processState, state, type Services } from '#kernel/feature.ts'
import { journalNotes as notes } from './table.ts'

/**
 * Notes about a server. `structure`, `webhooks`, `newcomers`, `rules`, `invites` and `members` say that a part was read
 * as a whole at least once, so that anything new from then on is a change; `members` has the cursor of the first time
 * in `value`. `gap` has the cursor of the moment after which something may have been missed. `audit` has the id of the
 * last entry of the audit log that was seen. `masked` has the channels that the bot cannot view, as JSON.
 */
export type NoteName =
  | 'structure'
  | 'webhooks'
  | 'newcomers'
  | 'rules'
  | 'invites'
  | 'members'
  | 'gap'
  | 'audit'
  | 'masked'

interface Note {
  /** Unix ms. */
  at: number
  value: string | null
}

type Noting = Pick<Services, 'db' | 'now' | 'memory'>

/** Kept in memory, as they are needed at every event. */
const known = state(() => new Map<NoteName, Note | undefined>())

const statements = processState(({ db }: Pick<Services, 'db'>) => {
  const { placeholder } = sql
  return {
    read: db
      .select({ at: notes.at, value: notes.value })
      .from(notes)
      .where(and(eq(notes.guildId, placeholder('guildId')), eq(notes.name, placeholder('name'))))
      .prepare(),
    write: db
      .insert(notes)
      .values({
        guildId: placeholder('guildId'),
        name: placeholder('name'),
        at: placeholder('at'),
        value: placeholder('value'),
      })
      .onConflictDoUpdate({
        target: [notes.guildId, notes.name],
        set: { at: sql`excluded.at`, value: sql`excluded.value` },
      })
      .prepare(),
  }
})

export function noteOf(services: Noting, guildId: string, name: NoteName): Note | undefined {
  const own = known(services, guildId)
  if (!own.has(name)) own.set(name, statements(services).read.get({ guildId, name }))
  return own.get(name)
}

export function putNote(services: Noting, guildId: string, name: NoteName, value: string | null = null): void {
  const at = services.now()
  statements(services).write.run({ guildId, name, at, value })
  known(services, guildId).set(name, { at, value })
}

export function dropNote(services: Noting, guildId: string, name: NoteName): void {
  services.db
    .delete(notes)
    .where(and(eq(notes.guildId, guildId), eq(notes.name, name)))
    .run()
  known(services, guildId).delete(name)
}

/** Drops all notes: nothing of the server is known completely any more, and the next reading counts as a first one. */
export function dropNotes(services: Noting, guildId: string): void {
  services.db.delete(notes).where(eq(notes.guildId, guildId)).run()
  known(services, guildId).clear()
}

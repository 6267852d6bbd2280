import { hash } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { processState, type Services } from '#kernel/feature.ts'
import { objectKinds, type ObjectKind } from './objects.ts'
import { journalNotes as notes } from './table.ts'

/*
 * Whether a server is sent exactly as it was the last time, and nothing of it was recorded since: then it need not be
 * compared, which is so for most servers at most starts. The note `sent` has a digest of each kind, as JSON; the first
 * row in the journal about a kind removes its digest.
 */

type Raw = Readonly<Record<string, unknown>>
type Storing = Pick<Services, 'db' | 'memory' | 'now'>

/** The fields of a server with its objects; the server itself is one more object. */
const sentLists = {
  role: 'roles',
  channel: 'channels',
  emoji: 'emojis',
  sticker: 'stickers',
  sound: 'soundboard_sounds',
  event: 'guild_scheduled_events',
} as const satisfies { readonly [K in ObjectKind]?: string }
export type SentKind = keyof typeof sentLists | 'guild'

/** The fields that the journal reads of each kind: those it keeps, and those it makes them from. */
const read: Readonly<Record<SentKind, readonly string[]>> = {
  role: ['id', 'color', ...Object.keys(objectKinds.role.fields)],
  channel: ['id', ...Object.keys(objectKinds.channel.fields)],
  emoji: ['id', ...Object.keys(objectKinds.emoji.fields)],
  sticker: ['id', ...Object.keys(objectKinds.sticker.fields)],
  sound: ['sound_id', ...Object.keys(objectKinds.sound.fields)],
  event: ['id', ...Object.keys(objectKinds.event.fields)],
  guild: ['id', ...Object.keys(objectKinds.guild.fields)],
}
const sentKinds = Object.keys(read) as SentKind[]

const objectsIn = (kind: SentKind, whole: Raw): readonly Raw[] | undefined => {
  if (kind === 'guild') return [whole]
  const list = whole[sentLists[kind]]
  return Array.isArray(list) ? list : undefined
}

/** A digest of each kind that was sent. */
export type Digests = { readonly [K in SentKind]?: string | undefined }

export const kindsIn = (sent: Digests): SentKind[] => sentKinds.filter(kind => sent[kind] !== undefined)

/** Computes the digests of a server. @param whole a server as GUILD_CREATE has it */
export function digestsOf(whole: Raw): Digests {
  const digests: { [K in SentKind]?: string } = {}
  for (const kind of sentKinds) {
    const objects = objectsIn(kind, whole)
    if (!objects) continue
    const values: unknown[] = []
    for (const object of objects) for (const field of read[kind]) values.push(object[field])
    digests[kind] = values.length === 0 ? '' : hash('sha256', JSON.stringify(values), 'base64')
  }
  return digests
}

/** The part of a list that the journal reads, in compact form. */
export function compact(kind: SentKind, whole: Raw): string {
  const objects = objectsIn(kind, whole) ?? []
  return JSON.stringify(
    objects.map(object => Object.fromEntries(read[kind].map(field => [field, object[field]] as const))),
  )
}

const statements = processState(({ db }: Pick<Services, 'db'>) => {
  const own = and(eq(notes.guildId, sql.placeholder('guildId')), eq(notes.name, 'sent'))
  return {
    read: db.select({ value: notes.value }).from(notes).where(own).prepare(),
    write: db
      .insert(notes)
      .values({
        guildId: sql.placeholder('guildId'),
        name: 'sent',
        at: sql.placeholder('at'),
        value: sql.placeholder('value'),
      })
      .onConflictDoUpdate({
        target: [notes.guildId, notes.name],
        set: { at: sql`excluded.at`, value: sql`excluded.value` },
      })
      .prepare(),
    change: db
      .update(notes)
      .set({ value: sql`json_remove(${notes.value}, '$.' || ${sql.placeholder('kind')})` })
      .where(and(own, sql`json_type(${notes.value}, '$.' || ${sql.placeholder('kind')}) IS NOT NULL`))
      .prepare(),
  }
})

/** The kinds that are not sent as they were the last time, or that have changed since. */
export function unlikeBefore(services: Storing, guildId: string, sent: Digests): SentKind[] {
  const value = statements(services).read.get({ guildId })?.value
  // Only written below.
  const before = JSON.parse(value ?? '{}') as Digests
  const unlike = new Set(kindsIn(sent).filter(kind => sent[kind] !== before[kind]))
  // Events of channels that the bot cannot view are left out.
  if (unlike.has('channel') && sent.event !== undefined) unlike.add('event')
  return [...unlike]
}

/** Notes that all of this has been recorded. */
export const keepDigests = (services: Storing, guildId: string, sent: Digests): void =>
  void statements(services).write.run({ guildId, at: services.now(), value: JSON.stringify(sent) })

/** Notes that something of this kind was recorded: the earlier digest no longer says anything. */
export const noteChanged = (services: Storing, guildId: string, kind: ObjectKind): void => {
  if (kind === 'guild' || kind in sentLists) statements(services).change.run({ guildId, kind })
}

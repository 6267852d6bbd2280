import { type Services, state } from '#kernel/feature.ts'
import { noteOf, putNote } from './notes.ts'
import type { ObjectState, ServerState } from './objects.ts'
import { cursorAt, cursorNow, type JournalChange } from './state-at.ts'

/** The state of somebody without roles and a nickname, for whom the journal keeps no row. */
const plain: ObjectState = { roles: [], nick: null }

/** People whose rows were dropped because they asked to be forgotten: without a row, they may hold anything. */
const forgotten = state(() => new Set<string>())

/**
 * Notes that somebody's rows were dropped, in one server or in all; they are known again when all members have been
 * read.
 */
export function noteForgotten(services: Services, userId: string, guildId: string | undefined): void {
  for (const id of guildId === undefined ? services.client.guilds.cache.keys() : [guildId])
    forgotten(services, id).add(userId)
}

/**
 * Notes that all members were read. The first time that happened stays noted: a later reading does not make the past
 * unknown.
 */
export function noteMembersRead(services: Services, guildId: string): void {
  forgotten(services, guildId).clear()
  const since = noteOf(services, guildId, 'members')?.value
  putNote(services, guildId, 'members', since ?? String(cursorNow(services, guildId)))
}

/** Whether all members were known at a moment, so that those without a row had neither roles nor a nickname. */
function wereKnown(services: Services, guildId: string, cursor: number): boolean {
  const note = noteOf(services, guildId, 'members')
  if (!note) return false
  return cursor >= (note.value === null ? cursorAt(services, guildId, note.at) : Number(note.value))
}

/** Whether a role is the one that an app brings along, which nobody gave and nobody can take. */
const isOwnRole = (role: ObjectState | undefined, userId: string): boolean => {
  const tags = role?.['tags']
  return typeof tags === 'object' && tags !== null && 'bot_id' in tags && tags.bot_id === userId
}

/**
 * Adds the members who got their first role or nickname after a moment, as they were then: if all members were known,
 * somebody without a row had neither.
 * @param before the server at that moment
 * @param changes since then
 * @returns both, including those members
 */
export function withPlainMembers(
  services: Services,
  guildId: string,
  cursor: number,
  { before, changes }: { before: ServerState; changes: readonly JournalChange[] },
): { before: ServerState; changes: readonly JournalChange[] } {
  if (!wereKnown(services, guildId, cursor)) return { before, changes }
  const member = new Map(before.member)
  // An app that was added since then has brought its role along since then.
  const roles = new Map(before.role)
  for (const { kind, id, after } of changes) if (kind === 'role' && after) roles.set(id, after)
  const told = changes.map(change => {
    const { kind, id, after } = change
    if (kind !== 'member' || change.before !== null || after === null || forgotten(services, guildId).has(id))
      return change
    const held: unknown = after['roles']
    const own = Array.isArray(held) ? held.filter(role => isOwnRole(roles.get(String(role)), id)) : []
    const was = own.length > 0 ? { ...plain, roles: own } : plain
    if (!member.has(id)) member.set(id, was)
    return { ...change, before: was }
  })
  return { before: { ...before, member }, changes: told }
}

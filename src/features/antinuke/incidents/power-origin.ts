import { and, desc, eq, lte } from 'drizzle-orm'
import { PermissionsBitField } from 'discord.js'
import type { Services } from '#kernel/feature.ts'
import { listed, permissionName } from '#kit/permissions.ts'
import { bitsOf, danger } from '../engine/danger.ts'
import { stateFrom } from '../journal/object-state.ts'
import type { ObjectName, ObjectState } from '../journal/objects.ts'
import { cursorAt } from '../journal/state-at.ts'
import { journal } from '../journal/table.ts'
import { idsIn } from '../recovery/steps.ts'
import type { Incident } from './incidents.ts'

/** Where an attacker's power came from, as far as the journal knows. */
export interface PowerOrigin {
  /** The roles that gave it, under their names at that time, each with the permissions in words. */
  roles: { id: string; name: string | null; permissions: string }[]
  /** Who gave them the last of these roles, and when (Unix ms). */
  given: { by: string; at: number } | undefined
}

const administrator = PermissionsBitField.Flags.Administrator
/** The most changes of a member that are searched for the one that gave a role. */
const mostChanges = 50
/** The most permissions of a role that are named. */
const mostNamed = 3

/** The last rows of an object up to a moment, newest first. */
const rowsOf = (
  { db }: Pick<Services, 'db'>,
  guildId: string,
  { kind, id }: ObjectName,
  cursor: number,
  most: number,
) =>
  db
    .select()
    .from(journal)
    .where(and(eq(journal.guildId, guildId), eq(journal.kind, kind), eq(journal.objectId, id), lte(journal.id, cursor)))
    .orderBy(desc(journal.id))
    .limit(most)
    .all()

const rolesIn = (state: string | null | undefined): string[] => (state ? idsIn(stateFrom(state)['roles']) : [])

/** Administrators can do everything else anyway. */
function wordsOf(permissions: bigint): string {
  if ((permissions & administrator) !== 0n) return permissionName('Administrator')
  const names = new PermissionsBitField(permissions & danger).toArray().map(permissionName)
  return names.length > mostNamed
    ? `${names.slice(0, mostNamed).join(', ')} and ${names.length - mostNamed} more`
    : listed(names)
}

export function powerOrigin(services: Services, { guildId, startedAt }: Incident, userId: string): PowerOrigin {
  // The first action is recorded a moment after the time that Discord gives for it.
  const cursor = cursorAt(services, guildId, startedAt)
  const changes = rowsOf(services, guildId, { kind: 'member', id: userId }, cursor, mostChanges)
  const roles = rolesIn(changes[0]?.state).flatMap(id => {
    const [row] = rowsOf(services, guildId, { kind: 'role', id }, cursor, 1)
    const role: ObjectState | undefined = row?.state ? stateFrom(row.state) : undefined
    const permissions = bitsOf(role?.['permissions'])
    if ((permissions & danger) === 0n) return []
    const name = role?.['name']
    return [{ id, name: typeof name === 'string' ? name : null, permissions: wordsOf(permissions) }]
  })
  const powerful = new Set(roles.map(({ id }) => id))
  const giving = changes.find(({ state, origin }, place) => {
    const before = new Set(rolesIn(changes[place + 1]?.state))
    // A row that was merely read, or the oldest known one, does not say who gave the role.
    const isChange = origin !== 'read' && (place + 1 < changes.length || changes.length < mostChanges)
    return isChange && rolesIn(state).some(id => powerful.has(id) && !before.has(id))
  })
  return { roles, given: giving?.actorId ? { by: giving.actorId, at: giving.at } : undefined }
}

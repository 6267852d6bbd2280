import { and, eq, gt, lt, ne, or } from 'drizzle-orm'
import { PermissionFlagsBits as P } from 'discord.js'
import { job, type Services, state } from '#kernel/feature.ts'
import type { Action } from './audit-entry.ts'
import { danger, mayDo } from './danger.ts'
import { addLink, gainedPower, type PowerLink, linkedForMs, type Links, linkMember, linksByRoles } from './links.ts'
import { heldBy, type Member, type Powers } from './powers.ts'
import { antinukeLinks as rows } from './table.ts'

type Store = Pick<Services, 'db' | 'now' | 'memory'>
type To = (typeof rows.$inferSelect)['to']

/** The longest lifetime of an invite that does not last forever (ms). */
const inviteMs = 30 * 24 * 3_600_000

const linksState = state((): { links: Links | undefined; given: Map<string, number> } => ({
  links: undefined,
  given: new Map(),
}))
const emptyLinks = (): Links => ({ members: new Map(), roles: new Map(), invites: new Map() })
const mapOf = (links: Links, to: To) => links[`${to}s`]

/** Who recently passed power on; the rows are read again after a restart. */
export function linksOf(services: Store, guildId: string): Links {
  const held = linksState(services, guildId)
  if (held.links) return held.links
  const links = emptyLinks()
  const since = services.now()
  const stored = services.db
    .select()
    .from(rows)
    .where(
      and(
        eq(rows.guildId, guildId),
        or(gt(rows.at, since - linkedForMs), and(eq(rows.to, 'invite'), gt(rows.at, since - inviteMs))),
      ),
    )
    .orderBy(rows.at)
    .all()
  for (const { to, receiverId, giverId, at, bits } of stored)
    addLink(mapOf(links, to), receiverId, { by: giverId, at, bits: BigInt(bits) })
  held.links = links
  return links
}

/** Reads who passed power on again on next use if it went to a role that now has another id. */
export function dropRenamedLinks({ memory }: Pick<Store, 'memory'>, guildId: string, from: string): void {
  const held = linksState({ memory }, guildId)
  if (held.links?.roles.has(from)) held.links = undefined
}

function store({ db }: Store, guildId: string, to: To, receiverId: string, { by, at, bits }: PowerLink): void {
  const text = String(bits)
  db.insert(rows)
    .values({ guildId, to, receiverId, giverId: by, at, bits: text })
    .onConflictDoUpdate({
      target: [rows.guildId, rows.to, rows.receiverId, rows.giverId, rows.at],
      set: { bits: text },
    })
    .run()
}

function link(services: Store, guildId: string, to: To, id: string, given: PowerLink): void {
  const links = linksOf(services, guildId)
  const isNew = to === 'member' ? linkMember(links, id, given) : addLink(mapOf(links, to), id, given)
  if (isNew) store(services, guildId, to, id, given)
}

function unlink(services: Store, guildId: string, to: To, id: string, isGone: (one: PowerLink) => boolean): void {
  const map = mapOf(linksOf(services, guildId), to)
  const gone = map.get(id)?.filter(isGone) ?? []
  if (gone.length === 0) return
  map.set(id, map.get(id)?.filter(one => !isGone(one)) ?? [])
  const named = and(eq(rows.guildId, guildId), eq(rows.to, to), eq(rows.receiverId, id))
  for (const { by, at } of gone)
    services.db
      .delete(rows)
      .where(and(named, eq(rows.giverId, by), eq(rows.at, at)))
      .run()
}

/**
 * Remembers that somebody who is counted gave power away.
 * @param receiver the member who received it, if that is somebody known
 */
export function notePower(
  services: Store,
  guildId: string,
  action: Action,
  powers: Powers,
  receiver: Member | undefined,
): void {
  const { gave, actorId, at } = action
  if (!gave || actorId === null) return
  if (gave.to === 'invite') {
    for (const id of gave.roles ?? []) link(services, guildId, 'invite', id, { by: actorId, at, bits: gave.bits })
    return
  }
  const bits = gainedPower(powers, linksOf(services, guildId), action, receiver)
  if (bits !== 0n) link(services, guildId, gave.to === 'member' ? 'member' : 'role', gave.id, { by: actorId, at, bits })
}

/** Links somebody to those who recently gave the roles they hold the power for an action. */
export function notePowerOf(services: Store, guildId: string, powers: Powers, member: Member, action: Action): void {
  for (const given of linksByRoles(linksOf(services, guildId), powers, member, action))
    link(services, guildId, 'member', member.id, given)
}

/** The longest time between an entry of the audit log and the event it belongs to (ms). */
const apartMs = 60_000
const mostGiven = 1000

/** Remembers that somebody was given roles by hand, so that they did not come with an invite. */
export function noteGiven(services: Store, guildId: string, userId: string, roles: readonly string[]): void {
  const { given } = linksState(services, guildId)
  const now = services.now()
  for (const role of roles) {
    given.set(`${userId} ${role}`, now)
    for (const one of linksOf(services, guildId).invites.get(role) ?? [])
      unlink(services, guildId, 'member', userId, ({ by, at }) => by === one.by && Math.abs(now - at) < apartMs)
  }
  for (const oldest of given.keys()) if (given.size > mostGiven) given.delete(oldest)
}

/**
 * Links somebody who has just received roles with power to everybody who made an invite that gives them: Discord names
 * nobody for what an invite gives.
 */
export function noteByInvite(
  services: Store,
  guildId: string,
  powers: Powers,
  { id, before, gained }: { id: string; before: readonly string[]; gained: readonly string[] },
): void {
  const { invites } = linksOf(services, guildId)
  if (invites.size === 0) return
  const { given } = linksState(services, guildId)
  const could = heldBy(powers, { id, roles: before })
  if (mayDo(could, P.Administrator)) return
  const at = services.now()
  for (const [role, list] of invites) {
    const alive = list.filter(one => at - one.at < inviteMs)
    if (alive.length === 0) invites.delete(role)
    else if (alive.length < list.length) invites.set(role, alive)
  }
  for (const role of gained) {
    if (Math.abs(at - (given.get(`${id} ${role}`) ?? -Infinity)) < apartMs) continue
    const bits = (powers.roles.get(role)?.bits ?? 0n) & danger & ~could
    for (const { by } of invites.get(role) ?? []) link(services, guildId, 'member', id, { by, at, bits })
  }
}

/** Takes back what was remembered about an action that was not done. */
export function forgetPower(services: Store, guildId: string, { gave, actorId, at }: Action): void {
  if (!gave || actorId === null) return
  const to: To = gave.to === 'everyone' ? 'role' : gave.to
  for (const id of to === 'invite' ? (gave.roles ?? []) : [gave.id])
    unlink(services, guildId, to, id, one => one.by === actorId && one.at === at)
}

/** Drops the links in memory, so that they are read from the rows again. */
export const forgetLinks = (services: Pick<Services, 'memory'>, guildId: string): void => {
  linksState(services, guildId).links = undefined
}

/** Deletes links that are too old to count. */
export const pruneLinks = job({
  deletesOld: true,
  run: ({ db, now }) =>
    db
      .delete(rows)
      .where(or(and(ne(rows.to, 'invite'), lt(rows.at, now() - linkedForMs)), lt(rows.at, now() - inviteMs)))
      .run(),
})

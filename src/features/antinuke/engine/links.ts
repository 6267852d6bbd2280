import { PermissionFlagsBits as P } from 'discord.js'
import type { Action } from './action.ts'
import { hourMs } from './count.ts'
import { danger, mayDo } from './danger.ts'
import { heldBy, type Member, type Powers } from './powers.ts'

/** Whoever received power from somebody does what they want, for a while. */
const linkedForMs = hourMs
/** Entries of one moment need not be in order (ms). */
const slackMs = 1000

/** Where somebody has power from. */
export interface Link {
  by: string
  /** Unix ms. */
  at: number
  /** What they could not do before. */
  bits: bigint
}

/** Who has power from whom, in a server: members by their ids, and roles whose holders have it. */
export interface Links {
  members: Map<string, Link>
  roles: Map<string, Link>
  invites: InviteLink[]
}

/** An invite that gives power to whoever follows it; Discord names nobody for what it gives. */
export interface InviteLink {
  by: string
  /** Unix ms. */
  at: number
  /** The roles that it gives; undefined where that is forgotten. */
  roles: readonly string[] | undefined
}
/** As long as Discord lets invites live unless told otherwise (ms). */
const invitesForMs = 24 * hourMs
const mostInvites = 100

export function noteInvite({ invites }: Links, invite: InviteLink): void {
  invites.push(invite)
  if (invites.length > mostInvites) invites.shift()
}

/**
 * Links somebody who has roles with power since a moment ago to whoever made an invite that gives them. Whom somebody is
 * known to have given them is linked already.
 */
export function linkInvited(
  links: Links,
  powers: Powers,
  { id, before, gained }: { id: string; before: readonly string[]; gained: readonly string[] },
  now: number,
): void {
  const could = heldBy(powers, { id, roles: before })
  const bitsOf = (role: string) => (powers.roles.get(role)?.bits ?? 0n) & danger & ~could
  const strong = gained.filter(role => bitsOf(role) !== 0n)
  if (strong.length === 0 || mayDo(could, P.Administrator) || holds(links.members.get(id), now)) return
  const invite = links.invites.findLast(
    ({ at, roles }) => now - at < invitesForMs && (roles === undefined || strong.some(role => roles.includes(role))),
  )
  if (!invite) return
  const given = strong.filter(role => invite.roles?.includes(role) ?? true)
  linkMember(links, id, { by: invite.by, at: now, bits: given.reduce((bits, role) => bits | bitsOf(role), 0n) })
}

const holds = (link: Link | undefined, at: number): link is Link =>
  link !== undefined && at > link.at - slackMs && at - link.at < linkedForMs

/**
 * Who is at the root of what somebody did, through everybody who passed power on; themselves where they had it before.
 * @param needs what the act takes: power to do something else links nobody
 */
export function treeRootOf({ members }: Links, actorId: string, at: number, needs: bigint): string {
  const own = members.get(actorId)
  if (!holds(own, at) || !mayDo(own.bits, needs)) return actorId
  const seen = new Set([actorId])
  let root = own.by
  for (;;) {
    seen.add(root)
    const above = members.get(root)
    if (!holds(above, at) || seen.has(above.by)) return root
    root = above.by
  }
}

/** Remembers who passed power on; nobody has it from whom they gave it to. */
export function linkMember(links: Links, id: string, link: Link): void {
  if (link.bits === 0n || id === link.by || treeRootOf(links, link.by, link.at, 0n) === id) return
  links.members.set(id, link)
}

/** What a member who is given power could not do before; all of it where they are not known. */
export function gainedPower(powers: Powers, { gave }: Action, receiver: Member | undefined): bigint {
  if (!gave) return 0n
  if (gave.to !== 'member' || !receiver) return gave.bits
  const roles = receiver.roles.filter(id => gave.roles?.includes(id) !== true)
  const members = new Map(powers.members)
  if (gave.roles === undefined) members.delete(receiver.id)
  const before = heldBy({ ...powers, members }, { id: receiver.id, roles })
  return mayDo(before, P.Administrator) ? 0n : gave.bits & ~before
}

/** Links somebody who could not do something but for what one of their roles was lately given. */
export function linkHolder(links: Links, powers: Powers, member: Member, { at, needs }: Action): void {
  if (needs === 0n || links.roles.size === 0) return
  for (const id of [powers.guildId, ...member.roles]) {
    const link = links.roles.get(id)
    const role = powers.roles.get(id)
    if (!holds(link, at) || !role || link.by === member.id) continue
    const roles = new Map(powers.roles)
    roles.set(id, { ...role, bits: role.bits & ~link.bits })
    const everyone = id === powers.guildId ? powers.everyone & ~link.bits : powers.everyone
    if (!mayDo(heldBy({ ...powers, roles, everyone }, member), needs)) linkMember(links, member.id, link)
  }
}

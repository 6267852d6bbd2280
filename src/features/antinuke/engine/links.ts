import { PermissionFlagsBits as P } from 'discord.js'
import type { Action } from './audit-entry.ts'
import { hourMs } from './count.ts'
import { mayDo } from './danger.ts'
import { heldBy, type Member, type Powers } from './powers.ts'

/** How long somebody who received power is taken to do what the giver wants (ms). */
export const linkedForMs = hourMs
/** Entries of about the same moment may arrive out of order (ms). */
const slackMs = 1000

/** Where somebody's power comes from. */
export interface PowerLink {
  by: string
  /** Unix ms. */
  at: number
  /** The permissions that they did not have before. */
  bits: bigint
}

/** Who has power from whom in a server. */
export interface Links {
  members: Map<string, PowerLink[]>
  /** By role that was given power: all of its holders have it. */
  roles: Map<string, PowerLink[]>
  /** By role that somebody gives away with an invite. */
  invites: Map<string, PowerLink[]>
}

const live = (links: readonly PowerLink[] | undefined, at: number): PowerLink[] =>
  (links ?? []).filter(link => at > link.at - slackMs && at - link.at < linkedForMs)

/** Adds a link to a list, or its permissions to the link that is there. @returns whether that was new */
export function addLink(map: Map<string, PowerLink[]>, id: string, link: PowerLink): boolean {
  const list = map.get(id) ?? []
  map.set(id, list)
  const same = list.find(({ by, at }) => by === link.by && at === link.at)
  if (same && (link.bits & ~same.bits) === 0n) return false
  if (same) same.bits |= link.bits
  else list.push(link)
  return true
}

/** Everybody from whom somebody has power, directly or through others. */
function* giversOf(members: Links['members'], id: string, at: number, seen = new Set([id])): Generator<string> {
  for (const { by } of live(members.get(id), at)) {
    if (seen.has(by)) continue
    seen.add(by)
    yield by
    yield* giversOf(members, by, at, seen)
  }
}

/**
 * Returns the root accounts of an action, found through everybody who passed power on; the actor where they had the
 * power before.
 * @param needs what the action takes: power to do something else links nobody
 */
export function rootsOf({ members }: Links, actorId: string, at: number, needs: bigint): string[] {
  const seen = new Set([actorId])
  const roots = new Set<string>()
  const climb = (id: string, above: readonly PowerLink[]) => {
    const next = above.filter(({ by }) => !seen.has(by))
    if (next.length === 0) roots.add(id)
    for (const { by } of next) {
      seen.add(by)
      climb(by, live(members.get(by), at))
    }
  }
  climb(
    actorId,
    live(members.get(actorId), at).filter(({ bits }) => mayDo(bits, needs)),
  )
  return [...roots]
}

/** Remembers who passed power on, unless the giver has power from the receiver. @returns whether that is new */
export function linkMember({ members }: Links, id: string, link: PowerLink): boolean {
  if (link.bits === 0n || id === link.by || [...giversOf(members, link.by, link.at)].includes(id)) return false
  return addLink(members, id, link)
}

/** The server's powers without what roles were recently given, except by `but`. */
function beforeLinks(powers: Powers, links: Links, at: number, but?: string): Powers {
  const roles = new Map(powers.roles)
  let { everyone } = powers
  for (const [id, list] of links.roles) {
    const role = roles.get(id)
    if (!role) continue
    const lately = live(list, at).reduce((bits, link) => (link.by === but ? bits : bits | link.bits), 0n)
    roles.set(id, { ...role, bits: role.bits & ~lately })
    if (id === powers.guildId) everyone &= ~lately
  }
  return { ...powers, roles, everyone }
}

/** The permissions that a member who is given power did not have before; all of them where the member is unknown. */
export function gainedPower(
  powers: Powers,
  links: Links,
  { gave, at }: Pick<Action, 'gave' | 'at'>,
  receiver: Member | undefined,
): bigint {
  if (!gave) return 0n
  if (gave.to !== 'member' || !receiver) return gave.bits
  const earlier = beforeLinks(powers, links, at)
  const roles = receiver.roles.filter(id => gave.roles?.includes(id) !== true)
  const members = new Map(powers.members)
  if (gave.roles === undefined) members.delete(receiver.id)
  const before = heldBy({ ...earlier, members }, { id: receiver.id, roles })
  return mayDo(before, P.Administrator) ? 0n : gave.bits & ~before
}

/** The links of somebody who can do something only because of what their roles were recently given. */
export function linksByRoles(
  links: Links,
  powers: Powers,
  member: Member,
  { at, needs }: Pick<Action, 'at' | 'needs'>,
): PowerLink[] {
  if (needs === 0n || links.roles.size === 0) return []
  // Somebody who gave power to a role that they hold had that power already.
  if (mayDo(heldBy(beforeLinks(powers, links, at, member.id), member), needs)) return []
  return [powers.guildId, ...member.roles].flatMap(id =>
    live(links.roles.get(id), at).filter(({ by, bits }) => by !== member.id && mayDo(bits, needs)),
  )
}

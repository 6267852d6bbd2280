import type { Settings } from '#contract'
import { formatCount } from '#kit/numbers.ts'
import { listed } from '#kit/permissions.ts'
import { endTag } from '#kit/template.ts'
import type tickets from '../contract.ts'
import type { PanelDesign } from '../panels/contract.ts'
import { nextOpening } from '../panels/hours.ts'
import { limitOfAll } from './contract.ts'

type Own = Settings<typeof tickets>

/** The member who wants to open a ticket. */
export interface Opener {
  id: string
  roleIds: ReadonlySet<string>
  /** Whether a role still exists. */
  isThere(roleId: string): boolean
  /** Whether they are on the team of this panel: limits for members do not apply to it. */
  isTeam: boolean
  /** How many open tickets they have. */
  open: number
  /** When they opened their last one (Unix ms). */
  lastAt: number | undefined
}

/** How many tickets are open. */
export interface OpenTickets {
  inServer: number
  ofPanel: number
}

export interface Refusal {
  /** Which limit applies, such as 'cooldown'. */
  limit: 'blocked' | 'role' | 'hours' | 'cooldown' | 'member' | 'panel' | 'server'
  /** Which limit applies and when it ends, for the person who is refused. */
  sentence: string
  /** The same for a team member who opens the ticket for them. */
  ofThem?: string
  /** When it ends, if that is known (Unix ms). */
  until?: number
}

const holds = ({ roleIds }: Opener, ids: readonly string[]) => ids.some(id => roleIds.has(id))
const mentioned = (roleIds: readonly string[]) =>
  listed(
    roleIds.map(id => `<@&${id}>`),
    'or',
  )
const date = (at: number) => `${endTag(at, 'F')} (${endTag(at, 'R')})`

interface MemberLimit {
  most: number
  /** Its name in a refusal. */
  name: string
  /** Without a mention, for places that do not show mentions. */
  plain?: string
}

const namesOfAll = { member: 'the limit for all members', tier: 'the limit of the tier Default' } as const

/**
 * Returns how many tickets a member may have open: the highest of the limits for all members, their tiers and their
 * roles.
 */
export function memberLimit(own: Own, opener: Opener): MemberLimit {
  const { userLimits, roleLimits, premiumRoles, vipRoles } = own
  const raised: MemberLimit[] = [
    ...(holds(opener, premiumRoles) ? [{ most: userLimits.premium, name: 'the limit of the tier Premium' }] : []),
    ...(holds(opener, vipRoles) ? [{ most: userLimits.vip, name: 'the limit of the tier VIP' }] : []),
    ...Object.entries(roleLimits).flatMap(([id, most]) =>
      opener.roleIds.has(id) ? [{ most, name: `the limit of <@&${id}>`, plain: 'the limit of a role of theirs' }] : [],
    ),
  ]
  const { most, by } = limitOfAll(own)
  return raised.reduce<MemberLimit>((highest, one) => (one.most > highest.most ? one : highest), {
    most,
    name: namesOfAll[by],
  })
}

/**
 * The refusal of somebody without any of the required roles. Roles that were deleted are not named: nobody has them.
 */
function roleNeeded({ isThere }: Opener, required: readonly string[]): string {
  const there = required.filter(isThere)
  if (there.length > 0) return `Only members with ${mentioned(there)} can open this ticket.`
  return required.length === 1
    ? 'Only members with a role that was deleted can open this ticket. Tell the server’s team.'
    : 'Only members with roles that were deleted can open this ticket. Tell the server’s team.'
}

function* forMembers(own: Own, panel: PanelDesign, opener: Opener, now: number): Generator<Refusal> {
  if (own.blockedUsers.includes(opener.id) || holds(opener, own.blockedRoles))
    yield {
      limit: 'blocked',
      sentence: 'You cannot open tickets in this server.',
      ofThem: 'This member is blocked from tickets.',
    }
  for (const required of [own.requiredRoles, panel.required_roles])
    if (required.length > 0 && !holds(opener, required)) yield { limit: 'role', sentence: roleNeeded(opener, required) }
  const opens = panel.hours.outside === 'refuse' ? nextOpening(panel.hours, now) : now
  if (opens === undefined) yield { limit: 'hours', sentence: 'The team takes no new tickets at present.' }
  else if (opens > now)
    yield { limit: 'hours', sentence: `The team is not here now. Come back ${date(opens)}.`, until: opens }
  const ends = (opener.lastAt ?? -Infinity) + own.cooldownPeriod * 1000
  if (own.rateLimitEnabled && ends > now)
    yield {
      limit: 'cooldown',
      sentence: `You opened a ticket not long ago. You can open another ${endTag(ends, 'R')}.`,
      until: ends,
    }
  const { most, name, plain = name } = memberLimit(own, opener)
  const over = opener.open - most + 1
  if (over > 0)
    yield {
      limit: 'member',
      sentence: `You have ${formatCount(opener.open, 'open ticket')}, and may have ${most} (${name}). You can open another once ${over === 1 ? 'one is' : `${over} are`} closed.`,
      ofThem: `This member has ${formatCount(opener.open, 'open ticket')}, and may have ${most} (${plain}).`,
    }
}

function* forAll(own: Own, panel: PanelDesign, open: OpenTickets): Generator<Refusal> {
  const most = panel.max_open ?? own.panelLimit
  if (most > 0 && open.ofPanel >= most)
    yield {
      limit: 'panel',
      sentence: `The team takes on ${formatCount(most, 'ticket')} of this kind at a time. Try again once one is closed.`,
    }
  if (open.inServer >= own.maxOpenTickets)
    yield {
      limit: 'server',
      sentence: `This server has ${formatCount(open.inServer, 'open ticket')}, as many as it takes at a time. Try again once one is closed.`,
    }
}

/**
 * Returns why a ticket cannot be opened now; refusals that waiting does not end come first. The team is exempt from the
 * limits on members, but not from those of the panel and the server.
 */
export function refusalOf(
  own: Own,
  panel: PanelDesign,
  opener: Opener,
  open: OpenTickets,
  now: number,
): Refusal | undefined {
  if (!opener.isTeam) for (const refusal of forMembers(own, panel, opener, now)) return refusal
  for (const refusal of forAll(own, panel, open)) return refusal
  return undefined
}

import { performance } from 'node:perf_hooks'
import type { GuildMember } from 'discord.js'
import type { Query, Reply } from '#contract'
import { createBackgroundYield } from '#kit/event-loop.ts'
import { presentTicket, timeRules } from '../life/time-rules.ts'
import type { TicketContext } from '../life/duties.ts'
import { type Ticket, ticketsIn } from '../life/rows.ts'
import { endOf } from '../life/timing.ts'
import type { PanelDesign } from '../panels/contract.ts'
import { panelsOf } from '../panels/rows.ts'
import { excerpt, folded, type SearchHit, hitsIn } from '../record/search.ts'
import { isTeamOf, type TicketRights, ticketRights } from '../rights/rights.ts'
import { shownNumber } from '../opening/name.ts'
import type { endpoints, ListedTicket } from './contract.ts'
import { noGoals, waitOf } from './waiting-time.ts'

type Asked = Query<typeof endpoints.openTickets>

/**
 * How long tickets are processed before other work gets a turn (ms): computing working hours is slow the first time.
 */
const sliceMs = 5

interface Seen {
  ticket: Ticket
  rights: TicketRights
  design: PanelDesign | undefined
  wait: ReturnType<typeof waitOf>
}

/** Returns the tickets in a state that a member may read. */
async function seen(ctx: TicketContext, member: GuildMember, state: Asked['state']): Promise<Seen[]> {
  const designs = new Map(panelsOf(ctx, ctx.guild.id).map(({ id, design }) => [id, design]))
  const turns = createBackgroundYield()
  const found: Seen[] = []
  let began = performance.now()
  for (const ticket of ticketsIn(ctx, ctx.guild.id, [state])) {
    if (performance.now() - began > sliceMs) {
      await turns()
      began = performance.now()
    }
    const design = designs.get(ticket.panelId)
    const rights = ticketRights(ctx, member, ticket, design)
    if (rights.reads) found.push({ ticket, rights, design, wait: waitOf(ctx, ticket, design ?? noGoals) })
  }
  return found
}

/**
 * Sorts tickets that wait for the team first, by the share of the goal used up; without a goal, by the longest wait.
 */
function byWait(a: Seen, b: Seen): number {
  if (!a.wait !== !b.wait) return a.wait ? -1 : 1
  const shares = (b.wait?.share ?? -1) - (a.wait?.share ?? -1)
  return shares === 0 ? (a.ticket.awaitingSince ?? 0) - (b.ticket.awaitingSince ?? 0) : shares
}

const byClosing = (a: Seen, b: Seen) => (b.ticket.closedAt ?? 0) - (a.ticket.closedAt ?? 0)

/** How many tickets are searched before other work gets a turn. */
const searchedAtOnce = 20

/**
 * Returns the tickets with a message, a channel name, a member's name or a number that matches a text, and the
 * messages.
 */
async function matching(ctx: TicketContext, all: readonly Seen[], text: string) {
  const wanted = folded(text)
  const number = /^#?0*(\d{1,9})$/.exec(text)?.[1]
  const hits = new Map<number, SearchHit>()
  const turns = createBackgroundYield()
  for (let at = 0; at < all.length; at += searchedAtOnce) {
    const ids = all.slice(at, at + searchedAtOnce).map(({ ticket }) => ticket.id)
    for (const hit of hitsIn(ctx, ids, text, 'team')) hits.set(hit.ticketId, hit)
    await turns()
  }
  const isCalled = ({ ticket }: Seen) =>
    [ticket.openerName ?? '', ticket.name].some(name => folded(name).includes(wanted)) ||
    (number !== undefined && ticket.number === Number(number))
  return { hits, found: all.filter(one => hits.has(one.ticket.id) || isCalled(one)) }
}

const isClaimedBy = ({ claimedById }: Ticket, who: NonNullable<Asked['claimed']>, memberId: string) =>
  who === 'nobody' ? claimedById === null : claimedById !== null && (claimedById === memberId) === (who === 'mine')

export function listedTicket(
  ctx: TicketContext,
  { ticket, rights, wait }: Pick<Seen, 'ticket' | 'rights' | 'wait'>,
): ListedTicket {
  const { id, openerId, openerName, openerAvatar, claimedById, claimedByName } = ticket
  const present = presentTicket(ctx, ticket.guildId, id) ?? ticket
  const rules = timeRules(ctx, ticket)
  const end = endOf(present, rules, ctx.now())
  const isHeld = ticket.state === 'open' && ticket.awaiting === 'team'
  return {
    id,
    number: shownNumber(ctx, ticket),
    member: { id: openerId, name: openerName, avatar: openerAvatar },
    panelId: ticket.panelId,
    panelTitle: ticket.panelTitle,
    priority: ticket.priority,
    state: ticket.state,
    openedAt: ticket.openedAt,
    awaiting: ticket.awaiting,
    awaitingSince: ticket.awaitingSince,
    wait,
    claimedBy:
      claimedById === null
        ? null
        : {
            id: claimedById,
            name: claimedByName,
            avatar: ctx.guild.members.cache.get(claimedById)?.user.avatar ?? null,
          },
    closedAt: ticket.closedAt,
    closedByName: ticket.closedByName,
    closesAt: end?.at ?? null,
    closesFor: end?.cause ?? null,
    heldOpen: isHeld && (rules.inactiveDays !== null || rules.maxHours !== null),
    mayAnswer: rights.answers,
  }
}

/** Returns a page of the open or of the closed tickets that a member may read. */
export async function listOpen(
  ctx: TicketContext,
  member: GuildMember,
  { state, claimed, panel, priority, member: opener, waits, search = '', limit, page }: Asked,
): Promise<Reply<typeof endpoints.openTickets>> {
  const all = await seen(ctx, member, state)
  const text = search.trim()
  const { hits, found: searched } = text === '' ? { hits: undefined, found: all } : await matching(ctx, all, text)
  const found = searched
    .filter(
      ({ ticket }) =>
        (claimed === undefined || isClaimedBy(ticket, claimed, member.id)) &&
        (panel === undefined || ticket.panelId === panel) &&
        (opener === undefined || ticket.openerId === opener) &&
        (priority === undefined || ticket.priority === priority) &&
        (waits === undefined || ticket.awaiting === waits),
    )
    .toSorted(state === 'open' ? byWait : byClosing)
  const waiting = (side: 'team' | 'member') => all.filter(({ ticket }) => ticket.awaiting === side).length
  const panels = new Map(all.map(({ ticket, design }) => [ticket.panelId, design?.title ?? ticket.panelTitle]))
  return {
    success: true,
    tickets: found.slice((page - 1) * limit, page * limit).map(one => {
      const hit = hits?.get(one.ticket.id)
      const shown = hit?.content ? { author: hit.author, text: excerpt(hit.content, text) } : null
      return { ...listedTicket(ctx, one), hit: shown }
    }),
    total: found.length,
    all: all.length,
    waiting: { team: waiting('team'), member: waiting('member') },
    mayOpenFor: ctx.own.enabled && panelsOf(ctx, ctx.guild.id).some(({ design }) => isTeamOf(ctx, member, design)),
    panels: [...panels].map(([id, title]) => ({ id, title })),
  }
}

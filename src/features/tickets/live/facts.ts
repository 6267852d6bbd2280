import { gone } from '#kit/deleted/template.ts'
import type { GuildMember } from 'discord.js'
import { and, desc, eq, ne } from 'drizzle-orm'
import { z } from 'zod'
import type { Reply } from '#contract'
import { isHidden } from '#kit/hidden-channel.ts'
import { clockOf, type Stretch } from '../life/clock.ts'
import { closedStretches } from '../life/closed-stretches.ts'
import type { TicketContext } from '../life/duties.ts'
import { eventsOf, guestsOf, type Ticket } from '../life/rows.ts'
import { panelsOf } from '../panels/rows.ts'
import { isKept } from '../record/recording-allowed.ts'
import { rolesOfTicket, ticketRights } from '../rights/rights.ts'
import { tickets } from '../table.ts'
import { shownNumber } from '../opening/name.ts'
import { transcriptFor } from '../transcripts/rows.ts'
import type { SeenTicket } from './access.ts'
import type { endpoints } from './contract.ts'
import { listedTicket } from './list.ts'
import { signatureOf } from './signature.ts'
import { noGoals, waitOf } from './waiting-time.ts'

type Facts = Reply<typeof endpoints.ticket>

const mostEvents = 100
/** How many of a member's other tickets are considered, and how many of those are shown. */
const mostLookedAt = 200
const mostShown = 5

const answers = z.array(z.object({ label: z.string(), value: z.string() })).catch([])

const shownStretch = ({ ms, goalMs, share, dueAt, ended }: Stretch) => ({ ms, goalMs, share, dueAt, ended })

function placeIn({ guild }: TicketContext, { channelId, name }: Ticket) {
  const channel = guild.channels.cache.get(channelId ?? '')
  if (!channel) return { channel: 'missing' as const, name }
  return isHidden(channel) ? { channel: 'hidden' as const, name } : { channel: 'there' as const, name: channel.name }
}

/** Returns the names of those in a ticket: the opener and guests until it is closed, and roles. */
function peopleIn(ctx: TicketContext, ticket: Ticket): string[] {
  const { members, roles } = ctx.guild
  const isOver = ticket.state === 'closed' || ticket.state === 'deleted'
  const guests = isOver ? [] : guestsOf(ctx, ticket)
  const opener = isOver || ticket.openerName === null ? [] : [ticket.openerName]
  const named = guests.flatMap(({ kind, targetId }) => {
    const name = kind === 'user' ? members.cache.get(targetId)?.displayName : roles.cache.get(targetId)?.name
    return name === undefined ? [] : [name]
  })
  const { answer, read } = rolesOfTicket(ctx, ticket)
  return [...opener, ...named, ...[...answer, ...read].flatMap(id => roles.cache.get(id)?.name ?? [])]
}

/** Returns the guests by name; for one who is no longer known, a placeholder. */
function guestsShown(ctx: TicketContext, ticket: Ticket): Facts['guests'] {
  if (ticket.state === 'deleted') return []
  const { members, roles } = ctx.guild
  const inOrder = guestsOf(ctx, ticket).toSorted((a, b) => a.at - b.at)
  return inOrder.map(({ kind, targetId: id }) => {
    const name = kind === 'user' ? members.cache.get(id)?.displayName : roles.cache.get(id)?.name
    return { kind, id, name: name ?? (kind === 'user' ? `Member ${id}` : gone.role) }
  })
}

/** Returns what a caller who may act can choose from. */
function choicesFor(ctx: TicketContext, ticket: Ticket): Pick<Facts, 'roles' | 'panels'> {
  const { guild } = ctx
  const roles = [...guild.roles.cache.values()]
    .filter(({ id, managed }) => id !== guild.id && !managed)
    .toSorted((a, b) => b.comparePositionTo(a))
    .map(({ id, name }) => ({ id, name }))
  return {
    roles: ticket.kind === 'thread' ? [] : roles,
    panels: panelsOf(ctx, guild.id)
      .filter(({ id }) => id !== ticket.panelId)
      .map(({ id, design }) => ({ id, title: design.title })),
  }
}

/** Returns the member's other tickets that the viewer may read. */
function historyOf(ctx: TicketContext, viewer: GuildMember, { guildId, id, openerId }: Ticket): Facts['history'] {
  if (openerId === null) return { tickets: [], total: 0 }
  const others = and(eq(tickets.guildId, guildId), eq(tickets.openerId, openerId), ne(tickets.id, id))
  const designs = new Map(panelsOf(ctx, guildId).map(panel => [panel.id, panel.design]))
  const found = ctx.db
    .select()
    .from(tickets)
    .where(others)
    .orderBy(desc(tickets.number))
    .limit(mostLookedAt)
    .all()
    .filter(ticket => ticketRights(ctx, viewer, ticket, designs.get(ticket.panelId)).reads)
  return {
    tickets: found.slice(0, mostShown).map(ticket => ({
      id: ticket.id,
      number: shownNumber(ctx, ticket),
      panelTitle: ticket.panelTitle,
      state: ticket.state,
      openedAt: ticket.openedAt,
      closedAt: ticket.closedAt,
      closedByName: ticket.closedByName,
      rating: ticket.rating,
    })),
    total: found.length,
  }
}

/** Returns everything about a ticket except its messages. */
export async function factsOf(ctx: TicketContext, member: GuildMember, seen: SeenTicket): Promise<Facts> {
  const { ticket, rights, design } = seen
  const events = eventsOf(ctx, ctx.guild.id, ticket.id)
  const goals = { resolution_goal: null, ...noGoals, ...design }
  const { firstResponse, resolution } = clockOf(ticket, goals, ctx.now(), closedStretches(events))
  const opener = ticket.openerId === null ? null : await ctx.access.member(ctx.guild, ticket.openerId)
  const transcript = transcriptFor(ctx, ticket)
  const { name, role, room } = signatureOf(ctx, member, ticket)
  return {
    ticket: {
      ...listedTicket(ctx, { ticket, rights, wait: waitOf(ctx, ticket, goals) }),
      ...placeIn(ctx, ticket),
      channelId: ticket.channelId,
      answers: answers.parse(ticket.answers ?? []),
      closeReason: ticket.closeReason,
      rating: ticket.rating,
      ratingComment: ticket.ratingComment,
      transcriptId: transcript && transcript.expiredAt === null ? transcript.id : null,
    },
    clock: {
      firstResponse: { ...shownStretch(firstResponse), answered: ticket.firstResponseAt !== null },
      resolution: shownStretch(resolution),
      timeZone: goals.hours.enabled ? goals.hours.timeZone : null,
    },
    member: { here: opener !== null, joinedAt: opener?.joinedTimestamp ?? null },
    people: peopleIn(ctx, ticket),
    guests: guestsShown(ctx, ticket),
    ...(rights.answers ? choicesFor(ctx, ticket) : { roles: [], panels: [] }),
    events: events.slice(-mostEvents).map(({ at, kind, byName }) => ({ at, kind, byName })),
    history: historyOf(ctx, member, ticket),
    may: {
      act: rights.answers,
      write: rights.writes,
      manage: ctx.access.has(member, 'manage', 'tickets'),
    },
    signature: { name, role, room },
    twoStepClose: ctx.own.twoStepClose,
    transcripts: isKept(ctx, ticket),
  }
}

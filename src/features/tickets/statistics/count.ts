import type { Guild, GuildMember } from 'discord.js'
import type { Person } from '#contract'
import type { Context } from '#kernel/feature.ts'
import { createBackgroundYield } from '#kit/event-loop.ts'
import type tickets from '../contract.ts'
import { dayStarts } from '../panels/hours.ts'
import type { Range, Statistics } from './contract.ts'
import { clocksOf, commonGoal, panelsFor } from './panels.ts'
import { closedBefore, type CountedTicket, type Moment, pages, type RowPlace, placeBefore, statements } from './rows.ts'
import { createDays, createTallies, createTally, type Summary } from './tally.ts'

/** How many panels and agents are listed. */
const mostListed = 50

/** The moments up to which the team's working time is counted. */
const timed: readonly Moment[] = ['firstResponseAt', 'closedAt']

/** Returns whose ticket it is: the member who has claimed it, or otherwise the one who answered it first. */
const ownerOf = ({ claimedById, firstResponseById }: CountedTicket) => claimedById ?? firstResponseById

/**
 * Counts what happened to the tickets that somebody may read, from their rows and events. It yields to other work in
 * between: however many tickets a server has, only its own request takes longer.
 * @param timeZone that the days are counted in
 */
export async function countTickets(
  ctx: Context<typeof tickets>,
  member: GuildMember,
  { days: range, timeZone }: { days: Range; timeZone: string },
): Promise<Statistics> {
  const { guild } = ctx
  const until = ctx.now() + 1
  const starts = dayStarts(timeZone, ctx.now(), 2 * range)
  const days = starts.slice(range)
  const [from = 0] = days
  const turns = createBackgroundYield()
  const read = statements(ctx)
  const panels = panelsFor(ctx, member)
  const clockOf = clocksOf(panels, { from: read.firstOpened.get({ guildId: guild.id })?.at ?? from, until }, turns)
  const all = createTally()
  const ofPanels = createTallies()
  const ofAgents = createTallies()
  const opened = createDays(days)
  const responses = createDays(days)
  const resolutions = createDays(days)
  const titles = new Map<string, string>()
  const names = new Map<string, string>()
  let before = 0

  /** Calls `count` with each ticket and with its working time until the moment (ms), minus the time it was closed. */
  const each = async (moment: Moment, since: number, count: (ticket: CountedTicket, ms: number) => void) => {
    const page = (after: RowPlace) => read[moment].all({ guildId: guild.id, until, ...after })
    for await (const rows of pages(page, placeBefore(since), turns)) {
      const closed = timed.includes(moment) ? closedBefore(ctx, rows) : undefined
      for (const ticket of rows.filter(panels.mayRead)) {
        titles.set(ticket.panelId, panels.designOf(ticket)?.title ?? ticket.panelTitle)
        if (ticket.claimedById !== null && ticket.claimedByName !== null)
          names.set(ticket.claimedById, ticket.claimedByName)
        const clock = await clockOf(ticket)
        const lost = closed?.get(ticket.id)?.map(gap => clock(gap.from, Math.min(gap.until ?? ticket.at, ticket.at)))
        count(
          ticket,
          (lost ?? []).reduce((left, ms) => left - ms, clock(ticket.openedAt, ticket.at)),
        )
      }
    }
  }
  /** Returns the tallies that a ticket counts in. */
  const talliesOf = ({ panelId }: CountedTicket, agentId: string | null) => [
    all,
    ofPanels.of(panelId),
    ...(agentId === null ? [] : [ofAgents.of(agentId)]),
  ]

  await each('openedAt', starts[0] ?? from, (ticket, ms) => {
    if (ticket.openedAt < from) {
      before += 1
      return
    }
    opened.add(ticket.at, ms)
    for (const tally of talliesOf(ticket, null)) tally.addTicket()
  })
  await each('firstResponseAt', from, (ticket, ms) => {
    responses.add(ticket.at, ms)
    for (const tally of talliesOf(ticket, ticket.firstResponseById)) tally.addFirstResponse(ms)
  })
  await each('closedAt', from, (ticket, ms) => {
    resolutions.add(ticket.at, ms)
    for (const tally of talliesOf(ticket, ownerOf(ticket))) tally.addResolution(ms)
  })
  await each('ratedAt', from, ticket => {
    if (ticket.rating !== null) for (const tally of talliesOf(ticket, ownerOf(ticket))) tally.addStars(ticket.rating)
  })
  const counted = new Set<string>()
  const answers = (after: RowPlace) => read.answers.all({ guildId: guild.id, until, ...after })
  for await (const rows of pages(answers, placeBefore(from), turns))
    for (const { ticketId, byId, byName } of rows.filter(panels.mayRead)) {
      if (byId === null) continue
      if (byName !== null) names.set(byId, byName)
      const key = `${byId} ${ticketId}`
      if (!counted.has(key)) ofAgents.of(byId).addTicket()
      counted.add(key)
    }

  const { tickets: total, firstResponse, resolution, rating } = all.summary()
  await turns()
  const responsesByDay = responses.medians()
  await turns()
  const resolutionsByDay = resolutions.medians()
  const ranked = async (tallies: typeof ofPanels) => {
    const listed: [id: string, Summary][] = []
    for (const [id, tally] of tallies.ranked().slice(0, mostListed)) {
      await turns()
      listed.push([id, tally.summary()])
    }
    return listed
  }
  const [byPanel, byAgent] = [await ranked(ofPanels), await ranked(ofAgents)]
  return {
    days,
    withinHours: panels.readable.some(({ design }) => design.hours.enabled),
    opened: { total, before, byDay: opened.counts() },
    firstResponse: {
      median: firstResponse,
      count: all.firstResponses(),
      byDay: responsesByDay,
      goal: commonGoal(panels.readable, 'first_response_goal'),
    },
    resolution: {
      median: resolution,
      count: all.resolutions(),
      byDay: resolutionsByDay,
      goal: commonGoal(panels.readable, 'resolution_goal'),
    },
    rating: { ...rating, stars: all.stars() },
    panels: byPanel.map(([id, summary]) => ({ id, title: titles.get(id) ?? '', ...summary })),
    agents: byAgent.map(([id, summary]) => ({ person: agentOf(guild, id, names.get(id)), ...summary })),
  }
}

/** Returns somebody as they are in the server now, or else under the name they had when they answered. */
function agentOf(guild: Guild, id: string, name: string | undefined): Person {
  const member = guild.members.cache.get(id)
  return {
    id,
    name: member?.displayName ?? name ?? null,
    avatarURL: member?.displayAvatarURL({ extension: 'png', size: 64 }) ?? null,
  }
}

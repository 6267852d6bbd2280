import { panelDesign } from '#features/tickets/panels/contract.ts'
import { ticketEvents, ticketPanels, tickets } from '#features/tickets/table.ts'
import { createHarness } from '../harness.ts'
import type { Row } from './row.ts'

/**
 * The longest that one turn of the event loop may take while tickets are counted (ms of CPU, independent of other
 * load).
 */
const targetMs = 20
const spanMs = 89 * 86_400_000
const hourMs = 3_600_000

/**
 * Measures turns of the event loop. @returns a function that stops and returns the longest one (ms of this thread's
 * CPU)
 */
function watchTurns(): () => number {
  let longest = 0
  let isWatching = true
  let last = process.threadCpuUsage()
  const turn = () => {
    const { user, system } = process.threadCpuUsage(last)
    longest = Math.max(longest, (user + system) / 1000)
    last = process.threadCpuUsage()
    if (isWatching) setImmediate(turn)
  }
  setImmediate(turn)
  return () => {
    isWatching = false
    return longest
  }
}

/** Counts the 90-day statistics of a server with very many tickets, every third of which was reopened once. */
export async function measureTicketStatistics(count: number): Promise<Row> {
  const harness = await createHarness()
  try {
    const { db, now } = harness.product.services
    const { guildId } = harness
    const hours = { enabled: true, timeZone: 'Europe/Berlin' }
    const design = panelDesign.parse({ title: 'Help', hours })
    db.insert(ticketPanels).values({ guildId, id: 'help', design, createdAt: 1 }).run()
    const first = now() - spanMs
    db.transaction(() => {
      for (let number = 1; number <= count; number++) {
        const openedAt = Math.floor(first + (spanMs * number) / (count + 1))
        const reopenedAt = number % 3 === 0 ? openedAt + 2 * hourMs : null
        const agent = String(10n ** 17n + BigInt(number % 40))
        const { id } = db
          .insert(tickets)
          .values({
            guildId,
            number,
            state: 'deleted',
            panelId: number % 5 === 0 ? 'deleted' : 'help',
            panelTitle: 'Help',
            kind: 'channel',
            name: `ticket-${number}`,
            openedAt,
            reopenedAt,
            lastMessageAt: openedAt,
            firstResponseAt: openedAt + 60_000 * (number % 50),
            firstResponseById: agent,
            closedAt: openedAt + 5 * hourMs,
            rating: (number % 5) + 1,
            ratedAt: openedAt + 6 * hourMs,
          })
          .returning({ id: tickets.id })
          .get()
        const event = (kind: 'answered' | 'closed' | 'reopened', at: number) =>
          db
            .insert(ticketEvents)
            .values({ guildId, ticketId: id, at, kind, byId: agent, byName: agent, detail: {} })
            .run()
        event('answered', openedAt + 60_000)
        if (reopenedAt !== null) event('closed', openedAt + hourMs)
        if (reopenedAt !== null) event('reopened', reopenedAt)
        event('closed', openedAt + 5 * hourMs)
      }
    })
    const owner = await harness.signIn('owner')
    const ask = () => owner.call('GET', `/api/guild/${guildId}/tickets/statistics?days=90&timeZone=Europe/Berlin`)
    const stop = watchTurns()
    const began = performance.now()
    const { status, body } = await ask()
    const end = performance.now()
    const longest = stop()
    const { opened } = body as { opened: { total: number } }
    if (status !== 200 || opened.total !== count) throw new Error(`${status}: not all were counted`)
    return {
      lines: [
        `the statistics of ${count} tickets: counted in ${((end - began) / 1000).toFixed(1)} s`,
        `  one turn of the event loop took ${longest.toFixed(1)} ms at most (target ${targetMs})`,
      ],
      figures: { ticketStatisticsTurnMs: longest },
    }
  } finally {
    await harness.close()
  }
}

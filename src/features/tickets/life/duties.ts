import { and, asc, eq, isNotNull } from 'drizzle-orm'
import { DiscordAPIError } from 'discord.js'
import { createKeyedQueue } from '#kit/keyed-queue.ts'
import { explain, isFinal, refusal, untaken } from '#kit/discord-errors.ts'
import type { UserError } from '#kit/errors.ts'
import { guildContext } from '#kernel/context.ts'
import { onOwnInitiative } from '#kernel/discord/initiator.ts'
import { type Context, job, processState, type Services } from '#kernel/feature.ts'
import contract from '../contract.ts'
import { ticketDuties, tickets } from '../table.ts'
import { addDuties, keyOf, placeAgainHandle, settleHandle, settleInBulkHandle, type Ticket, ticketOf } from './rows.ts'
import type { DutyKind } from './states.ts'

export type TicketContext = Context<typeof contract>
type Duty = typeof ticketDuties.$inferSelect

/**
 * Does one of a ticket's duties; may be called again after a crash.
 * @returns what could not be done and will not be tried again, as a sentence
 * @throws where it should be tried again
 */
export type Perform = (ctx: TicketContext, ticket: Ticket, duty: Duty) => Promise<string | undefined>
export type Performers = Readonly<Record<DutyKind, Perform>>

const queues = processState(() => createKeyedQueue())
const performers = processState((): { current?: Performers } => ({}))

/** Sets which function performs which duty, at startup: duties need actions, and actions need duties. */
export const supplyPerformers = (services: Services, all: Performers): void => void (performers(services).current = all)

const next = ({ db }: Pick<Services, 'db'>, { guildId, id }: Pick<Ticket, 'guildId' | 'id'>): Duty | undefined =>
  db
    .select()
    .from(ticketDuties)
    .where(and(eq(ticketDuties.guildId, guildId), eq(ticketDuties.ticketId, id)))
    .orderBy(asc(ticketDuties.id))
    .limit(1)
    .get()

const sentenceOf = (error: DiscordAPIError | UserError): string =>
  explain(error)?.message ?? (error instanceof DiscordAPIError ? refusal(error) : error.message)

const placeAgainMs = 60_000
const channelStays = 'So its channel stays. Delete the ticket to remove it without a transcript.'

/**
 * Keeps the channel of a closed ticket whose transcript failed: deleting it would lose what was said there. The team is
 * offered the choices of a closed ticket instead.
 * @returns whether it would have been deleted, now or later
 */
function keepChannel(services: Services, ticket: Ticket): boolean {
  if (ticket.state !== 'closed') return false
  const { db } = services
  return db.transaction(() => {
    const removal = db
      .delete(ticketDuties)
      .where(and(eq(ticketDuties.ticketId, ticket.id), eq(ticketDuties.kind, 'removal')))
      .run()
    const later = db
      .update(tickets)
      .set({ deleteAt: null })
      .where(and(eq(tickets.id, ticket.id), isNotNull(tickets.deleteAt)))
      .run()
    if (removal.changes + later.changes === 0) return false
    addDuties(services, ticket, [{ kind: 'notice', detail: { about: 'closed', cause: 'no_transcript' } }])
    return true
  })
}

/**
 * Schedules another try after Discord refused to change who sees a ticket: one refusal must not leave it visible to
 * people who should no longer see it.
 * @returns a sentence that says so
 */
function placeLater({ scheduler, now }: Services, { id: dutyId, guildId, ticketId, detail }: Duty): string {
  scheduler.at(placeAgainHandle, {
    at: now() + placeAgainMs,
    key: `${keyOf({ id: ticketId })}:${dutyId}`,
    guildId,
    payload: { ticketId, dutyId, detail },
  })
  return 'I will keep trying for half a day to limit access to the right people.'
}

/**
 * Does everything that is still to be done in Discord for a ticket, in order. Tickets never wait for one another.
 * @returns what could not be done, as sentences
 * @throws if Discord does not answer: the job tries again
 */
const settleAll = (services: Services, { guildId, id }: Pick<Ticket, 'guildId' | 'id'>): Promise<string[]> =>
  // Ticket channels are the bot's own, and the first caller does the duties of all callers.
  onOwnInitiative(() =>
    queues(services)(keyOf({ id }), async () => {
      const problems: string[] = []
      for (let duty = next(services, { guildId, id }); duty; duty = next(services, { guildId, id })) {
        const guild = services.client.guilds.cache.get(guildId)
        if (!guild?.available) throw new Error('the server is not available')
        const ticket = ticketOf(services, guildId, id)
        const perform = performers(services).current?.[duty.kind]
        if (ticket && perform)
          try {
            const problem = await perform(guildContext(services, contract, guild), ticket, duty)
            if (problem !== undefined) problems.push(problem)
          } catch (error) {
            if (!isFinal(error)) throw error
            services.log.warn({ err: error, guildId, ticketId: id, duty: duty.kind }, 'refused for a ticket')
            problems.push(sentenceOf(error))
            if (duty.kind === 'place' && ticket?.state !== 'deleted') problems.push(placeLater(services, duty))
            if (duty.kind === 'transcript' && keepChannel(services, ticket)) problems.push(channelStays)
          }
        services.db.delete(ticketDuties).where(eq(ticketDuties.id, duty.id)).run()
      }
      return problems
    }),
  )

/**
 * The same for a caller who waits for the result. Never throws: if Discord does not answer, a job tries again, and the
 * result says so.
 * @returns what could not be done, as sentences
 */
export async function settle(services: Services, ticket: Pick<Ticket, 'guildId' | 'id'>): Promise<string[]> {
  try {
    return await settleAll(services, ticket)
  } catch (err) {
    services.log.warn({ err, guildId: ticket.guildId, ticketId: ticket.id }, 'a ticket will be settled later')
    return [`${untaken} I will go on as soon as it does.`]
  }
}

export const settleTicket = job({
  handle: settleHandle,
  lane: 'answers',
  promise: () => 'finish what was started in a ticket',
  async run(services, { ticketId }, { guildId }) {
    if (guildId !== null) await settleAll(services, { guildId, id: ticketId })
  },
})

export const settleInBulk = job({
  handle: settleInBulkHandle,
  lane: 'bulk',
  promise: () => 'update who can see a ticket',
  async run(services, { ticketId }, { guildId }) {
    if (guildId !== null) await settleAll(services, { guildId, id: ticketId })
  },
})

export const placeAgain = job({
  handle: placeAgainHandle,
  lane: 'bulk',
  promise: ({ ticketId }) => `limit access to ticket ${ticketId} to the right people`,
  run: (services, { ticketId, dutyId, detail }, { guildId }) =>
    onOwnInitiative(() =>
      queues(services)(keyOf({ id: ticketId }), async () => {
        const guild = guildId === null ? undefined : services.client.guilds.cache.get(guildId)
        if (!guild?.available) throw new Error('the server is not available')
        const ticket = ticketOf(services, guild.id, ticketId)
        if (!ticket || ticket.state === 'deleted') return
        const duty: Duty = { id: dutyId, guildId: guild.id, ticketId, kind: 'place', detail }
        await performers(services).current?.place(guildContext(services, contract, guild), ticket, duty)
      }),
    ),
})

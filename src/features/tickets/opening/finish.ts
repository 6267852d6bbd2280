import type { Guild, AnyThreadChannel } from 'discord.js'
import { z } from 'zod'
import { guildContext } from '#kernel/context.ts'
import { inLane } from '#kernel/discord/lanes.ts'
import { type Context, job, jobHandle, processState, type Services } from '#kernel/feature.ts'
import { explain, isFinal } from '#kit/discord-errors.ts'
import { freshMember } from '#kit/fresh-member.ts'
import { createKeyedQueue } from '#kit/keyed-queue.ts'
import { inert } from '#kit/template.ts'
import tickets from '../contract.ts'
import { deleteTicket } from '../life/close.ts'
import { handleMissedDepartures } from '../life/member-changes.ts'
import { act, dropTicket, noteChannel, type Ticket, ticketOf, unfinished } from '../life/rows.ts'
import { panelDesign, type PanelDesign } from '../panels/contract.ts'
import { panelOf } from '../panels/rows.ts'
import { teamOfPanel } from '../panels/panel-team.ts'
import { findPlace, makePlace } from './create-channel.ts'
import { findMessage, pin, postOpening, pingedFor } from './opening-message.ts'
import { addRolesToThread } from '../life/thread-team.ts'
import { rolesOfPanel } from '../rights/rights.ts'

/**
 * Brings the team into a ticket that is a private thread. Roles that the opening message pings are already there.
 * @throws if Discord does not answer; a refusal keeps nobody from a ticket
 */
async function addTeam(
  ctx: Context<typeof tickets>,
  ticket: Ticket,
  design: PanelDesign,
  thread: AnyThreadChannel,
): Promise<void> {
  const pinged = pingedFor(ctx, design)
  const roles = rolesOfPanel(ctx.own, design).answer.filter(id => !pinged.includes(id))
  await addRolesToThread(ctx, ticket, thread, { roles, nonce: `${ticket.id}-${ticket.openedAt.toString(36)}-team` })
}

type Ctx = Context<typeof tickets>

/** How long the press has to finish opening a stored ticket before a job does it. */
const resumeMs = 60_000
/** After this time nobody is waiting any more for a ticket that could not be opened. */
const staleMs = 60 * 60_000

const which = z.object({ ticketId: z.number() })
const finishing = jobHandle(which)
const keyOf = (ticketId: number) => `ticket:${ticketId}`

/** Tickets of one server are opened one after another, independently of other servers. */
const inOrder = processState(createKeyedQueue)
/** Tickets that are being opened right now, and whether their opener has left since. */
const underWay = processState(() => new Map<number, { ticket: Ticket; left: boolean }>())

/** Schedules a job that opens the ticket if the press fails. Call it in the transaction that stores the ticket. */
export function finishLater({ scheduler, now }: Services, { guildId, id }: Ticket, inMs = resumeMs): void {
  scheduler.at(finishing, { at: now() + inMs, guildId, key: keyOf(id), payload: { ticketId: id } })
}

/** Notes that a member whose ticket is being opened has left. */
export function noteLeaving(services: Services, guildId: string, userId: string): void {
  for (const one of underWay(services).values())
    if (one.ticket.guildId === guildId && one.ticket.openerId === userId) one.left = true
}

/**
 * Creates a written ticket's channel or thread with its opening message. @returns undefined if the ticket was dropped
 * @param resumed whether an earlier try may already have created something
 */
async function performOpening(ctx: Ctx, written: Ticket, resumed: boolean): Promise<Ticket | undefined> {
  const { guild } = ctx
  const stored = panelOf(ctx, guild.id, written.panelId)
  // Deleted in the meantime: the ticket is opened with default settings.
  const design = stored?.design ?? {
    ...panelDesign.parse({ title: written.panelTitle, kind: written.kind }),
    ...teamOfPanel(ctx, guild.id, written.panelId),
  }
  if (resumed && !(written.openerId && (await freshMember(guild, written.openerId)))) {
    const left = written.channelId ?? (await findPlace(ctx, written))?.id
    const ticket = left === undefined ? undefined : noteChannel(ctx, written, left)
    if (ticket) await deleteTicket(ctx, ticket, { by: null })
    else dropTicket(ctx, written)
    return undefined
  }
  const known = written.channelId === null ? undefined : await guild.channels.fetch(written.channelId)
  const channel =
    (known?.isTextBased() ? known : undefined) ??
    (resumed ? await findPlace(ctx, written) : undefined) ??
    (await makePlace(ctx, written, design))
  const ticket = noteChannel(ctx, written, channel.id) ?? written
  if (channel.isThread() && ticket.openerId !== null) await channel.members.add(ticket.openerId)
  const message =
    (resumed ? await findMessage(ctx, channel) : undefined) ?? (await postOpening(ctx, ticket, design, channel))
  if (channel.isThread()) await addTeam(ctx, ticket, design, channel)
  const by = ticket.openerId === null ? null : { id: ticket.openerId, name: ticket.openerName ?? '' }
  const opened = act(ctx, ticket, 'opened', {
    change: { openMessageId: message.id },
    event: { kind: 'opened', by, detail: { panel: ticket.panelTitle } },
  })
  await pin(ctx, message)
  return opened
}

/**
 * Opens a stored ticket.
 * @returns the open ticket; undefined if its opener has left in the meantime
 * @throws UserError, or the error from Discord. After a final refusal no ticket is left behind; after anything else it
 * is tried again later.
 */
export async function finishOpening(
  services: Services,
  guild: Guild,
  ticketId: number,
  resumed = false,
): Promise<Ticket | undefined> {
  const ticket = ticketOf(services, guild.id, ticketId)
  if (ticket?.state !== 'opening') return ticket
  const ctx = guildContext(services, tickets, guild)
  underWay(services).set(ticketId, { ticket, left: false })
  try {
    const opened = await inOrder(services)(guild.id, () =>
      inLane('answers', () => performOpening(ctx, ticket, resumed)),
    )
    services.scheduler.cancel(finishing, keyOf(ticketId))
    if (opened && underWay(services).get(ticketId)?.left) {
      await handleMissedDepartures(ctx, opened)
      return undefined
    }
    return opened
  } catch (error) {
    if (isFinal(error)) {
      services.log.warn({ err: error, guildId: guild.id, ticketId }, 'a ticket could not be opened')
      await giveUp(ctx, ticketId)
    }
    throw error
  } finally {
    underWay(services).delete(ticketId)
  }
}

/** Deletes what exists of a ticket that cannot be opened. */
async function giveUp(ctx: Ctx, ticketId: number): Promise<void> {
  const ticket = ticketOf(ctx, ctx.guild.id, ticketId)
  if (ticket?.state !== 'opening') return
  const channel = ctx.guild.channels.cache.get(ticket.channelId ?? '')
  dropTicket(ctx, ticket)
  ctx.scheduler.cancel(finishing, keyOf(ticketId))
  await channel?.delete('The ticket could not be opened').catch((err: unknown) => {
    ctx.log.warn({ err, guildId: ctx.guild.id }, 'the channel of a ticket that could not be opened stays')
  })
}

/** The press was answered long ago: sends its author a message that there is no ticket after all. */
async function tellOpener({ client, guild, log }: Ctx, { openerId, id }: Ticket, why: string): Promise<void> {
  if (openerId === null) return
  const content = `Your ticket in **${inert(guild.name)}** could not be opened. ${why}`
  await client.users.send(openerId, { content, allowedMentions: { parse: [] } }).catch((err: unknown) => {
    log.info({ err, guildId: guild.id, ticketId: id }, 'nobody could be told that a ticket was not opened')
  })
}

/** Opens a ticket for which the press failed because the process was killed or Discord did not answer. */
export const finishTicket = job({
  handle: finishing,
  payload: which,
  lane: 'answers',
  promise: () => 'open a ticket that somebody asked for',
  async run(services, { ticketId }, { guildId }) {
    const guild = services.client.guilds.cache.get(guildId ?? '')
    const ticket = guild && ticketOf(services, guild.id, ticketId)
    if (!guild || ticket?.state !== 'opening') return
    if (underWay(services).has(ticketId)) return finishLater(services, ticket)
    if (!guild.available) throw new Error('the server is not available')
    const ctx = guildContext(services, tickets, guild)
    if (services.now() - ticket.openedAt > staleMs) {
      await giveUp(ctx, ticketId)
      await tellOpener(ctx, ticket, 'It took too long. Press the button again if you still need it.')
      return
    }
    try {
      await finishOpening(services, guild, ticketId, true)
    } catch (error) {
      if (!isFinal(error)) throw error
      await tellOpener(ctx, ticket, explain(error)?.message ?? 'Tell the server’s team.')
    }
  },
})

/** Resumes the tickets that were being opened when the process ended. */
export function finishAll(services: Services): void {
  for (const ticket of unfinished(services)) finishLater(services, ticket, 0)
}

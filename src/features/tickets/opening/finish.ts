import { DiscordAPIError, type Guild, type GuildTextBasedChannel, type Message } from 'discord.js'
import { z } from 'zod'
import { guildContext } from '#kernel/context.ts'
import { inLane } from '#kernel/discord/lanes.ts'
import { type Context, job, jobHandle, processState, type Services } from '#kernel/feature.ts'
import { isOutage } from '#kit/discord-errors.ts'
import { UserError } from '#kit/errors.ts'
import { freshMember } from '#kit/fresh-member.ts'
import { createInOrder } from '#kit/in-order.ts'
import tickets from '../contract.ts'
import { deleteTicket } from '../life/close.ts'
import { controlsOf } from '../life/controls.ts'
import { act, dropTicket, noteChannel, type Ticket, ticketOf, unfinished } from '../life/rows.ts'
import { type PanelDesign, panelDesign } from '../panels/contract.ts'
import { panelOf } from '../panels/rows.ts'
import { isOpen, nextOpening } from './hours.ts'
import { findPlace, makePlace } from './make-place.ts'
import { padded } from './name.ts'
import { type Answer, openingMessage } from './template.ts'

type Ctx = Context<typeof tickets>

/** After a ticket was written down, so long is left to whoever pressed; then it is seen to. */
const resumeMs = 60_000
/** Nobody waits any more for a ticket that could not be opened for so long. */
const staleMs = 60 * 60_000
/** Messages that are searched for the opening message, oldest first. */
const searched = 20

const which = z.object({ ticketId: z.number() })
const finishing = jobHandle(which)
const keyOf = (ticketId: number) => `ticket:${ticketId}`

/** One server's tickets are opened one after the other, others' beside them. */
const inOrder = processState(createInOrder)
/** Tickets that are being opened right now, and whether their opener has left meanwhile. */
const underWay = processState(() => new Map<number, { ticket: Ticket; left: boolean }>())

/** Sees to it that a ticket is opened, whatever becomes of the press. Call it in the transaction that writes it down. */
export function finishLater({ scheduler, now }: Services, { guildId, id }: Ticket, inMs = resumeMs): void {
  scheduler.at(finishing, { at: now() + inMs, guildId, key: keyOf(id), payload: { ticketId: id } })
}

/** Somebody leaves whose ticket is being opened. */
export function noteLeaving(services: Services, guildId: string, userId: string): void {
  for (const one of underWay(services).values())
    if (one.ticket.guildId === guildId && one.ticket.openerId === userId) one.left = true
}

/** When the team is there again, for a ticket that was opened outside of its hours. */
function hoursNote(ctx: Ctx, { hours }: PanelDesign): string | undefined {
  const at = ctx.now()
  if (isOpen(hours, at)) return undefined
  const opens = nextOpening(hours, at)
  if (opens === undefined) return 'The team is not here at present. It will answer once it is back.'
  return `The team is not here now. It is back <t:${Math.ceil(opens / 1000)}:F>.`
}

const pingedFor = ({ own, guild }: Ctx, design: PanelDesign) =>
  [...new Set([...(own.pingRole === null ? [] : [own.pingRole]), ...design.ping_roles])].filter(id =>
    guild.roles.cache.has(id),
  )

// What is stored of answers was written by us.
const answersOf = ({ answers }: Ticket): Answer[] => (Array.isArray(answers) ? (answers as Answer[]) : [])

/** The opening message that was posted just before the bot was killed. */
async function findMessage(ctx: Ctx, channel: GuildTextBasedChannel): Promise<Message | undefined> {
  const found = await channel.messages.fetch({ after: channel.id, limit: searched })
  return [...found.values()]
    .toSorted((a, b) => a.createdTimestamp - b.createdTimestamp)
    .find(({ author, embeds }) => author.id === ctx.client.user.id && embeds.length > 0)
}

async function post(ctx: Ctx, ticket: Ticket, design: PanelDesign, channel: GuildTextBasedChannel): Promise<Message> {
  const { own, guild } = ctx
  const answers = answersOf(ticket)
  const pinged = pingedFor(ctx, design)
  const openerId = ticket.openerId ?? ''
  const { content, embeds, more } = openingMessage(
    design,
    {
      number: padded(ticket.number, own.ticketPadding),
      openerId,
      username: guild.members.cache.get(openerId)?.user.username ?? ticket.openerName ?? '',
      displayName: ticket.openerName ?? '',
      server: guild.name,
    },
    { answers, pinged, note: hoursNote(ctx, design) },
  )
  const nonce = (part: number) => ({
    nonce: `open-${ticket.id}-${ticket.openedAt.toString(36)}-${part}`.slice(0, 25),
    enforceNonce: true,
  })
  const files = answers.flatMap(one => one.files ?? []).map(({ name, url }) => ({ name, attachment: url }))
  const send = (withFiles: boolean) =>
    channel.send({
      content,
      embeds,
      components: controlsOf(ticket, design),
      allowedMentions: { users: [openerId], roles: pinged },
      ...nonce(0),
      ...(withFiles && { files }),
    })
  const refused = (err: unknown, what: string) => {
    if (isOutage(err)) throw err
    ctx.log.warn({ err, guildId: guild.id, ticketId: ticket.id }, what)
  }
  const message = await send(files.length > 0)
    .catch(error => {
      if (files.length === 0) throw error
      // Too large for this server, or no longer there: their names stand among the answers.
      refused(error, 'files of an answer were not posted')
      return send(false)
    })
    .catch(error => {
      // A picture or an emoji that Discord does not take must not keep anybody from a ticket.
      if (!(error instanceof DiscordAPIError && error.status === 400)) throw error
      refused(error, 'an opening message was posted without its pictures')
      return channel.send({
        content,
        embeds: embeds.map(({ title, description, color, fields }) => ({
          ...(title !== undefined && { title }),
          ...(description !== undefined && { description }),
          ...(color !== undefined && { color }),
          ...(fields && { fields }),
        })),
        components: controlsOf(ticket, undefined),
        allowedMentions: { users: [openerId], roles: pinged },
        ...nonce(0),
      })
    })
  for (const [part, next] of more.entries())
    await channel.send({ embeds: next, allowedMentions: { parse: [] }, ...nonce(part + 1) })
  return message
}

async function pin(ctx: Ctx, message: Message): Promise<void> {
  if (!ctx.own.autoPinTicket) return
  await message.pin().catch((err: unknown) => {
    ctx.log.warn({ err, guildId: ctx.guild.id }, 'the opening message was not pinned')
  })
}

/** @param resumed whether an earlier try may have got so far */
async function bringAbout(ctx: Ctx, written: Ticket, resumed: boolean): Promise<Ticket | undefined> {
  const { guild } = ctx
  const stored = panelOf(ctx, guild.id, written.panelId)
  // Deleted meanwhile: the ticket is opened as any other.
  const design = stored?.design ?? panelDesign.parse({ title: written.panelTitle, kind: written.kind })
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
  const message = (resumed ? await findMessage(ctx, channel) : undefined) ?? (await post(ctx, ticket, design, channel))
  const by = ticket.openerId === null ? null : { id: ticket.openerId, name: ticket.openerName ?? '' }
  const opened = act(ctx, ticket, 'opened', {
    change: { openMessageId: message.id },
    event: { kind: 'opened', by, detail: { panel: ticket.panelTitle } },
  })
  await pin(ctx, message)
  return opened
}

const isFinal = (error: unknown) =>
  error instanceof UserError ||
  (error instanceof DiscordAPIError && error.status >= 400 && error.status < 500 && error.status !== 429)

/**
 * Opens a ticket that is written down.
 * @returns it as it is then; undefined where its opener has left meanwhile
 * @throws UserError, or what Discord answers. What Discord refuses for good leaves no ticket behind; anything else is
 * tried again later.
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
    const opened = await inOrder(services)(guild.id, () => inLane('answers', () => bringAbout(ctx, ticket, resumed)))
    services.scheduler.cancel(finishing, keyOf(ticketId))
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

/** Takes back what there is of a ticket that cannot be opened. */
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

/** Opens what a press could not: the bot was killed, or Discord did not answer. */
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
    if (services.now() - ticket.openedAt > staleMs) return giveUp(guildContext(services, tickets, guild), ticketId)
    try {
      await finishOpening(services, guild, ticketId, true)
    } catch (error) {
      // Nobody waits for the reason any more, and nothing is left behind.
      if (!isFinal(error)) throw error
    }
  },
})

/** Sees to the tickets that were being opened when the bot ended. */
export function finishAll(services: Services): void {
  for (const ticket of unfinished(services)) finishLater(services, ticket, 0)
}

import { DiscordAPIError, type GuildTextBasedChannel, type Message } from 'discord.js'
import type { Context } from '#kernel/feature.ts'
import { isOutage } from '#kit/discord-errors.ts'
import { endTag } from '#kit/template.ts'
import type tickets from '../contract.ts'
import { controlsOf, plainControlsOf } from '../life/controls.ts'
import { openedForBy, openedForLine } from '../life/opened-for.ts'
import type { Ticket } from '../life/rows.ts'
import type { PanelDesign } from '../panels/contract.ts'
import { isOpen, nextOpening } from '../panels/hours.ts'
import { shownNumber } from './name.ts'
import { type Answer, openingMessage } from './template.ts'

type Ctx = Context<typeof tickets>

/** How many messages are searched for the opening message, oldest first. */
const searched = 20

/** Returns when the team is available again, for a ticket that was opened outside of its hours. */
function hoursNote(ctx: Ctx, { hours }: PanelDesign): string | undefined {
  const at = ctx.now()
  if (isOpen(hours, at)) return undefined
  const opens = nextOpening(hours, at)
  if (opens === undefined) return 'The team is not here at present. It will answer once it is back.'
  return `The team is not here now. It is back ${endTag(opens, 'F')}.`
}

/** Returns a line for a member whose ticket was opened by the team. */
function teamNote(ctx: Ctx, ticket: Ticket): string | undefined {
  const opened = openedForBy(ctx, ticket)
  return opened && openedForLine(opened.byName)
}

/** Returns the roles that a new ticket pings. */
export const pingedFor = ({ own, guild }: Ctx, design: PanelDesign) =>
  [...new Set([...(own.pingRole === null ? [] : [own.pingRole]), ...design.ping_roles])].filter(id =>
    guild.roles.cache.has(id),
  )

// The stored answers were written by this feature.
const answersOf = ({ answers }: Ticket): Answer[] => (Array.isArray(answers) ? (answers as Answer[]) : [])

/** Returns the opening message that was posted just before the process was killed. */
export async function findMessage(ctx: Ctx, channel: GuildTextBasedChannel): Promise<Message | undefined> {
  const found = await channel.messages.fetch({ after: channel.id, limit: searched })
  return [...found.values()]
    .toSorted((a, b) => a.createdTimestamp - b.createdTimestamp)
    .find(({ author, embeds }) => author.id === ctx.client.user.id && embeds.length > 0)
}

/**
 * Posts the first message of a ticket: the pings, the opening text, the answers and the controls.
 * @param again makes the nonce of a further posting different from the first; nobody is pinged again
 */
export async function postOpening(
  ctx: Ctx,
  ticket: Ticket,
  design: PanelDesign,
  channel: GuildTextBasedChannel,
  again?: number,
): Promise<Message> {
  const { guild } = ctx
  const answers = answersOf(ticket)
  const pinged = pingedFor(ctx, design)
  const openerId = ticket.openerId ?? ''
  const { content, embeds, more } = openingMessage(
    design,
    {
      number: shownNumber(ctx, ticket),
      openerId,
      username: guild.members.cache.get(openerId)?.user.username ?? ticket.openerName ?? '',
      displayName: ticket.openerName ?? '',
      server: guild.name,
    },
    { answers, pinged, note: [teamNote(ctx, ticket), hoursNote(ctx, design)].filter(Boolean).join('\n') },
  )
  const nonce = (part: number) => ({
    // At most 25 characters; the time distinguishes it from ids of an earlier database.
    nonce: `${again === undefined ? ticket.id : `again-${again}`}-${ticket.openedAt.toString(36)}-${part}`,
    enforceNonce: true,
  })
  const allowedMentions = again === undefined ? { users: [openerId], roles: pinged } : { parse: [] }
  const files = answers.flatMap(one => one.files ?? []).map(({ name, url }) => ({ name, attachment: url }))
  const send = (withFiles: boolean) =>
    channel.send({
      content,
      embeds,
      components: controlsOf(ticket, design),
      allowedMentions,
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
      // Too large for this server, or no longer there: their names are shown among the answers.
      refused(error, 'files of an answer were not posted')
      return send(false)
    })
    .catch(error => {
      // A picture or an emoji that Discord refuses must not prevent a ticket.
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
        components: plainControlsOf(ticket, design),
        allowedMentions,
        ...nonce(0),
      })
    })
  for (const [part, next] of more.entries())
    await channel.send({ embeds: next, allowedMentions: { parse: [] }, ...nonce(part + 1) })
  return message
}

export async function pin(ctx: Ctx, message: Message): Promise<void> {
  if (!ctx.own.autoPinTicket) return
  await message.pin().catch((err: unknown) => {
    ctx.log.warn({ err, guildId: ctx.guild.id }, 'the opening message was not pinned')
  })
}

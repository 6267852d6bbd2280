import { ChannelType, type Guild, type GuildTextBasedChannel, ThreadAutoArchiveDuration } from 'discord.js'
import type { Context } from '#kernel/feature.ts'
import { UserError } from '#kit/errors.ts'
import { isHidden } from '#kit/hidden-channel.ts'
import { cut, inert } from '#kit/template.ts'
import type tickets from '../contract.ts'
import { ticketOverwrites } from '../life/overwrites.ts'
import { holdsTicket, type Ticket } from '../life/rows.ts'
import type { PanelDesign } from '../panels/contract.ts'
import { panelOf } from '../panels/rows.ts'
import { categoryFor, isRefusedParent, serverIsFull } from '../panels/category.ts'
import { shownNumber } from './name.ts'

type Ctx = Context<typeof tickets>

/** The greatest difference expected between our clock and Discord's (ms). */
const skewMs = 60_000
const longestTopic = 200

const reasonOf = (ctx: Ctx, ticket: Ticket) => `Ticket ${shownNumber(ctx, ticket)}`

/**
 * Begins the topic of a ticket's channel, by which a channel is found that was created just before the process was
 * killed.
 */
const mark = (ctx: Ctx, ticket: Ticket) => `${reasonOf(ctx, ticket)} ·`

const topicOf = (ctx: Ctx, ticket: Ticket) =>
  cut(`${mark(ctx, ticket)} ${inert(ticket.panelTitle)} · ${inert(ticket.openerName ?? '')}`, longestTopic)

async function makeChannel(ctx: Ctx, ticket: Ticket, design: PanelDesign): Promise<GuildTextBasedChannel> {
  const { guild, own } = ctx
  if (serverIsFull(guild))
    throw new UserError('tickets.server-full', 'This server has as many channels as Discord allows. Tell its team.')
  const me = guild.members.me ?? (await guild.members.fetchMe())
  const wanted = ticketOverwrites({
    guildId: guild.id,
    botId: me.id,
    held: me.permissions.bitfield,
    ticket,
    seats: design,
    own,
    guests: [],
    roleExists: id => guild.roles.cache.has(id),
  })
  const permissionOverwrites = wanted.map(({ id, type, allow, deny }) => ({
    id,
    type,
    allow: BigInt(allow),
    deny: BigInt(deny),
  }))
  const refused = new Set<string>()
  for (;;) {
    const parent = categoryFor(guild, own, design, refused)
    try {
      return await guild.channels.create({
        name: ticket.name,
        type: ChannelType.GuildText,
        topic: topicOf(ctx, ticket),
        permissionOverwrites,
        reason: reasonOf(ctx, ticket),
        ...(parent !== undefined && { parent }),
      })
    } catch (error) {
      if (parent === undefined || !isRefusedParent(error)) throw error
      refused.add(parent)
    }
  }
}

/** Returns the channel for a panel's private threads: where the panel is posted, or should be. */
function threadParent(ctx: Ctx, ticket: Ticket, design: PanelDesign) {
  const stored = panelOf(ctx, ctx.guild.id, ticket.panelId)
  const ids = [stored?.messageChannelId, design.channel_id]
  const parent = ids.map(id => ctx.guild.channels.cache.get(id ?? '')).find(one => one?.type === ChannelType.GuildText)
  if (parent?.type !== ChannelType.GuildText || isHidden(parent))
    throw new UserError('tickets.no-parent', 'This ticket’s channel is gone or hidden from me. Tell the server’s team.')
  return parent
}

async function makeThread(ctx: Ctx, ticket: Ticket, design: PanelDesign): Promise<GuildTextBasedChannel> {
  const thread = await threadParent(ctx, ticket, design).threads.create({
    name: ticket.name,
    type: ChannelType.PrivateThread,
    invitable: false,
    autoArchiveDuration: ThreadAutoArchiveDuration.OneWeek,
    reason: reasonOf(ctx, ticket),
  })
  return thread
}

/** Creates a ticket's channel or thread. @throws UserError if that is not possible, and any other error from Discord */
export const makePlace = (ctx: Ctx, ticket: Ticket, design: PanelDesign): Promise<GuildTextBasedChannel> =>
  ticket.kind === 'thread' ? makeThread(ctx, ticket, design) : makeChannel(ctx, ticket, design)

const isNewerThan = ({ openedAt }: Ticket, createdAt: number | null) => (createdAt ?? 0) >= openedAt - skewMs

/** Returns the channel or thread created for a ticket just before the process was killed or a response was lost. */
export async function findPlace(ctx: Ctx, ticket: Ticket): Promise<GuildTextBasedChannel | undefined> {
  const { guild, client } = ctx
  if (ticket.kind === 'channel') return findChannel(guild, ctx, ticket)
  const { threads } = await guild.channels.fetchActiveThreads()
  return threads.find(
    thread =>
      thread.ownerId === client.user.id &&
      thread.name === ticket.name &&
      isNewerThan(ticket, thread.createdTimestamp) &&
      !holdsTicket(ctx, thread.id),
  )
}

async function findChannel(guild: Guild, ctx: Ctx, ticket: Ticket): Promise<GuildTextBasedChannel | undefined> {
  // A channel created a moment ago may not have arrived through the gateway yet.
  const channels = await guild.channels.fetch()
  for (const channel of channels.values()) {
    if (channel?.type !== ChannelType.GuildText || isHidden(channel)) continue
    const isMarked = channel.topic?.startsWith(mark(ctx, ticket)) ?? false
    if (isMarked && isNewerThan(ticket, channel.createdTimestamp) && !holdsTicket(ctx, channel.id)) return channel
  }
  return undefined
}

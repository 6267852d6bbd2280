import {
  type APITextChannel,
  DiscordAPIError,
  type AnyThreadChannel,
  type GuildBasedChannel,
  type NonThreadGuildBasedChannel,
  OverwriteType,
  RESTJSONErrorCodes as Code,
  Routes,
} from 'discord.js'
import { z } from 'zod'
import { UserError } from '#kit/errors.ts'
import { freshThread } from '#kit/fresh-channel.ts'
import { hiddenChannel, isHidden } from '#kit/hidden-channel.ts'
import { panelOf } from '../panels/rows.ts'
import { teamOfPanel } from '../panels/panel-team.ts'
import { categoriesFor, firstWithRoom, isRefusedParent } from '../panels/category.ts'
import { hasForgottenGuest } from '../record/forget.ts'
import { mayAnswer, rolesOfTicket } from '../rights/rights.ts'
import { shownNumber } from '../opening/name.ts'
import { memberHere, stillHolds, takeBack } from './claim-holder.ts'
import type { Perform, TicketContext } from './duties.ts'
import { mergedOverwrites, sameOverwrites, ticketOverwrites } from './overwrites.ts'
import { act, guestsOf, type Ticket } from './rows.ts'
import { addRolesToThread, formerTeam, strangersIn, teamAmong } from './thread-team.ts'

const placeDetail = z.object({
  /** Whether to move it into the category for its state. */
  move: z.boolean().default(false),
  /**
   * Whether it was handed to another panel: a category that the server uses for all panels may not be that panel's own.
   */
  handed: z.boolean().default(false),
  /** People and roles that no longer have anything to do with it. */
  dropped: z.array(z.string()).default([]),
  /** Roles that answer it now and did not before: in a thread, their members are brought in by mentioning them. */
  joined: z.array(z.string()).default([]),
  /** People who are new on its team, to be added to a thread. */
  came: z.array(z.string()).default([]),
  /** Whether a role that answered or read it was deleted: people may still be in its thread by that role. */
  unseated: z.boolean().default(false),
  /** Whether it was reopened: people who joined its team while it was closed are added to its thread. */
  reopened: z.boolean().default(false),
})

/** The reason in Discord's audit log. */
const reason = (ctx: TicketContext, ticket: Ticket) => `Ticket #${shownNumber(ctx, ticket)}`

/** Returns the ticket's channel or thread; undefined if it is gone. @throws any other error from Discord */
export async function placeOf(
  { guild }: Pick<TicketContext, 'guild'>,
  { channelId }: Pick<Ticket, 'channelId'>,
): Promise<GuildBasedChannel | undefined> {
  if (channelId === null) return undefined
  const known = guild.channels.cache.get(channelId)
  if (known) return known
  try {
    return (await guild.channels.fetch(channelId)) ?? undefined
  } catch (error) {
    if (error instanceof DiscordAPIError && error.code === Code.UnknownChannel) return undefined
    throw error
  }
}

/** Returns the category for a ticket that was closed, reopened or handed to another panel; undefined if it stays. */
function belongsIn(ctx: TicketContext, ticket: Ticket, parentId: string | null, handed: boolean): string | undefined {
  const { own, guild } = ctx
  const { defaultClosed, closedCategories } = own
  const { categories } = panelOf(ctx, guild.id, ticket.panelId)?.design ?? { categories: [] }
  const ids =
    ticket.state === 'closed'
      ? [...(defaultClosed === null ? [] : [defaultClosed]), ...closedCategories]
      : categoriesFor(own, { categories })
  const right = handed && categories.length > 0 ? categories : ids
  if (parentId !== null && right.includes(parentId)) return undefined
  const found = firstWithRoom(guild, ids)
  return found === parentId ? undefined : found
}

/**
 * Fetches a channel's overwrites and category from Discord. The cache may lack a change made a moment ago, which would
 * be undone. Undefined if the channel is gone. @throws any other error from Discord
 */
async function channelAtDiscord({ client }: TicketContext, channelId: string) {
  try {
    const { permission_overwrites, parent_id } = (await client.rest.get(Routes.channel(channelId))) as APITextChannel
    return { present: permission_overwrites ?? [], parentId: parent_id ?? null }
  } catch (error) {
    if (error instanceof DiscordAPIError && error.code === Code.UnknownChannel) return undefined
    throw error
  }
}

async function placeChannel(
  ctx: TicketContext,
  ticket: Ticket,
  channel: NonThreadGuildBasedChannel,
  { move, handed, dropped }: z.output<typeof placeDetail>,
): Promise<string | undefined> {
  const { guild } = ctx
  if (isHidden(channel)) throw hiddenChannel()
  const me = guild.members.me ?? (await guild.members.fetchMe())
  const holds = await stillHolds(ctx, ticket)
  const wanted = ticketOverwrites({
    guildId: guild.id,
    botId: me.id,
    held: me.permissions.bitfield,
    ticket: holds ? ticket : { ...ticket, claimedById: null },
    seats: teamOfPanel(ctx, guild.id, ticket.panelId),
    own: ctx.own,
    guests: guestsOf(ctx, ticket),
    roleExists: id => guild.roles.cache.has(id),
  })
  const now = await channelAtDiscord(ctx, channel.id)
  if (!now) return undefined
  const { present, parentId } = now
  const out = ticket.state === 'closed' ? [ticket.openerId, ...guestsOf(ctx, ticket).map(one => one.targetId)] : []
  const kept = new Set(wanted.map(({ id }) => id))
  const people = present.flatMap(({ id, type }) => (type === OverwriteType.Member && !kept.has(id) ? [id] : []))
  const strangers = await strangersAmong(ctx, ticket, people)
  const leaving = [...dropped, ...out, ...strangers, ...(holds ? [] : [ticket.claimedById])].filter(
    (id): id is string => id !== null && !kept.has(id),
  )
  const merged = mergedOverwrites(present, wanted, leaving)
  const parent = move ? belongsIn(ctx, ticket, parentId, handed) : undefined
  // An edit replaces all overwrites: a person added by hand since they were read would lose access again.
  if (parent === undefined && sameOverwrites(present, merged)) return undefined
  const permissionOverwrites = merged.map(({ allow, deny, ...whose }) => ({
    ...whose,
    allow: BigInt(allow),
    deny: BigInt(deny),
  }))
  // Through the library, which updates its cache from the response: what follows depends on who sees the channel now.
  const edit = (more: { parent?: string }) =>
    channel.edit({ permissionOverwrites, reason: reason(ctx, ticket), ...more })
  try {
    await edit(parent === undefined ? {} : { parent })
    return undefined
  } catch (error) {
    if (parent === undefined || !isRefusedParent(error)) throw error
    await edit({})
    return 'Discord does not let me move it into its category, so it stays where it is.'
  }
}

const hasForgotten = (ctx: TicketContext, ticket: Ticket) => ticket.openerId === null || hasForgottenGuest(ctx, ticket)

/**
 * Returns which of these people have nothing to do with a closed ticket whose opener, or one of whose guests, asked to
 * be forgotten: nobody knows any more which of them that is.
 */
async function strangersAmong(ctx: TicketContext, ticket: Ticket, ids: readonly string[]): Promise<string[]> {
  if (ticket.state !== 'closed' || !hasForgotten(ctx, ticket)) return []
  const strangers: string[] = []
  for (const id of ids) {
    const member = await memberHere(ctx, id)
    if (!member || !(member.user.bot || mayAnswer(ctx, member, ticket))) strangers.push(id)
  }
  return strangers
}

/** Updates a thread's people one by one. A locked thread can be reopened only by people who manage threads. */
async function placeThread(
  ctx: TicketContext,
  ticket: Ticket,
  thread: AnyThreadChannel,
  { dropped, joined, came, unseated, reopened }: z.output<typeof placeDetail>,
  nonce: string,
) {
  const isClosed = ticket.state === 'closed'
  const people = [
    ticket.openerId,
    ...guestsOf(ctx, ticket).flatMap(({ kind, targetId }) => (kind === 'user' ? [targetId] : [])),
  ].filter(id => id !== null)
  const now = await freshThread(thread)
  if (!now) return
  if (now.archived) await thread.setArchived(false, reason(ctx, ticket))
  const ignoreAbsent = (error: unknown) => {
    if (!(error instanceof DiscordAPIError && error.status === 404)) throw error
  }
  const present = isClosed && hasForgotten(ctx, ticket) ? [...(await thread.members.fetch()).keys()] : []
  const out = isClosed ? [...people, ...(await strangersAmong(ctx, ticket, present))] : []
  const former = await (unseated ? strangersIn(ctx, ticket, thread) : formerTeam(ctx, ticket, thread, dropped))
  const isRole = (id: string) => ctx.guild.roles.cache.has(id)
  const named = dropped.filter(id => !isRole(id))
  // Somebody who releases or transfers a ticket is still on its team.
  const stay = new Set((await teamAmong(ctx, ticket, named)).map(({ id }) => id))
  for (const id of [...out, ...former, ...named.filter(one => !stay.has(one))])
    if (isClosed || !people.includes(id)) await thread.members.remove(id).catch(ignoreAbsent)
  if (!isClosed) for (const id of people) await thread.members.add(id).catch(ignoreAbsent)
  await addRolesToThread(ctx, ticket, thread, { roles: reopened ? rolesOfTicket(ctx, ticket).answer : joined, nonce })
  if (!isClosed) for (const { id } of await teamAmong(ctx, ticket, came)) await thread.members.add(id)
  if (now.locked !== isClosed) await thread.setLocked(isClosed, reason(ctx, ticket))
}

/** Applies the stored ticket to who sees its channel and which category it is in. */
export const place: Perform = async (ctx, ticket, duty) => {
  if (ticket.state === 'deleted') return undefined
  const channel = await placeOf(ctx, ticket)
  if (!channel) return undefined
  const detail = placeDetail.parse(duty.detail)
  if (!(await stillHolds(ctx, ticket)) && takeBack(ctx, ticket, detail)) return undefined
  if (!channel.isThread()) return placeChannel(ctx, ticket, channel, detail)
  await placeThread(ctx, ticket, channel, detail, `ticket-${duty.id}`)
  return undefined
}

const removalDetail = z.object({ by: z.object({ id: z.string(), name: z.string() }).nullable().catch(null) })

/** Deletes its channel or thread, unless it has been reopened since. */
export const removal: Perform = async (ctx, ticket, duty) => {
  if (ticket.state === 'open') return undefined
  const { by } = removalDetail.parse(duty.detail)
  if (ticket.state !== 'deleted')
    act(ctx, ticket, 'delete', { change: { deletedAt: ctx.now(), deleteAt: null }, event: { kind: 'deleted', by } })
  const channel = await placeOf(ctx, ticket)
  if (!channel) return undefined
  try {
    await channel.delete(reason(ctx, ticket))
  } catch (error) {
    if (error instanceof DiscordAPIError && error.code === Code.UnknownChannel) return undefined
    if (error instanceof DiscordAPIError && error.status === 403)
      throw new UserError(
        'tickets.not-removed',
        `I could not delete <#${channel.id}>: I need Manage Channels there. Delete it by hand.`,
        403,
      )
    throw error
  }
  return undefined
}

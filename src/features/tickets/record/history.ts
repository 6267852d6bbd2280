import { type APIMessage, Routes } from 'discord.js'
import { inLane } from '#kernel/discord/lanes.ts'
import { isRefusal } from '#kit/discord-errors.ts'
import { isHidden } from '#kit/hidden-channel.ts'
import { missingIn } from '#kit/permissions.ts'
import { createBackgroundYield } from '#kit/event-loop.ts'
import type { TicketContext } from '../life/duties.ts'
import { placeOf } from '../life/ticket-channel.ts'
import { closedStretches, wasClosedAt } from '../life/closed-stretches.ts'
import { eventsOf, type Ticket } from '../life/rows.ts'
import { keepAttachment } from './attachments.ts'
import { attachmentsOf, noteDeleted, presentIds, recordAll, settleAttachment } from './rows.ts'
import { type RecordedFile, contentOfPayload } from './message-content.ts'

/** The most messages that Discord returns at once. */
const pageSize = 100
/** How many ids one statement takes, since each needs a placeholder. */
const noted = 500

/** Records every message that is in the channel now, newest first. @returns their ids and files */
async function readAll(ctx: TicketContext, ticket: Ticket, channelId: string) {
  const closed = closedStretches(eventsOf(ctx, ticket.guildId, ticket.id))
  const seen = new Set<string>()
  const files: RecordedFile[] = []
  const turns = createBackgroundYield()
  for (let before: string | undefined; ; ) {
    const query = new URLSearchParams({ limit: String(pageSize), ...(before !== undefined && { before }) })
    const page = (await ctx.client.rest.get(Routes.channelMessages(channelId), { query })) as APIMessage[]
    const said = page.map(contentOfPayload)
    recordAll(ctx, ticket, said, at => wasClosedAt(closed, at))
    for (const message of said) {
      seen.add(message.id)
      files.push(...message.files)
    }
    before = page.at(-1)?.id
    if (page.length < pageSize) return { seen, files }
    await turns()
  }
}

const myself = async ({ guild }: TicketContext) => guild.members.me ?? (await guild.members.fetchMe())

async function keepAll(ctx: TicketContext, ticket: Ticket, files: readonly RecordedFile[]): Promise<void> {
  const addresses = new Map(files.map(file => [file.id, file]))
  for (const row of attachmentsOf(ctx, ticket)) {
    if (row.state !== 'waiting') continue
    const file = addresses.get(row.id)
    const again = file && ctx.own.includeAttachments ? await keepAttachment(ctx, ticket, file) : false
    if (!file || !ctx.own.includeAttachments)
      settleAttachment(ctx, row, {
        state: 'not_kept',
        problem: file ? 'This server keeps no attachments.' : 'It was deleted before it could be copied.',
      })
    else if (again) settleAttachment(ctx, row, { state: 'not_kept', problem: 'Discord did not provide it.' })
  }
}

/**
 * Records everything in a ticket's channel, including what was written, edited and deleted while the bot was away, and
 * copies the files.
 * @returns why that was not possible, as a sentence: what was recorded before stays
 * @throws if Discord does not answer
 */
export async function completeRecord(ctx: TicketContext, ticket: Ticket): Promise<string | undefined> {
  const channel = await placeOf(ctx, ticket)
  if (channel && isHidden(channel)) return 'I could not see the channel, so this is what I recorded before.'
  // Without permission to read the history, Discord returns an empty one.
  if (channel?.isTextBased() && missingIn(channel, await myself(ctx), ['ReadMessageHistory']).length > 0)
    return 'I lack Read Message History in the channel, so this is what I recorded before.'
  const known = presentIds(ctx, ticket)
  const began = ctx.now()
  try {
    const read = channel && (await inLane('bulk', () => readAll(ctx, ticket, channel.id)))
    if (read) {
      const gone = known.filter(id => !read.seen.has(id))
      for (let at = 0; at < gone.length; at += noted) noteDeleted(ctx, ctx.guild.id, gone.slice(at, at + noted), began)
    }
    await keepAll(ctx, ticket, read?.files ?? [])
    return undefined
  } catch (error) {
    if (!isRefusal(error)) throw error
    await keepAll(ctx, ticket, [])
    return 'I could not read the whole channel, so this is what I recorded before.'
  }
}

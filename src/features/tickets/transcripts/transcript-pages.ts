import type { GuildMember } from 'discord.js'
import { z } from 'zod'
import { createBackgroundYield } from '#kit/event-loop.ts'
import { channelName } from '#kernel/rights/channel-rights.ts'
import type { Context } from '#kernel/feature.ts'
import type tickets from '../contract.ts'
import { ticketOf } from '../life/rows.ts'
import type { Audience, RecordedMessage } from '../record/recorded-message.ts'
import { shownNumber } from '../opening/name.ts'
import { countMessages, type Cursor, messagesOf, shownIn } from '../record/rows.ts'
import { ticketMessages } from '../record/table.ts'
import type { names, TranscriptFacts, TranscriptFormat } from './contract.ts'
import { asHtml } from './render/html.ts'
import { asJson } from './render/json.ts'
import type { Names } from './render/markdown-html.ts'
import { asText } from './render/text.ts'
import type { Transcript } from './rows.ts'

type Ctx = Context<typeof tickets>

/** How many messages are rendered before other work gets a turn. */
const atOnce = 25
const dayMs = 86_400_000

const answers = z.array(z.object({ label: z.string(), value: z.string() })).catch([])

/** Returns how many messages of a transcript its reader can see. */
export const messagesFor = (
  services: Pick<Ctx, 'db'>,
  { guildId, ticketId, messages }: Pick<Transcript, 'guildId' | 'ticketId' | 'messages'>,
  audience: Audience,
): number => (audience === 'team' ? messages : countMessages(services, { guildId, id: ticketId }, audience))

/** Returns the facts about a transcript, without its messages. */
export function factsOf(ctx: Ctx, transcript: Transcript, audience: Audience): TranscriptFacts {
  const ticket = ticketOf(ctx, ctx.guild.id, transcript.ticketId)
  return {
    id: transcript.id,
    ticketId: shownNumber(ctx, transcript),
    panelTitle: transcript.panelTitle,
    userName: transcript.openerName,
    openedAt: ticket?.openedAt ?? null,
    closedAt: ticket?.closedAt ?? null,
    closedByName: ticket?.closedByName ?? null,
    closeReason: ticket?.closeReason ?? null,
    rating: ticket?.rating ?? null,
    ratingComment: ticket?.ratingComment ?? null,
    answers: answers.parse(ticket?.answers ?? []),
    createdAt: transcript.createdAt,
    keptUntil: transcript.createdAt + ctx.own.retention * dayMs,
    messages: messagesFor(ctx, transcript, audience),
    size: transcript.size,
    problem: transcript.problem,
  }
}

/** Returns the people who wrote in a ticket, opened, claimed or closed it, by id, with the names they had then. */
function peopleOf(
  ctx: Pick<Ctx, 'db' | 'memory'>,
  { guildId, ticketId }: Pick<Transcript, 'guildId' | 'ticketId'>,
  audience: Audience,
): ReadonlyMap<string, string> {
  const { db } = ctx
  const ticket = ticketOf(ctx, guildId, ticketId)
  const authors = db
    .selectDistinct({ id: ticketMessages.authorId, name: ticketMessages.authorName })
    .from(ticketMessages)
    .where(shownIn({ guildId, id: ticketId }, audience))
    .all()
  const people = [
    { id: ticket?.closedById, name: ticket?.closedByName },
    { id: ticket?.claimedById, name: ticket?.claimedByName },
    { id: ticket?.openerId, name: ticket?.openerName },
    ...authors,
  ]
  return new Map(people.flatMap(({ id, name }) => (id && name ? [[id, name] as const] : [])))
}

/** Who reads a transcript. */
export interface TranscriptReading {
  /** Channels that they cannot see are not named; undefined for a file that anybody of the audience may get. */
  viewer: GuildMember | undefined
  audience: Audience
}

/** Returns the names of the ids in a transcript. */
function namesFor(ctx: Ctx, transcript: Transcript, { viewer, audience }: TranscriptReading): Names {
  const people = peopleOf(ctx, transcript, audience)
  const { guild } = ctx
  return {
    user: id => people.get(id) ?? guild.members.cache.get(id)?.displayName,
    role: id => guild.roles.cache.get(id)?.name,
    channel(id) {
      const channel = guild.channels.cache.get(id)
      return channel && viewer && channelName(channel, viewer)
    },
  }
}

const inChannels = /<#(\d{17,20})>/g
const ofRoles = /<@&(\d{17,20})>/g
const ofUsers = /<@!?(\d{17,20})>/g

/** Returns the names of the ids in a page of messages, for its viewer. */
export function namesIn(
  ctx: Ctx,
  {
    ticketId,
    messages,
    viewer,
    audience,
  }: {
    ticketId: number
    messages: readonly Pick<RecordedMessage, 'content' | 'versions' | 'parts'>[]
    viewer: GuildMember
    audience: Audience
  },
): z.output<typeof names> {
  // Embeds and layouts contain mentions, too; JSON does not escape them.
  const texts = messages.map(({ content, versions, parts }) => JSON.stringify([content, versions, parts]))
  const mentioned = (form: RegExp) => texts.flatMap(text => [...text.matchAll(form)].map(([, id = '']) => id))
  const channels = mentioned(inChannels).flatMap(id => {
    const channel = ctx.guild.channels.cache.get(id)
    return channel ? [[id, channelName(channel, viewer)] as const] : []
  })
  return {
    users: Object.fromEntries([
      ...mentioned(ofUsers).flatMap(id => {
        const name = ctx.guild.members.cache.get(id)?.displayName
        return name === undefined ? [] : [[id, name] as const]
      }),
      ...peopleOf(ctx, { guildId: ctx.guild.id, ticketId }, audience),
    ]),
    channels: Object.fromEntries(channels),
    roles: Object.fromEntries(
      mentioned(ofRoles).flatMap(id => {
        const name = ctx.guild.roles.cache.get(id)?.name
        return name === undefined ? [] : [[id, name] as const]
      }),
    ),
  }
}

/** Yields a ticket's messages in parts, oldest first; other work gets turns in between. */
async function* recordedPages(
  ctx: Pick<Ctx, 'db'>,
  { guildId, ticketId }: Pick<Transcript, 'guildId' | 'ticketId'>,
  audience: Audience,
): AsyncGenerator<RecordedMessage[]> {
  const turns = createBackgroundYield()
  for (let after: Cursor | undefined; ; ) {
    const page = messagesOf(ctx, { guildId, id: ticketId }, { ...(after && { after }), limit: atOnce, audience })
    if (page.length === 0) return
    yield page
    after = page.at(-1)
    await turns()
  }
}

/** Returns the URL of a transcript below the public URL. */
export const addressOf = ({ config }: Pick<Ctx, 'config'>, { guildId, id }: Transcript, rest: string): string =>
  new URL(`/api/guild/${guildId}/tickets/transcripts/${id}/${rest}`, config.http.publicUrl).href

/** Yields a transcript in a format, part by part. */
export function drawTranscript(
  ctx: Ctx,
  transcript: Transcript,
  format: TranscriptFormat,
  reading: TranscriptReading,
): AsyncIterable<string> {
  const facts = factsOf(ctx, transcript, reading.audience)
  const pages = recordedPages(ctx, transcript, reading.audience)
  const names = namesFor(ctx, transcript, reading)
  if (format === 'txt') return asText(facts, pages, names)
  if (format === 'json') return asJson(facts, pages)
  return asHtml(facts, pages, {
    names,
    addressOf: id => addressOf(ctx, transcript, `attachments/${encodeURIComponent(id)}`),
  })
}

export const transcriptTypes = { html: 'text/html', txt: 'text/plain', json: 'application/json' } as const

/** Returns the file name of a transcript. */
export const fileNameOf = ({ id }: Transcript, format: TranscriptFormat): string => `transcript_${id}.${format}`

import { UserError } from '#kit/errors.ts'
import { gone } from '#kit/deleted/template.ts'
import { namedMentions } from '#kit/mentions/template.ts'
import type { Answered, Reply } from '#contract'
import type { RouteContext } from '#kernel/feature.ts'
import { channelName } from '#kernel/rights/channel-rights.ts'
import type tickets from '../contract.ts'
import { attachmentFiles } from '../record/attachments.ts'
import { attachmentOf, type Cursor, messagesOf } from '../record/rows.ts'
import { ticketOf } from '../life/rows.ts'
import { audienceFor, demandTranscript } from './access.ts'
import { type endpoints, messagesPerPage } from './contract.ts'
import { deleteTranscript } from './delete.ts'
import {
  drawTranscript,
  factsOf,
  fileNameOf,
  namesIn,
  type TranscriptReading,
  transcriptTypes,
} from './transcript-pages.ts'
import { listTranscripts } from './list.ts'
import { structured } from './render/json.ts'
import { hasReadSince, type How, noteRead, readsOf, type Transcript, undeliveredOf } from './rows.ts'

type Ctx<K extends keyof Answered<typeof endpoints>> = RouteContext<typeof tickets, (typeof endpoints)[K]>
/** The context of every call about one transcript. */
type Asking = Omit<Ctx<'readTranscript'>, 'query' | 'body'>

const mostReaders = 50
/** Files opened within this time after a reading belong to it. */
const visitMs = 10 * 60_000

const asked = (ctx: Asking): Transcript => demandTranscript(ctx, ctx.member, ctx.params['transcriptId'] ?? '')

const note = (ctx: Asking, transcript: Transcript, how: How) =>
  noteRead(ctx, transcript, { reader: { id: ctx.member.id, name: ctx.member.displayName }, how })

const readingOf = (ctx: Asking, transcript: Transcript): TranscriptReading => ({
  viewer: ctx.member,
  audience: audienceFor(ctx, ctx.member, transcript),
})

/** Returns the failed deliveries, with the names of the channels that the reader may know. */
const undeliveredTo = (ctx: Asking, transcript: Transcript): string[] =>
  undeliveredOf(ctx, transcript).map(sentence =>
    namedMentions(sentence, {
      user: () => 'a member',
      role: () => 'a role',
      channel(id) {
        const found = ctx.guild.channels.cache.get(id)
        return found ? `#${channelName(found, ctx.member)}` : gone.channel
      },
    }),
  )

const cursorOf = (text: string | undefined): Cursor | undefined => {
  const [, at, id] = /^(\d{1,16})-(\d{1,25})$/.exec(text ?? '') ?? []
  return at === undefined || id === undefined ? undefined : { at: Number(at), id }
}

export const routes = {
  transcripts: (ctx: Ctx<'transcripts'>) => listTranscripts(ctx, ctx.member, ctx.query),
  transcript(ctx: Ctx<'transcript'>): Reply<typeof endpoints.transcript> {
    const transcript = asked(ctx)
    const after = cursorOf(ctx.query.after)
    // Each page is a separate call, but one reading.
    if (!after) note(ctx, transcript, 'view')
    const audience = audienceFor(ctx, ctx.member, transcript)
    const found = messagesOf(
      ctx,
      { guildId: ctx.guild.id, id: transcript.ticketId },
      { ...(after && { after }), limit: messagesPerPage + 1, audience },
    )
    const messages = found.slice(0, messagesPerPage)
    const last = messages.at(-1)
    const state = ticketOf(ctx, ctx.guild.id, transcript.ticketId)?.state ?? 'deleted'
    return {
      transcript: factsOf(ctx, transcript, audience),
      messages: messages.map(structured),
      next: found.length > messagesPerPage && last ? `${last.at}-${last.id}` : null,
      names: namesIn(ctx, { ticketId: transcript.ticketId, messages, viewer: ctx.member, audience }),
      manages: ctx.access.allows(ctx.level, 'manage'),
      undelivered: audience === 'team' ? undeliveredTo(ctx, transcript) : [],
      pageOf: audience === 'team' && state !== 'deleted' ? transcript.ticketId : null,
    }
  },
  async readTranscript(ctx: Ctx<'readTranscript'>) {
    const transcript = asked(ctx)
    note(ctx, transcript, 'view')
    const parts: string[] = []
    for await (const part of drawTranscript(ctx, transcript, 'html', readingOf(ctx, transcript))) parts.push(part)
    return parts.join('')
  },
  downloadTranscript(ctx: Ctx<'downloadTranscript'>) {
    const transcript = asked(ctx)
    const format = ctx.query.format ?? ctx.own.transcriptFormat
    note(ctx, transcript, format)
    return {
      name: fileNameOf(transcript, format),
      type: transcriptTypes[format],
      content: drawTranscript(ctx, transcript, format, readingOf(ctx, transcript)),
    }
  },
  transcriptAttachment(ctx: Ctx<'transcriptAttachment'>) {
    const transcript = asked(ctx)
    const row = attachmentOf(ctx, { guildId: ctx.guild.id, id: transcript.ticketId }, ctx.params['attachmentId'] ?? '')
    const isShown = row?.afterClosing === false || audienceFor(ctx, ctx.member, transcript) === 'team'
    const kept = isShown && row?.fileId ? ctx.files.of(attachmentFiles, ctx.guild.id).read(row.fileId) : undefined
    if (!kept) throw new UserError('tickets.no-attachment', 'There is no such file in this transcript.', 404)
    if (!hasReadSince(ctx, transcript, ctx.member.id, ctx.now() - visitMs)) note(ctx, transcript, 'attachment')
    return { name: kept.name, type: kept.type, content: kept.content }
  },
  transcriptReaders(ctx: Ctx<'transcriptReaders'>) {
    const { readers, total } = readsOf(ctx, asked(ctx), mostReaders)
    return { readers: readers.map(({ userId, userName: name, how, at }) => ({ userId, name, how, at })), total }
  },
  async deleteTranscript(ctx: Ctx<'deleteTranscript'>) {
    await deleteTranscript(ctx, asked(ctx))
    return {}
  },
}

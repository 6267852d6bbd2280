import { and, count, desc, eq, gte, inArray, isNull, lte, ne, notExists, or, sql } from 'drizzle-orm'
import type { GuildMember } from 'discord.js'
import { createBackgroundYield } from '#kit/event-loop.ts'
import type { Context } from '#kernel/feature.ts'
import type { Query, Reply } from '#contract'
import type tickets from '../contract.ts'
import { excerpt, folded, type SearchHit, hitsIn } from '../record/search.ts'
import { ticketRights } from '../rights/rights.ts'
import { tickets as ticketRows } from '../table.ts'
import { type endpoints, type ListedTranscript, transcriptsPerPage } from './contract.ts'
import { audienceFor } from './access.ts'
import { shownNumber } from '../opening/name.ts'
import { messagesFor } from './transcript-pages.ts'
import type { Transcript } from './rows.ts'
import { ticketTranscripts } from './table.ts'

type Ctx = Context<typeof tickets>
type Asked = Query<typeof endpoints.transcripts>

/** About how many messages one statement searches. */
const searchedAtOnce = 2000
/** Stands for a claim by anybody other than the caller. */
const someoneElse = '0'

/** The condition for transcripts that a member may read: equivalent to `ticketRights`, without reading the tickets. */
function readable(ctx: Ctx, member: GuildMember) {
  const own = eq(ticketTranscripts.guildId, ctx.guild.id)
  const panels = ctx.db.selectDistinct({ id: ticketTranscripts.panelId }).from(ticketTranscripts).where(own).all()
  const readIf = (claimedById: string | null) =>
    panels
      .map(({ id }) => id)
      .filter(panelId => ticketRights(ctx, member, { panelId, claimedById, state: 'open', kind: 'channel' }).reads)
  const claimed = ctx.db
    .select({ id: ticketRows.id })
    .from(ticketRows)
    .where(
      and(
        eq(ticketRows.id, ticketTranscripts.ticketId),
        ne(ticketRows.state, 'deleted'),
        eq(ticketRows.kind, 'channel'),
        ne(ticketRows.claimedById, member.id),
      ),
    )
  return and(
    own,
    isNull(ticketTranscripts.expiredAt),
    or(
      eq(ticketTranscripts.openerId, member.id),
      inArray(ticketTranscripts.panelId, readIf(someoneElse)),
      and(inArray(ticketTranscripts.panelId, readIf(null)), notExists(claimed)),
    ),
  )
}

type Hits = Map<number, SearchHit>

/** Returns the transcripts that match a text by a message, their member's name or their number, in order. */
async function search(ctx: Ctx, member: GuildMember, all: readonly Transcript[], text: string) {
  const number = /^#?0*(\d{1,9})$/.exec(text)?.[1]
  const wanted = folded(text)
  const hits: Hits = new Map()
  const turns = createBackgroundYield()
  let part: Transcript[] = []
  let messages = 0
  const look = async () => {
    for (const [audience, ones] of Map.groupBy(part, one => audienceFor(ctx, member, one)))
      for (const hit of hitsIn(
        ctx,
        ones.map(({ ticketId }) => ticketId),
        text,
        audience,
      ))
        hits.set(hit.ticketId, hit)
    part = []
    messages = 0
    await turns()
  }
  for (const transcript of all) {
    part.push(transcript)
    messages += transcript.messages
    if (messages >= searchedAtOnce || part.length >= 200) await look()
  }
  if (part.length > 0) await look()
  const found = all.filter(
    one =>
      hits.has(one.ticketId) ||
      folded(one.openerName ?? '').includes(wanted) ||
      (number !== undefined && one.number === Number(number)),
  )
  return { found, hits }
}

function listed(ctx: Ctx, member: GuildMember, one: Transcript, hits: Hits, text: string): ListedTranscript {
  const hit = hits.get(one.ticketId)
  return {
    id: one.id,
    ticketId: shownNumber(ctx, one),
    userName: one.openerName,
    userId: one.openerId,
    avatar: one.openerAvatar,
    createdAt: one.createdAt,
    size: one.size,
    messages: messagesFor(ctx, one, audienceFor(ctx, member, one)),
    panelTitle: one.panelTitle,
    hit: hit?.content ? { author: hit.author, text: excerpt(hit.content, text) } : null,
  }
}

/** Returns a page of the transcripts that a member may read. */
export async function listTranscripts(
  ctx: Ctx,
  member: GuildMember,
  { search: typed, panel, from, to, page }: Asked,
): Promise<Reply<typeof endpoints.transcripts>> {
  const { db } = ctx
  const mine = readable(ctx, member)
  const filter = and(
    mine,
    panel === undefined ? undefined : eq(ticketTranscripts.panelId, panel),
    from === undefined ? undefined : gte(ticketTranscripts.createdAt, from),
    to === undefined ? undefined : lte(ticketTranscripts.createdAt, to),
  )
  const order = [desc(ticketTranscripts.createdAt), desc(ticketTranscripts.id)]
  const text = typed?.trim() ?? ''
  const counted = (which: typeof filter) =>
    db.select({ all: count() }).from(ticketTranscripts).where(which).get()?.all ?? 0
  const offset = (page - 1) * transcriptsPerPage
  const matching =
    text === ''
      ? undefined
      : await search(
          ctx,
          member,
          db
            .select()
            .from(ticketTranscripts)
            .where(filter)
            .orderBy(...order)
            .all(),
          text,
        )
  const shown = matching
    ? matching.found.slice(offset, offset + transcriptsPerPage)
    : db
        .select()
        .from(ticketTranscripts)
        .where(filter)
        .orderBy(...order)
        .limit(transcriptsPerPage)
        .offset(offset)
        .all()
  const panels = db
    .select({ id: ticketTranscripts.panelId, title: sql<string>`max(${ticketTranscripts.panelTitle})` })
    .from(ticketTranscripts)
    .where(mine)
    .groupBy(ticketTranscripts.panelId)
    .all()
  return {
    success: true,
    transcripts: shown.map(one => listed(ctx, member, one, matching?.hits ?? new Map(), text)),
    total: matching ? matching.found.length : counted(filter),
    all: counted(mine),
    panels,
  }
}

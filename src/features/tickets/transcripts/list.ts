import { and, count, desc, eq, gte, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import type { GuildMember } from 'discord.js'
import { takeTurns } from '#kit/turns.ts'
import type { Context } from '#kernel/feature.ts'
import type { Query, Reply } from '#contract'
import type tickets from '../contract.ts'
import { ticketMessages } from '../record/table.ts'
import { mayRead } from '../rights/rights.ts'
import { type endpoints, type ListedTranscript, transcriptsPerPage } from './contract.ts'
import { shownNumber } from './draw.ts'
import type { Transcript } from './rows.ts'
import { ticketTranscripts } from './table.ts'

type Ctx = Context<typeof tickets>
type Asked = Query<typeof endpoints.transcripts>

/** Messages that one statement searches, about. */
const searchedAtOnce = 2000
/** Characters shown around what was found. */
const around = 30

/** SQL's LIKE for a text that may hold its signs. */
const containing = (text: string) => `%${text.replace(/[\\%_]/g, found => `\\${found}`)}%`

/** Which of a server's transcripts a member may read. */
function readable(ctx: Ctx, member: GuildMember) {
  const own = eq(ticketTranscripts.guildId, ctx.guild.id)
  const panels = ctx.db.selectDistinct({ id: ticketTranscripts.panelId }).from(ticketTranscripts).where(own).all()
  const theirs = panels.map(({ id }) => id).filter(panelId => mayRead(ctx, member, { panelId }))
  return and(
    own,
    isNull(ticketTranscripts.expiredAt),
    or(eq(ticketTranscripts.openerId, member.id), inArray(ticketTranscripts.panelId, theirs)),
  )
}

/** Tickets in which something was said that contains a text, with the first message that does. */
function hitsIn({ db, guild }: Ctx, ticketIds: readonly number[], text: string) {
  const found = db
    .select({
      ticketId: ticketMessages.ticketId,
      author: ticketMessages.authorName,
      content: ticketMessages.content,
      at: sql<number>`min(${ticketMessages.at})`,
    })
    .from(ticketMessages)
    .where(
      and(
        eq(ticketMessages.guildId, guild.id),
        inArray(ticketMessages.ticketId, [...ticketIds]),
        sql`${ticketMessages.content} like ${containing(text)} escape '\\'`,
      ),
    )
    .groupBy(ticketMessages.ticketId)
    .all()
  return new Map(found.map(one => [one.ticketId, one]))
}

/** The sentence around what was found, on one line. */
function excerpt(content: string, text: string): string {
  const line = content.replace(/\s+/g, ' ')
  const at = Math.max(0, line.toLowerCase().indexOf(text.toLowerCase()))
  const from = Math.max(0, at - around)
  const to = Math.min(line.length, at + text.length + around)
  return `${from > 0 ? '…' : ''}${line.slice(from, to)}${to < line.length ? '…' : ''}`
}

type Hits = ReturnType<typeof hitsIn>

/** Those that contain a text, by a message, their member's name or their number, in order. */
async function search(ctx: Ctx, all: readonly Transcript[], text: string) {
  const number = /^#?0*(\d{1,9})$/.exec(text)?.[1]
  const wanted = text.toLowerCase()
  const hits: Hits = new Map()
  const turns = takeTurns()
  let part: number[] = []
  let messages = 0
  const look = async () => {
    for (const [id, hit] of hitsIn(ctx, part, text)) hits.set(id, hit)
    part = []
    messages = 0
    await turns()
  }
  for (const transcript of all) {
    part.push(transcript.ticketId)
    messages += transcript.messages
    if (messages >= searchedAtOnce || part.length >= 200) await look()
  }
  if (part.length > 0) await look()
  const found = all.filter(
    one =>
      hits.has(one.ticketId) ||
      one.openerName?.toLowerCase().includes(wanted) === true ||
      (number !== undefined && one.number === Number(number)),
  )
  return { found, hits }
}

function listed(ctx: Ctx, one: Transcript, hits: Hits, text: string): ListedTranscript {
  const hit = hits.get(one.ticketId)
  return {
    id: one.id,
    ticketId: shownNumber(ctx, one),
    userName: one.openerName,
    userId: one.openerId,
    avatar: one.openerAvatar,
    createdAt: one.createdAt,
    size: one.size,
    messages: one.messages,
    panelTitle: one.panelTitle,
    hit: hit?.content ? { author: hit.author, text: excerpt(hit.content, text) } : null,
  }
}

/** A page of the transcripts that a member may read. */
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
    transcripts: shown.map(one => listed(ctx, one, matching?.hits ?? new Map(), text)),
    total: matching ? matching.found.length : counted(filter),
    all: counted(mine),
    panels,
  }
}

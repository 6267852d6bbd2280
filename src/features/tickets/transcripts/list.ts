import { and, count, desc, eq, gte, inArray, isNull, lte, ne, notExists, or, type SQL, sql } from 'drizzle-orm'
import type { GuildMember } from 'discord.js'
import { takeTurns } from '#kit/event-loop.ts'
import type { Context } from '#kernel/feature.ts'
import type { Query, Reply } from '#contract'
import type tickets from '../contract.ts'
import type { Audience } from '../record/recorded-message.ts'
import { drawnNames } from '../record/said.ts'
import { ticketMessages, ticketMessageVersions } from '../record/table.ts'
import { ticketRights } from '../rights/rights.ts'
import { tickets as ticketRows } from '../table.ts'
import { type endpoints, type ListedTranscript, transcriptsPerPage } from './contract.ts'
import { audienceFor } from './access.ts'
import { shownNumber } from '../opening/name.ts'
import { messagesFor } from './draw.ts'
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

/** As it is compared: SQL knows small and capital letters of ASCII alone. */
const folded = (text: string) => text.normalize('NFC').toLowerCase()
const isAscii = (text: string) => !/[^\0-\x7f]/.test(text)

/** Whoever has claimed a ticket, when that is not who asks. */
const someoneElse = '0'

/** Which of a server's transcripts a member may read: as `ticketRights` says of their tickets, without reading those. */
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

const isDrawn = (text: SQL) => sql`${text} IN (${drawnNames.forwarded}, ${drawnNames.poll})`

/** What was passed on, and polls with their answers: they are drawn as embeds. Few messages have any. */
const drawnText = sql`CASE WHEN instr(${ticketMessages.parts}, ${JSON.stringify(drawnNames.forwarded)})
    OR instr(${ticketMessages.parts}, ${JSON.stringify(drawnNames.poll)}) THEN (
  SELECT group_concat(part.value, ' ')
  FROM json_each(${ticketMessages.parts}, '$.embeds') AS embed, json_tree(embed.value) AS part
  WHERE ${isDrawn(sql`embed.value ->> '$.author.name'`)} AND part.key IN ('title', 'description', 'name')
    AND part.type = 'text' AND part.path <> '$.author')
  END`

/** All that somebody said with a message. */
const saidText = sql<string>`trim(coalesce(${ticketMessages.content}, '') || coalesce(' ' || ${drawnText}, ''))`

interface Hit {
  ticketId: number
  author: string | null
  content: string | null
}

/** Tickets in which something was said that contains a text, with the first message that does. */
function hitsIn({ db, guild }: Ctx, ticketIds: readonly number[], text: string, audience: Audience): Hit[] {
  const { ticketId, authorName: author, at } = ticketMessages
  const content = saidText
  const changedLater = db
    .select({ id: ticketMessageVersions.id })
    .from(ticketMessageVersions)
    .where(
      and(
        eq(ticketMessageVersions.ticketId, ticketId),
        eq(ticketMessageVersions.messageId, ticketMessages.id),
        eq(ticketMessageVersions.afterClosing, true),
      ),
    )
  const where = and(
    eq(ticketMessages.guildId, guild.id),
    inArray(ticketId, [...ticketIds]),
    // A sign for each letter that SQL cannot compare; what matches is compared again.
    sql`${content} like ${containing(text).replace(/[^\0-\x7f]/gu, '_')} escape '\\'`,
    ...(audience === 'opener' ? [eq(ticketMessages.afterClosing, false), notExists(changedLater)] : []),
  )
  if (isAscii(text)) {
    const first = sql<number>`min(${at})`
    return db.select({ ticketId, author, content, first }).from(ticketMessages).where(where).groupBy(ticketId).all()
  }
  const wanted = folded(text)
  return db
    .select({ ticketId, author, content })
    .from(ticketMessages)
    .where(where)
    .orderBy(desc(at), desc(ticketMessages.id))
    .all()
    .filter(one => folded(one.content ?? '').includes(wanted))
}

/** The sentence around what was found, on one line. */
function excerpt(content: string, text: string): string {
  const line = content.replace(/\s+/g, ' ')
  const at = Math.max(0, folded(line).indexOf(folded(text)))
  const from = Math.max(0, at - around)
  const to = Math.min(line.length, at + text.length + around)
  return `${from > 0 ? '…' : ''}${line.slice(from, to)}${to < line.length ? '…' : ''}`
}

type Hits = Map<number, Hit>

/** Those that contain a text, by a message, their member's name or their number, in order. */
async function search(ctx: Ctx, member: GuildMember, all: readonly Transcript[], text: string) {
  const number = /^#?0*(\d{1,9})$/.exec(text)?.[1]
  const wanted = folded(text)
  const hits: Hits = new Map()
  const turns = takeTurns()
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

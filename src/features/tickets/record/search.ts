import { and, desc, eq, inArray, notExists, type SQL, sql } from 'drizzle-orm'
import type { Context } from '#kernel/feature.ts'
import type tickets from '../contract.ts'
import type { Audience } from './recorded-message.ts'
import { drawnNames } from './message-content.ts'
import { ticketMessages, ticketMessageVersions } from './table.ts'

type Ctx = Pick<Context<typeof tickets>, 'db' | 'guild'>

/** Characters shown around what was found. */
const around = 30

/** SQL's LIKE for a text that may hold its signs. */
const containing = (text: string) => `%${text.replace(/[\\%_]/g, found => `\\${found}`)}%`

/** As it is compared: SQL knows small and capital letters of ASCII alone. */
export const folded = (text: string) => text.normalize('NFC').toLowerCase()
const isAscii = (text: string) => !/[^\0-\x7f]/.test(text)

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

/** Something that was said in a ticket. */
export interface SearchHit {
  ticketId: number
  author: string | null
  content: string | null
}

/** Tickets in which something was said that contains a text, with the first message that does. */
export function hitsIn(
  { db, guild }: Ctx,
  ticketIds: readonly number[],
  text: string,
  audience: Audience,
): SearchHit[] {
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
export function excerpt(content: string, text: string): string {
  const line = content.replace(/\s+/g, ' ')
  const at = Math.max(0, folded(line).indexOf(folded(text)))
  const from = Math.max(0, at - around)
  const to = Math.min(line.length, at + text.length + around)
  return `${from > 0 ? '…' : ''}${line.slice(from, to)}${to < line.length ? '…' : ''}`
}

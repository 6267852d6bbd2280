import { and, desc, eq, inArray, notExists, type SQL, sql } from 'drizzle-orm'
import type { Context } from '#kernel/feature.ts'
import type tickets from '../contract.ts'
import type { Audience } from './recorded-message.ts'
import { drawnNames } from './message-content.ts'
import { ticketMessages, ticketMessageVersions } from './table.ts'

type Ctx = Pick<Context<typeof tickets>, 'db' | 'guild'>

/** How many characters are shown around the match. */
const around = 30

/** Returns a LIKE pattern for a text that may contain LIKE's special characters. */
const containing = (text: string) => `%${text.replace(/[\\%_]/g, found => `\\${found}`)}%`

/** Normalizes a text for comparisons: SQL's case folding only covers ASCII. */
export const folded = (text: string) => text.normalize('NFC').toLowerCase()
const isAscii = (text: string) => !/[^\0-\x7f]/.test(text)

const isDrawn = (text: SQL) => sql`${text} IN (${drawnNames.forwarded}, ${drawnNames.poll})`

/**
 * The text of forwarded messages and of polls with their answers, which are stored as embeds. Few messages have any.
 */
const drawnText = sql`CASE WHEN instr(${ticketMessages.parts}, ${JSON.stringify(drawnNames.forwarded)})
    OR instr(${ticketMessages.parts}, ${JSON.stringify(drawnNames.poll)}) THEN (
  SELECT group_concat(part.value, ' ')
  FROM json_each(${ticketMessages.parts}, '$.embeds') AS embed, json_tree(embed.value) AS part
  WHERE ${isDrawn(sql`embed.value ->> '$.author.name'`)} AND part.key IN ('title', 'description', 'name')
    AND part.type = 'text' AND part.path <> '$.author')
  END`

/** Everything that somebody said in a message. */
const saidText = sql<string>`trim(coalesce(${ticketMessages.content}, '') || coalesce(' ' || ${drawnText}, ''))`

/** A matching message in a ticket. */
export interface SearchHit {
  ticketId: number
  author: string | null
  content: string | null
}

/** Returns the tickets with messages that contain a text, with the first such message of each. */
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
    // One wildcard for each letter that SQL cannot compare; the matches are compared again.
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

/** Returns the text around the match, on one line. */
export function excerpt(content: string, text: string): string {
  const line = content.replace(/\s+/g, ' ')
  const at = Math.max(0, folded(line).indexOf(folded(text)))
  const from = Math.max(0, at - around)
  const to = Math.min(line.length, at + text.length + around)
  return `${from > 0 ? '…' : ''}${line.slice(from, to)}${to < line.length ? '…' : ''}`
}

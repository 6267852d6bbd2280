import { and, asc, eq, inArray, isNotNull, or, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Services } from '#kernel/feature.ts'
import { ticketAnswers } from '../live/table.ts'
import { among, type Involved } from './tickets-of-user.ts'
import { recordedParts } from './message-content.ts'
import { ticketMessages } from './table.ts'
import { answersCommand } from './mentions-of-user.ts'

type Db = Pick<Services, 'db'>
export type Message = Pick<
  typeof ticketMessages.$inferSelect,
  'id' | 'ticketId' | 'authorId' | 'isBot' | 'content' | 'parts'
>

const shortestAnswer = 12
const answerTexts = z.array(z.object({ value: z.string() })).catch([])

/** Returns who on the team sent which messages from the dashboard: those belong to them, though the bot sent them. */
const answeredBy = ({ db }: Db, ids: readonly number[]): Map<string, string | null> =>
  new Map(
    db
      .select({ messageId: ticketAnswers.messageId, byId: ticketAnswers.byId })
      .from(ticketAnswers)
      .where(and(inArray(ticketAnswers.ticketId, among(ids)), isNotNull(ticketAnswers.messageId)))
      .all()
      .flatMap(({ messageId, byId }) => (messageId === null ? [] : [[messageId, byId] as const])),
  )

const columns = {
  id: ticketMessages.id,
  ticketId: ticketMessages.ticketId,
  authorId: ticketMessages.authorId,
  isBot: ticketMessages.isBot,
  content: ticketMessages.content,
  parts: ticketMessages.parts,
}

/** Returns the bot's messages at the beginning of a ticket: long answers to its questions may fill several. */
function openingOf({ openMessageId }: Involved, all: readonly Message[], isAnswer: (id: string) => boolean): Message[] {
  const run = (from: number) => {
    const rest = from < 0 ? [] : all.slice(from)
    const end = rest.findIndex(
      ({ id, isBot, authorId, parts }) =>
        !isBot || authorId !== rest[0]?.authorId || isAnswer(id) || answersCommand(recordedParts.parse(parts ?? {})),
    )
    return end === -1 ? rest : rest.slice(0, end)
  }
  return [...run(0), ...run(all.findIndex(({ id }) => id === openMessageId))]
}

/**
 * Returns the messages of bots that are about somebody, in some of their tickets. What other people wrote stays theirs.
 */
export function messagesAbout(
  services: Db,
  userId: string,
  part: readonly Involved[],
  { words, tells }: { words: readonly string[]; tells: (message: Message) => boolean },
): Message[] {
  const { db } = services
  const answered = answeredBy(
    services,
    part.map(({ id }) => id),
  )
  const isAnswer = (id: string) => answered.has(id) && answered.get(id) !== userId
  const opened = part.filter(({ openerId }) => openerId === userId)
  const others = part.filter(({ openerId }) => openerId !== userId).map(({ id }) => id)
  const found = opened.flatMap(ticket => {
    const all = db
      .select(columns)
      .from(ticketMessages)
      .where(eq(ticketMessages.ticketId, ticket.id))
      .orderBy(asc(ticketMessages.at), asc(ticketMessages.id))
      .all()
    const quoted = answerTexts.parse(ticket.answers ?? []).map(({ value }) => value)
    const long = quoted.filter(({ length }) => length >= shortestAnswer)
    const quotes = ({ content, parts }: Message) => {
      const texts = [content ?? '', JSON.stringify(parts)]
      return long.some(text => texts.some(one => one.includes(text) || one.includes(JSON.stringify(text).slice(1, -1))))
    }
    const said = all.filter(one => one.isBot && (quotes(one) || tells(one)))
    return [...openingOf(ticket, all, isAnswer), ...said]
  })
  const named = words.flatMap(word => [
    sql`instr(${ticketMessages.content}, ${word}) > 0`,
    sql`instr(${ticketMessages.parts}, ${word}) > 0`,
  ])
  const told = db
    .select(columns)
    .from(ticketMessages)
    .where(and(inArray(ticketMessages.ticketId, among(others)), eq(ticketMessages.isBot, true), or(...named)))
    .all()
    .filter(tells)
  return [...found, ...told].filter(({ id, isBot }) => isBot && !isAnswer(id))
}

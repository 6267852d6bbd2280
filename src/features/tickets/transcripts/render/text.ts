import { formatBytes } from '#kit/numbers.ts'
import type { RecordedMessage } from '../../record/recorded-message.ts'
import type { TranscriptFacts } from '../contract.ts'
import { oneLine, withoutControls } from './escape.ts'
import type { Names } from './markdown-html.ts'
import { componentTexts, embedsOf, forgotten, momentText, systemText } from './shown-texts.ts'

const indented = (text: string) => withoutControls(text).replaceAll('\n', '\n    ')

/** Replaces mentions by names as in Discord; a mention without a known name stays as written. */
const named = (text: string, { user, role, channel }: Names): string =>
  text.replaceAll(/<(@[!&]?|#)(\d{17,20})>/g, (whole, kind: string, id: string) => {
    const name = kind === '#' ? channel(id) : kind === '@&' ? role(id) : user(id)
    return name === undefined ? whole : `${kind === '#' ? '#' : '@'}${oneLine(name)}`
  })

function linesOf(message: RecordedMessage, names: Names): string[] {
  const {
    at,
    authorName,
    authorId,
    isBot,
    content,
    editedAt,
    deletedAt,
    afterClosing,
    isNote,
    versions,
    parts,
    files,
  } = message
  const system = systemText(message)
  const who =
    authorId === null ? forgotten : `${oneLine(authorName ?? 'unknown')}${isBot ? ' [app]' : ''} (${authorId})`
  const notes = [
    isNote ? 'internal note' : afterClosing && 'after closing',
    editedAt !== null && `edited ${momentText(editedAt)}`,
    deletedAt !== null && `deleted ${momentText(deletedAt)}`,
    parts.replyTo !== null && `answers ${parts.replyTo}`,
  ].filter(note => note !== false)
  return [
    `[${momentText(at)}] ${who}${notes.length > 0 ? ` (${notes.join(', ')})` : ''}:`,
    ...(system === undefined ? [] : [`    ${system}`]),
    ...(content ? [`    ${indented(named(content, names))}`] : []),
    ...versions.map(
      version => `    before ${momentText(version.at)}: ${indented(named(version.content ?? '', names))}`,
    ),
    ...embedsOf(message).flatMap(({ author, title, description, fields, footer }) =>
      [author?.name, title, description, ...fields.map(({ name, value }) => `${name}: ${value}`), footer?.text]
        .filter(text => text !== undefined)
        .map(text => `    | ${indented(named(text, names))}`),
    ),
    ...componentTexts(parts.components).map(text => `    ${indented(named(text, names))}`),
    ...parts.stickers.map(({ name }) => `    Sticker: ${oneLine(name)}`),
    ...files.map(
      ({ name, bytes, state, problem }) =>
        `    File: ${oneLine(name ?? 'a file')}, ${formatBytes(bytes)}${state === 'kept' ? '' : ` (not kept. ${problem ?? ''})`}`,
    ),
  ]
}

/** Yields a transcript as plain text, page by page. */
export async function* asText(
  facts: TranscriptFacts,
  pages: AsyncIterable<RecordedMessage[]>,
  names: Names,
): AsyncIterable<string> {
  const head = [
    `Ticket ${facts.ticketId}: ${oneLine(facts.panelTitle)}`,
    `Opened by ${oneLine(facts.userName ?? forgotten)}${facts.openedAt === null ? '' : `, ${momentText(facts.openedAt)}`}`,
    facts.closedAt === null
      ? undefined
      : `Closed ${momentText(facts.closedAt)}${facts.closedByName === null ? '' : ` by ${oneLine(facts.closedByName)}`}`,
    facts.closeReason === null ? undefined : `Reason: ${oneLine(facts.closeReason)}`,
    facts.rating === null ? undefined : `Rated ${facts.rating} of 5`,
    facts.ratingComment === null ? undefined : `Comment: ${indented(facts.ratingComment)}`,
    ...facts.answers.map(({ label, value }) => `${oneLine(label)}: ${indented(value)}`),
    facts.problem ?? undefined,
  ]
  yield `${head.filter(line => line !== undefined).join('\n')}\n\n`
  for await (const page of pages) yield page.map(message => `${linesOf(message, names).join('\n')}\n\n`).join('')
}

import { formatBytes } from '#kit/numbers.ts'
import type { RecordedMessage } from '../../record/recorded-message.ts'
import type { TranscriptFacts } from '../contract.ts'
import { escapeHtml, nameHtml } from './escape.ts'
import { lineHtml, markdownHtml, type Names } from './markdown-html.ts'
import { componentTexts, embedsOf, forgotten, momentText, type ShownEmbed, systemText } from './shown-texts.ts'
import { style } from './style.ts'

/** Set in the document as well, since it is also opened from a disk, where no header protects it. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"

export interface HtmlOptions {
  names: Names
  /** The URL from which a kept file of a message is downloaded. */
  addressOf(attachmentId: string): string
}

const person = (name: string | null) => nameHtml(name ?? forgotten)

function embedHtml({ color, author, title, description, fields, footer }: ShownEmbed, names: Names): string {
  const colour = color === undefined ? '' : ` style="border-color:#${(color & 0xffffff).toString(16).padStart(6, '0')}"`
  return [
    `<div class="embed"${colour}>`,
    author && `<p><small>${lineHtml(author.name, names)}</small></p>`,
    title !== undefined && `<p><b>${lineHtml(title, names)}</b></p>`,
    description !== undefined && markdownHtml(description, names),
    ...fields.map(({ name, value }) => `<p><b>${lineHtml(name, names)}</b></p>${markdownHtml(value, names)}`),
    footer && `<p><small>${escapeHtml(footer.text)}</small></p>`,
    '</div>',
  ]
    .filter(part => typeof part === 'string')
    .join('')
}

function fileHtml(file: RecordedMessage['files'][number], { addressOf }: HtmlOptions): string {
  const name = nameHtml(file.name ?? 'a file')
  const size = formatBytes(file.bytes)
  if (file.state === 'kept')
    return `<p class="file"><a href="${escapeHtml(addressOf(file.id))}">${name}</a> ${size}</p>`
  return `<p class="file">${name} ${size}, not kept. ${escapeHtml(file.problem ?? '')}</p>`
}

function versionsHtml({ versions }: RecordedMessage, names: Names): string {
  if (versions.length === 0) return ''
  const before = versions.map(
    ({ content, at }) => `<li><time>until ${momentText(at)}</time>${markdownHtml(content ?? '', names)}</li>`,
  )
  return `<details><summary>Edited, ${versions.length + 1} versions</summary><ol>${before.join('')}</ol></details>`
}

function messageHtml(message: RecordedMessage, options: HtmlOptions): string {
  const { names } = options
  const { id, at, authorName, isBot, content, editedAt, deletedAt, afterClosing, isNote, parts, files } = message
  const system = systemText(message)
  const replied =
    parts.replyTo === null ? '' : `<a class="reply" href="#m${encodeURIComponent(parts.replyTo)}">Answers a message</a>`
  const words = componentTexts(parts.components)
  return [
    `<article id="m${encodeURIComponent(id)}"${deletedAt === null ? '' : ' class="deleted"'}>`,
    replied,
    `<header><b>${person(authorName)}</b>${isBot ? ' <span class="app">APP</span>' : ''} <time>${momentText(at)}</time>`,
    isNote ? ' <small>internal note</small>' : afterClosing ? ' <small>after closing</small>' : '',
    editedAt === null ? '' : ` <small>edited ${momentText(editedAt)}</small>`,
    deletedAt === null ? '' : ` <small>deleted ${momentText(deletedAt)}</small>`,
    '</header><div class="said">',
    system === undefined ? '' : `<p><i>${escapeHtml(system)}</i></p>`,
    content ? markdownHtml(content, names) : '',
    '</div>',
    versionsHtml(message, names),
    ...embedsOf(message).map(one => embedHtml(one, names)),
    words.length === 0 ? '' : `<div class="components">${words.map(text => markdownHtml(text, names)).join('')}</div>`,
    ...parts.stickers.map(({ name }) => `<p class="file">Sticker: ${nameHtml(name)}</p>`),
    ...files.map(file => fileHtml(file, options)),
    '</article>\n',
  ].join('')
}

const row = (label: string, value: string | undefined) =>
  value === undefined ? '' : `<dt>${escapeHtml(label)}</dt><dd>${value}</dd>`

const lines = (text: string) => escapeHtml(text).replaceAll('\n', '<br>')

function head(facts: TranscriptFacts): string {
  const title = `Ticket ${escapeHtml(facts.ticketId)}`
  const closed =
    facts.closedAt === null
      ? undefined
      : `${momentText(facts.closedAt)}${facts.closedByName === null ? '' : ` by ${nameHtml(facts.closedByName)}`}`
  const rows = [
    row('Panel', escapeHtml(facts.panelTitle)),
    row('Opened by', person(facts.userName)),
    row('Opened', facts.openedAt === null ? undefined : momentText(facts.openedAt)),
    row('Closed', closed),
    row('Reason', facts.closeReason === null ? undefined : escapeHtml(facts.closeReason)),
    row('Rating', facts.rating === null ? undefined : `${facts.rating} of 5`),
    row('Comment', facts.ratingComment === null ? undefined : lines(facts.ratingComment)),
    row('Messages', String(facts.messages)),
    ...facts.answers.map(({ label, value }) => row(label, lines(value))),
    row('Note', facts.problem === null ? undefined : escapeHtml(facts.problem)),
  ]
  return [
    '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="referrer" content="no-referrer">',
    '<meta name="robots" content="noindex">',
    `<title>${title}</title><style>${style}</style></head><body><main><h1>${title}</h1><dl>${rows.join('')}</dl>\n`,
  ].join('')
}

/** Yields a transcript, page by page, as one document that loads nothing and runs no script. */
export async function* asHtml(
  facts: TranscriptFacts,
  pages: AsyncIterable<RecordedMessage[]>,
  options: HtmlOptions,
): AsyncIterable<string> {
  yield head(facts)
  for await (const page of pages) yield page.map(message => messageHtml(message, options)).join('')
  yield '</main></body></html>\n'
}

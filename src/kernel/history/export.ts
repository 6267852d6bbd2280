import type { GuildMember } from 'discord.js'
import type { FileContent, Query } from '#contract'
import { createBackgroundYield } from '#kit/event-loop.ts'
import type kernel from '../contract.ts'
import { type Difference, mostExported, type RevisionItem } from './contract.ts'
import type { Services } from '../feature.ts'
import { newComparisonBudget } from './difference.ts'
import { countSelected, readHistory, selectHistory } from './page.ts'
import type { HistoryReads } from './read-budget.ts'

/** The most changes that are read at once. */
const partSize = 50

type Asked = Query<(typeof kernel)['endpoints']['exportHistory']>

/** Yields the selected changes in parts, newest first, at most {@link mostExported}. */
async function* parts(
  services: Services,
  reads: HistoryReads,
  member: GuildMember,
  selection: Awaited<ReturnType<typeof selectHistory>>,
) {
  const by = { guildId: member.guild.id, userId: member.id }
  const turns = createBackgroundYield()
  let before: number | undefined
  for (let left = mostExported; left > 0; ) {
    const part = await reads.inTurn(by, () =>
      readHistory(services, member, selection, {
        before,
        limit: Math.min(partSize, left),
        // Discord is not asked for the names in thousands of changes.
        budget: () => ({ ...newComparisonBudget(), asked: 0 }),
      }),
    )
    if (part.length === 0) return
    yield part
    left -= part.length
    before = part.at(-1)?.id
    await turns()
  }
}

/** A setting before and after, each as one text. */
function sidesOf(difference: Difference): [before: string, after: string] {
  if (difference.kind === 'value') return [difference.before, difference.after]
  if (difference.kind === 'text') {
    const without = (side: 'added' | 'removed') => difference.parts.filter(({ is }) => is !== side)
    const text = (some: typeof difference.parts) => some.map(part => part.text).join('')
    return [text(without('added')), text(without('removed'))]
  }
  const { added, removed, changed } = difference
  return [
    [...removed, ...changed.map(({ before }) => before)].join('; '),
    [...added, ...changed.map(({ after }) => after)].join('; '),
  ]
}

/** The characters with which spreadsheets let a formula begin, including the full-width ones. */
const formula = '[=+\\-@\uFF1D\uFF0B\uFF0D\uFF20]'
/**
 * The places where a formula may begin: at a cell's start, and after characters that separate cells for some
 * spreadsheets even within quotes. A number is not a formula.
 */
const begins = new RegExp(`(^|[;\\t\\r\\n])( *)(?!-?\\d+(?:[.,]\\d+)?(?:$|[,;\\s]))(?=${formula})`, 'g')

/** Writes a cell that no spreadsheet interprets as a formula: https://owasp.org/www-community/attacks/CSV_Injection */
const cell = (value: string) => `"${value.replace(begins, "$1$2'").replaceAll('"', '""')}"`

const line = (cells: readonly string[]) => `${cells.map(cell).join(',')}\r\n`

const columns = [
  'Change',
  'Time',
  'Person',
  'Person ID',
  'Source',
  'Page',
  'Setting',
  'Before',
  'After',
  'Note',
] as const

/** What the cells for before and after do not show. */
function noteOf(difference: Difference): string {
  if (difference.kind !== 'list') return ''
  const { more, moved } = difference
  const notes = [more > 0 && `${more} more changed that are not listed`, moved && 'in another order']
  return notes.filter(Boolean).join(', ')
}

const linesOf = ({ id, at, author, featureTitle, thing, changes }: RevisionItem) =>
  changes.map(({ label, difference }) => {
    const person = author.name ?? ''
    const when = new Date(at).toISOString()
    return line([
      String(id),
      when,
      person,
      author.userId ?? '',
      author.via === 'command' && author.place !== null ? `command ${author.place}` : author.via,
      featureTitle,
      thing ? `${label} (${thing.noun} ${thing.name}, ${thing.act})` : label,
      ...sidesOf(difference),
      noteOf(difference),
    ])
  })

/** The note that the export is incomplete, if it is. @param total the number of all changes */
const cutNote = (total: number) =>
  total > mostExported ? `The newest ${mostExported} of ${total} changes. Export the others with a filter.` : undefined

async function* asCsv(pages: AsyncIterable<RevisionItem[]>, total: number) {
  // With a byte order mark, spreadsheets read it as UTF-8.
  yield `\uFEFF${line(columns)}`
  for await (const page of pages) yield page.flatMap(linesOf).join('')
  const note = cutNote(total)
  if (note !== undefined) yield line(columns.map(column => (column === 'Note' ? note : '')))
}

async function* asJson(pages: AsyncIterable<RevisionItem[]>, total: number) {
  yield '{"changes":['
  let first = true
  for await (const page of pages) {
    const items = page.map(({ mayNotRestore: _why, ...item }) => JSON.stringify(item))
    yield `${first ? '' : ','}\n${items.join(',\n')}`
    first = false
  }
  const note = cutNote(total)
  yield `\n]${note === undefined ? '' : `,"note":${JSON.stringify(note)}`}}\n`
}

/**
 * Exports what the history shows with these filters as a file, in the same words as the page: one line of CSV for each
 * setting, or JSON.
 */
export async function exportHistory(
  services: Services,
  reads: HistoryReads,
  member: GuildMember,
  { format, ...query }: Asked,
): Promise<FileContent> {
  const selection = await selectHistory(services, reads, member, query)
  const total = countSelected(services, member, selection)
  const pages = parts(services, reads, member, selection)
  const name = `${member.guild.name} history.${format}`
  return format === 'csv'
    ? { name, type: 'text/csv', content: asCsv(pages, total) }
    : { name, type: 'application/json', content: asJson(pages, total) }
}

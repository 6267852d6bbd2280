import type { GuildMember } from 'discord.js'
import type { FileContent, Query } from '#contract'
import { takeTurns } from '#kit/turns.ts'
import type kernel from '../contract.ts'
import { type Difference, mostExported, type RevisionItem } from '../contract.ts'
import type { Services } from '../feature.ts'
import { comparing } from './difference.ts'
import { readHistory, selectHistory } from './page.ts'
import type { HistoryReads } from './reads.ts'

/** Changes that are read at once at most. */
const partSize = 50

type Asked = Query<(typeof kernel)['endpoints']['exportHistory']>

/** The selected changes in parts, newest first, at most {@link mostExported}. */
async function* parts(
  services: Services,
  reads: HistoryReads,
  member: GuildMember,
  selection: Awaited<ReturnType<typeof selectHistory>>,
) {
  const by = { guildId: member.guild.id, userId: member.id }
  const turns = takeTurns()
  let before: number | undefined
  for (let left = mostExported; left > 0; ) {
    const part = await reads.inTurn(by, () =>
      readHistory(services, member, selection, { before, limit: Math.min(partSize, left), budget: comparing }),
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

/** A cell that no spreadsheet takes for a formula: https://owasp.org/www-community/attacks/CSV_Injection */
const cell = (value: string) => `"${(/^[=+\-@\t\r]/.test(value) ? `'${value}` : value).replaceAll('"', '""')}"`

const line = (cells: readonly string[]) => `${cells.map(cell).join(',')}\r\n`

const linesOf = ({ id, at, author, featureTitle, changes }: RevisionItem) =>
  changes.map(({ label, difference }) => {
    const person = author.name ?? ''
    const when = new Date(at).toISOString()
    return line([
      String(id),
      when,
      person,
      author.userId ?? '',
      author.via,
      featureTitle,
      label,
      ...sidesOf(difference),
    ])
  })

async function* asCsv(pages: AsyncIterable<RevisionItem[]>) {
  // With the mark, spreadsheets read it as UTF-8.
  yield `\uFEFF${line(['Change', 'Time', 'Person', 'Person id', 'Made through', 'Page', 'Setting', 'Before', 'After'])}`
  for await (const page of pages) yield page.flatMap(linesOf).join('')
}

async function* asJson(pages: AsyncIterable<RevisionItem[]>) {
  yield '{"changes":['
  let first = true
  for await (const page of pages) {
    const items = page.map(({ mayNotRestore: _why, ...item }) => JSON.stringify(item))
    yield `${first ? '' : ','}\n${items.join(',\n')}`
    first = false
  }
  yield '\n]}\n'
}

/** What the history shows with these filters as a file, in the words of the page: one line of CSV for each setting, or JSON. */
export async function exportHistory(
  services: Services,
  reads: HistoryReads,
  member: GuildMember,
  { format, ...query }: Asked,
): Promise<FileContent> {
  const pages = parts(services, reads, member, await selectHistory(services, reads, member, query))
  const name = `${member.guild.name} history.${format}`
  return format === 'csv'
    ? { name, type: 'text/csv', content: asCsv(pages) }
    : { name, type: 'application/json', content: asJson(pages) }
}

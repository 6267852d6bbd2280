import type { FileContent } from '#contract'
import type { IncidentReport, ShownEvent, ShownPart } from './contract.ts'

/** Exports an incident as a file, with the same facts in each format. */

const stateWords = {
  'under-way': 'Under way',
  contained: 'Contained',
  'not-stopped': 'Not stopped',
  undone: 'Undone',
} as const
const laneWords: Record<ShownEvent['lane'], string> = {
  attack: 'Attack',
  stop: 'Stop',
  restore: 'Restore',
  settings: 'Settings',
  verify: 'Verify',
}
const doneWords = {
  ban: 'banned',
  kick: 'kicked',
  timeout: 'timed out',
  strip: 'roles taken',
  defuse: 'permissions taken',
  'delete-webhook': 'webhook deleted',
} as const

const called = (one: Exclude<ShownPart, string>) => {
  const sign = { user: '@', role: '@', channel: '#', category: '' }[one.about]
  return one.name === null ? `${one.about} ${one.id}` : `${sign}${one.name}`
}
const text = (parts: readonly ShownPart[]) => parts.map(one => (typeof one === 'string' ? one : called(one))).join('')
const moment = (at: number) => new Date(at).toISOString()

interface Section {
  title: string
  /** The cells of each row; the first row is the header. */
  table: readonly (readonly string[])[]
}

/** Everything that a document says. */
function sectionsOf({ incident, events, moreEvents, sanctions, recovery }: IncidentReport): Section[] {
  const { actor, startedAt, decidedAt, requestedAt, confirmedAt } = incident
  const after = (at: number | null) => (at === null ? 'never' : `${moment(at)} (+${at - startedAt} ms)`)
  const verified = recovery?.verified ?? []
  const lost = recovery?.lost ?? []
  const sections: Section[] = [
    {
      title: 'In short',
      table: [
        ['Fact', 'Value'],
        ['State', stateWords[incident.state]],
        ['Noticed by', incident.module],
        ['Punishment asked for', incident.punishment],
        ['Noticed first', actor === null ? 'unknown' : `${actor.name ?? 'unknown'} (${actor.id})`],
        ['Actions that landed', String(incident.landed)],
        ['First action', moment(startedAt)],
        ['Decided', after(decidedAt)],
        ['First request', after(requestedAt)],
        ['Confirmed by Discord', after(confirmedAt)],
        [
          'Restored',
          recovery === null
            ? 'nothing was asked for'
            : `${recovery.state}, ${recovery.steps.done} of ${recovery.steps.total} steps`,
        ],
      ],
    },
    {
      title: 'What was done against whom',
      table: [
        ['Who', 'Id', 'What', 'State'],
        ...sanctions.map(({ user, done, state }) => [
          user.name ?? 'unknown',
          user.id,
          done === null ? 'nothing' : doneWords[done],
          state,
        ]),
      ],
    },
    {
      title: 'What happened',
      table: [
        ['Time', 'Lane', 'What', 'Entry'],
        ...events.map(({ at, lane, parts, entry }) => [moment(at), laneWords[lane], text(parts), entry ?? '']),
        ...(moreEvents > 0 ? [['', '', `${moreEvents} more`, '']] : []),
      ],
    },
    {
      title: 'Verified fields',
      table: [
        ['Object', 'Field', 'Result', 'Why'],
        ...verified.flatMap(({ kind, name, fields }) =>
          fields.map(({ label, same, reason }) => [
            `${kind} ${name ?? ''}`.trim(),
            label ?? 'as a whole',
            same ? 'same' : 'differs',
            reason ?? '',
          ]),
        ),
      ],
    },
    {
      title: 'Cannot come back',
      table: [
        ['What', 'Why'],
        ...lost.map(({ kind, name, field, reason }) => [
          [kind, name, field].filter(one => one !== null).join(' '),
          reason,
        ]),
      ],
    },
  ]
  return sections.filter(({ table }) => table.length > 1)
}

/** Escapes names, so that they are plain text wherever the document is opened. */
const marked = (cell: string) =>
  cell.replaceAll(/[\r\n]+/g, ' ').replaceAll(/[\\`*_{}[\]<>()#+!|~@-]/g, one => `\\${one}`)
const escaped = (cell: string) => cell.replaceAll(/[&<>"']/g, one => `&#${one.charCodeAt(0)};`)

function markdown(title: string, sections: readonly Section[]): string {
  const row = (cells: readonly string[]) => `| ${cells.map(marked).join(' | ')} |`
  const tables = sections.map(({ title: head, table: [first = [], ...rest] }) =>
    [`## ${head}`, '', row(first), `| ${first.map(() => '---').join(' | ')} |`, ...rest.map(row), ''].join('\n'),
  )
  return [`# ${marked(title)}`, '', ...tables].join('\n')
}

function html(title: string, sections: readonly Section[]): string {
  const row = (cells: readonly string[], tag: string) =>
    `<tr>${cells.map(cell => `<${tag}>${escaped(cell)}</${tag}>`).join('')}</tr>`
  const tables = sections.map(
    ({ title: head, table: [first = [], ...rest] }) =>
      `<h2>${escaped(head)}</h2><table><thead>${row(first, 'th')}</thead><tbody>${rest.map(cells => row(cells, 'td')).join('')}</tbody></table>`,
  )
  const style =
    'body{font:14px/1.5 system-ui;max-width:70rem;margin:2rem auto;padding:0 1rem}table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.25rem .5rem;border-bottom:1px solid #ccc;vertical-align:top}'
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escaped(title)}</title><style>${style}</style></head><body><h1>${escaped(title)}</h1>${tables.join('')}</body></html>\n`
}

/** Returns the report as a file. @param server the server's name */
export function exported(report: IncidentReport, server: string, format: 'json' | 'html' | 'markdown'): FileContent {
  const { number } = report.incident
  const name = `incident-${number}`
  if (format === 'json') {
    const { mayUndo: _mayUndo, ...facts } = report
    return {
      name: `${name}.json`,
      type: 'application/json',
      content: `${JSON.stringify({ server, ...facts }, null, 2)}\n`,
    }
  }
  const title = `Incident ${number} in ${server}`
  return format === 'html'
    ? { name: `${name}.html`, type: 'text/html', content: html(title, sectionsOf(report)) }
    : { name: `${name}.md`, type: 'text/markdown', content: markdown(title, sectionsOf(report)) }
}

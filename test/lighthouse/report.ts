import { cpus } from 'node:os'
import { categories, type Measured } from './measure.ts'
import type { Measure } from './pages.ts'

export interface Row {
  page: Measure
  found: Measured
}

/** The look in the middle by performance; of what has no chance in it every look says the same. */
export function medianOf(looks: readonly Measured[]): Measured {
  const sorted = looks.toSorted((a, b) => a.scores.performance - b.scores.performance)
  const found = sorted[Math.floor(sorted.length / 2)]
  if (!found) throw new Error('nothing was measured')
  return found
}

/** What a page owes: one sentence for each category below its target. */
export const misses = ({ page, found }: Row): string[] =>
  categories
    .filter(name => found.scores[name] < page.target && page.except[name] === undefined)
    .map(name => {
      const why = found.lost[name]?.join(', ') ?? ''
      return `${page.name}: ${name} is ${found.scores[name]}, its target is ${page.target}${why && ` (${why})`}`
    })

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`

const head = [
  'Page',
  'Target',
  ...categories,
  'First paint',
  'Largest paint',
  'Blocked',
  'Shift',
  'Load of the machine',
]

const cells = ({ page, found: { scores, timing, load } }: Row): string[] => [
  page.name,
  `≥ ${page.target}`,
  ...categories.map(name => `${scores[name]}${page.except[name] === undefined ? '' : '*'}`),
  seconds(timing.firstPaint),
  seconds(timing.largestPaint),
  `${timing.blocked.toFixed(0)} ms`,
  timing.shift.toFixed(3),
  load.toFixed(1),
]

/** A table of Markdown, which is read in a terminal as well. */
export function asTable(rows: readonly Row[]): string {
  const all = [head, ...rows.map(cells)]
  const widths = head.map((_, column) => Math.max(...all.map(row => row[column]?.length ?? 0)))
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  const reasons = rows.flatMap(({ page }) =>
    categories.flatMap(name => {
      const reason = page.except[name]
      return reason === undefined ? [] : [`\\* ${page.name}, ${name}: ${reason}`]
    }),
  )
  const rule = `|${widths.map(width => '-'.repeat(width + 2)).join('|')}|`
  return [line(head), rule, ...rows.map(row => line(cells(row))), '', ...reasons].join('\n')
}

/** docs/lighthouse.md. */
export function asPage(rows: readonly Row[], looks: number, now: Date): string {
  const processors = cpus()
  return `# How fast the pages load

\`npm run lighthouse -- --write\` wrote this page; nothing in it is typed by hand.

Lighthouse looks at the demo as a middling telephone on slow 4G loads it for the first time, ${looks} times a page; the look
with the median performance counts. Scores are of 100. “Blocked” is how long the page could not answer, “shift” how much
of it moved while it loaded. The product, the sandbox and the browser share ${processors.length} processors
(${processors[0]?.model ?? 'unknown'}); where the load is above ${processors.length}, other work of the machine took a part, which costs performance.

${now.toISOString().slice(0, 10)}

${asTable(rows)}
`
}

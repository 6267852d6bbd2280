import { cpus } from 'node:os'
import { categories, type Measured } from './measure.ts'
import type { Measure } from './pages.ts'

export interface Row {
  page: Measure
  found: Measured
}

/** The run with the median performance; in the other categories, all runs give the same. */
export function medianOf(looks: readonly Measured[]): Measured {
  const sorted = looks.toSorted((a, b) => a.scores.performance - b.scores.performance)
  const found = sorted[Math.floor(sorted.length / 2)]
  if (!found) throw new Error('nothing was measured')
  return found
}

/** One sentence for each category in which a page misses its target. */
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

/** A Markdown table with aligned columns, so that it can also be read in a terminal. */
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

/** The contents of docs/lighthouse.md. */
export function asPage(rows: readonly Row[], looks: number, now: Date): string {
  const processors = cpus()
  return `# How fast the pages load

\`npm run lighthouse -- --write\` wrote this page; nothing in it is typed by hand.

Lighthouse loads each page of the demo ${looks} times as a mid-range phone on slow 4G does on a first visit; the run with the
median performance counts. Scores are out of 100. “Blocked” is how long the page could not respond, “Shift” how much of it
moved while it loaded. The product, the sandbox and the browser share ${processors.length} processors
(${processors[0]?.model ?? 'unknown'}); where the load is above ${processors.length}, other work on the machine took a part, which costs performance.

${now.toISOString().slice(0, 10)}

${asTable(rows)}
`
}

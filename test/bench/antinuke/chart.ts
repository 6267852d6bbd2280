import type { Outcome } from './outcome.ts'

const width = 860
const left = 150
const barHeight = 16
const gap = 8
const scale = (width - left - 170) / 100

const colors = ['#4f7cff', '#8a8f98', '#b9a26a', '#6aa184']

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** For each bot, the share of attempted actions that landed and the share of the damage that was restored. */
export function chartOf(outcomes: readonly Outcome[]): string {
  const names = [...new Set(outcomes.map(({ subject }) => subject))]
  // Only attacks that every bot was measured with.
  const key = ({ scenario, profile, perSecond, channels }: Outcome) => [scenario, profile, perSecond, channels].join()
  const shared = Map.groupBy(outcomes, key)
  const fair = new Set(
    [...shared].filter(([, group]) => new Set(group.map(one => one.subject)).size === names.length).map(([one]) => one),
  )
  const total = (counts: Record<string, number>) => Object.values(counts).reduce((all, one) => all + one, 0)
  const sum = (own: readonly Outcome[], of: (one: Outcome) => number) => own.reduce((all, one) => all + of(one), 0)
  const bars = names.flatMap((name, place) => {
    const own = outcomes.filter(one => one.subject === name && fair.has(key(one)))
    const lost = sum(own, one => total(one.lost))
    const color = colors[place % colors.length]
    return [
      {
        name,
        what: 'landed',
        share:
          sum(own, one => one.landed) /
          Math.max(
            1,
            sum(own, one => one.attempted),
          ),
        color,
        opacity: 0.45,
      },
      {
        name: '',
        what: 'restored',
        share: lost === 0 ? 0 : sum(own, one => total(one.restored)) / lost,
        color,
        opacity: 1,
      },
    ]
  })
  const rows = bars.map(({ name, what, share, color, opacity }, place) => {
    const y = 44 + place * (barHeight + gap) + Math.floor(place / 2) * gap
    const long = share * 100 * scale
    return [
      `<text x="${left - 12}" y="${y + 12}" text-anchor="end" font-weight="600">${escape(name)}</text>`,
      `<rect x="${left}" y="${y}" width="${Math.max(1, long).toFixed(1)}" height="${barHeight}" rx="3" fill="${color}" fill-opacity="${opacity}"/>`,
      `<text x="${(left + long + 8).toFixed(1)}" y="${y + 12}">${(share * 100).toFixed(1)} % ${what}</text>`,
    ].join('')
  })
  const height = 44 + bars.length * (barHeight + gap) + names.length * gap + 12
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="13" fill="#5b6069">`,
    `<title>NukeBench: hostile requests that landed, and what was restored</title>`,
    `<text x="${left}" y="24" font-weight="600">${fair.size} attacks that every bot was measured with</text>`,
    ...rows,
    '</svg>\n',
  ].join('\n')
}

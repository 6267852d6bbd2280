import { formatNumber } from '#web/ui/numbers.ts'
import type { OperatorTexts } from '#kernel/operator/contract.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** A duration in its largest unit, rounded down: '6 hours'. */
export function spanInWords(ms: number): string {
  const [length, word] = ms >= 2 * day ? [day, 'days'] : ms >= 2 * hour ? [hour, 'hours'] : [minute, 'minutes']
  const count = Math.floor(ms / length)
  return count === 1 && word === 'minutes' ? '1 minute' : `${count} ${word}`
}

/** A share in percent with at most one decimal, never rounded up: '99.9'. */
export function percentOf(part: number, whole: number): string {
  const tenths = whole === 0 ? 1000 : Math.floor((part / whole) * 1000)
  return String(tenths / 10)
}

/** A response time as a figure, if it is one: '1 to 6 hours' is 1–6 h. */
export function asFigure(time: string): { figure: string; unit: string } | undefined {
  const [, least, most, unit] = /^(\d+) to (\d+) (minute|hour|day)s$/.exec(time) ?? []
  return least && most && unit
    ? { figure: `${least}–${most}`, unit: unit === 'minute' ? 'min' : unit.charAt(0) }
    : undefined
}

export interface Tile {
  label: 'Servers' | 'Users' | 'Uptime' | 'Support'
  figure: string
  unit?: string
  sentence: string
  source: { kind: 'live' | 'measured' | 'stated' | 'default'; text: string }
}

interface Status {
  guildCount: number
  guilds: readonly { memberCount: number }[]
}

/** Two tiles about the servers, with the time of the data. */
export function countTiles({ guildCount, guilds }: Status, askedAt: string): [Tile, Tile] {
  const source = { kind: 'live', text: `Live, at ${askedAt}` } as const
  const members = guilds.reduce((sum, { memberCount }) => sum + memberCount, 0)
  return [
    {
      label: 'Servers',
      figure: formatNumber(guildCount),
      sentence: `${guildCount === 1 ? 'has' : 'have'} this copy in ${guildCount === 1 ? 'it' : 'them'} right now`,
      source,
    },
    {
      label: 'Users',
      figure: formatNumber(members),
      sentence: 'are members of those servers, bots included; anyone in two counts twice',
      source,
    },
  ]
}

export const uptimeTile = ({ upMs, spanMs }: { upMs: number; spanMs: number }): Tile => ({
  label: 'Uptime',
  figure: percentOf(upMs, spanMs),
  unit: '%',
  sentence:
    spanMs < 2 * minute
      ? 'since this copy started, a moment ago; the goal is 99.9%'
      : `of the ${spanInWords(spanMs)} ${spanMs >= 30 * day ? 'before now' : 'since this copy first started'}; the goal is 99.9%`,
  source: { kind: 'measured', text: 'Measured here' },
})

export function supportTile({ chat, email, stated }: OperatorTexts['supportTimes']): Tile {
  return {
    label: 'Support',
    ...(asFigure(chat) ?? { figure: chat }),
    sentence: `until somebody answers in chat; ${email} by email`,
    source: stated
      ? { kind: 'stated', text: 'Stated by the operator' }
      : { kind: 'default', text: 'Default, replaced by the operator' },
  }
}

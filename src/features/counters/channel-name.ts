import { render } from '#kit/template.ts'
import { formatNumber } from '#kit/numbers.ts'
import type { CounterKind, fills } from './contract.ts'

/** The numbers a counter can show; `bots` is null until they have been counted. */
export interface ServerCounts {
  users: number
  bots: number | null
  boosts: number
}

/** The number of one kind, or null while it is not known. */
export function countOf(kind: CounterKind, { users, bots, boosts }: ServerCounts): number | null {
  if (kind === 'users') return users
  if (kind === 'boosts') return boosts
  if (bots === null) return null
  return kind === 'bots' ? bots : Math.max(0, users - bots)
}

/** A channel's name, with the number in place of `{count}`, or else after the name. */
export function channelName(name: string, count: number | null): string {
  const template = /\{count\}/i.test(name) ? name : `${name} : {count}`
  const values: Record<(typeof fills)[number], string> = { count: count === null ? '…' : formatNumber(count) }
  return render(template, values).replace(/\s+/gu, ' ').trim()
}

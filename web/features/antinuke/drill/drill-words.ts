import type { AttackKind, DrillResult } from '#features/antinuke/drill/contract.ts'
import { formatCount, formatNumber } from '#web/ui/numbers.ts'
import type { Figure } from '../figures.tsx'
import type { SettingsTab } from '../tabs.tsx'

interface Words {
  /** What one picket stands for. */
  thing: string
  /** What landed. */
  act: string
  /** How the lost things are described. */
  gone: string
  /** The heading of their chart. */
  title: string
}

export const wordsOf: Record<AttackKind, Words> = {
  channels: { thing: 'channel', act: 'deletion', gone: 'gone', title: 'Channels gone' },
  roles: { thing: 'role', act: 'deletion', gone: 'gone', title: 'Roles gone' },
  bans: { thing: 'member', act: 'ban', gone: 'banned', title: 'Members banned' },
  all: { thing: 'channel, role or member', act: 'action', gone: 'gone', title: 'Channels, roles and members gone' },
}

/** A time within the drill, as text. */
export const momentOf = (ms: number): string =>
  ms < 1000 ? `${Math.round(ms)} ms` : `${formatNumber(Math.round(ms / 10) / 100)} s`

/** The result in one sentence. @param product the product's name */
export function sentenceOf(
  { who, ending, landed, attempts, back, verifiedAt }: DrillResult,
  attack: AttackKind,
  product: string,
): string {
  const all = attempts === 1 ? 'the only one' : `all ${formatNumber(attempts)}`
  switch (ending) {
    case 'powerless':
      return `A compromised ${who} cannot do this at all.`
    case 'harmless':
      return `A compromised ${who} lands ${all}: too few to reach the limit.`
    case 'out-of-reach':
      return `A compromised ${who} lands ${all}. ${product} cannot stop them.`
    case 'trusted':
      return `A compromised ${who} lands ${all}: they are trusted, so nothing counts.`
    case 'not-counted':
      return `A compromised ${who} lands ${all}: the module is off.`
    case 'no-punishment':
      return `A compromised ${who} lands ${all}: the punishment is None.`
    case 'stopped':
      break
  }
  const landing = `A compromised ${who} lands ${formatCount(landed, wordsOf[attack].act)}.`
  if (landed === 0) return landing
  if (verifiedAt === null) return `${landing} Nothing comes back: auto recovery is off.`
  if (back.length < landed)
    return `${landing} ${formatNumber(back.length)} of it ${back.length === 1 ? 'comes' : 'come'} back.`
  return `${landing} ${landed === 1 ? 'It comes' : `All ${formatNumber(landed)} come`} back.`
}

interface Repair {
  words: string
  /** The settings tab; Posture if none of them helps. */
  tab?: SettingsTab
}

/** What would have led to a better result, and where to change it; undefined if nothing needs to be done. */
export function repairFor({ ending, landed, stoppedAt, verifiedAt }: DrillResult): Repair | undefined {
  if (ending === 'out-of-reach') return { words: 'How to repair it, in Posture' }
  if (ending === 'trusted') return { words: 'Why they are exempt, in Posture' }
  if (ending === 'not-counted') return { words: 'Switch the module on, in Protection', tab: 'protection' }
  if (ending === 'no-punishment') return { words: 'Choose another punishment, in Protection', tab: 'protection' }
  if (ending === 'harmless') return { words: 'Set a lower limit, in Protection', tab: 'protection' }
  const isLost = landed > 0 && stoppedAt !== null && verifiedAt === null
  return isLost ? { words: 'Switch auto recovery on, in Logs', tab: 'logs' } : undefined
}

/** How many things are lost, and how many of them are back, at a time within the drill (ms). */
export function tallyAt(
  { gone, back }: Pick<DrillResult, 'gone' | 'back'>,
  at: number,
): { gone: number; back: number } {
  const upTo = (times: readonly number[]) => times.filter(time => time <= at).length
  return { gone: upTo(gone), back: upTo(back) }
}

export interface Frame {
  at: number
  title: string
}

/** The moments worth looking at, in order. */
export function framesOf({ gone: lost, back, decidedAt, stoppedAt, verifiedAt }: DrillResult): Frame[] {
  const frame = (at: number | null | undefined, title: string): Frame[] =>
    at === null || at === undefined ? [] : [{ at, title }]
  const half = lost[Math.floor((lost.length - 1) / 2)]
  return [
    ...frame(lost[0], 'First one'),
    ...(stoppedAt === null ? [...frame(half, 'Half of it'), ...frame(lost.at(-1), 'The end')] : []),
    ...frame(decidedAt, 'Limit reached'),
    ...frame(stoppedAt, 'Stopped'),
    ...frame(back[0], 'First one back'),
    ...frame(back.at(-1), 'All back'),
    ...frame(verifiedAt, 'Verified'),
  ]
}

/** Four figures, each with a note that puts it into context. */
export function figuresOf(result: DrillResult): Figure[] {
  const { landed, attempts, floor, decidedAt, stoppedAt, verifiedAt, fields, gone: lost } = result
  const isStopped = stoppedAt !== null
  return [
    {
      title: 'Landed',
      figure: formatNumber(landed),
      unit: `of ${formatNumber(attempts)}`,
      note: isStopped ? `${formatNumber(floor)} is the least possible` : 'nothing stops it',
    },
    {
      title: 'Stopped after',
      figure: isStopped && decidedAt !== null ? formatNumber(Math.round(stoppedAt - (lost[0] ?? 0))) : 'Never',
      unit: isStopped ? 'ms' : '',
      note: isStopped ? 'after the first action' : repairFor(result) ? 'see the repair above' : 'nothing to stop',
    },
    {
      title: 'Refused',
      figure: formatNumber(isStopped ? attempts - landed : 0),
      unit: 'attempts',
      note: isStopped ? 'after the sanction landed' : 'by Discord',
    },
    {
      title: 'Restored',
      figure: fields ? formatNumber(fields.restored) : '0',
      unit: fields ? `of ${formatNumber(fields.total)} fields` : 'fields',
      note:
        verifiedAt === null
          ? isStopped
            ? 'auto recovery is off'
            : 'nobody was stopped'
          : `in ${momentOf(verifiedAt - (stoppedAt ?? 0))}, verified`,
    },
  ]
}

import type { RoleEffect, RoleProgress } from '#features/leveling/role-changes/contract.ts'
import { formatCount, formatNumber } from '#web/ui/numbers.ts'

export const memberCount = (amount: number): string => formatCount(amount, 'member')

const some = (names: readonly string[], all: number): string => {
  if (names.length === 0) return ''
  const rest = all - names.length
  return ` (${names.join(', ')}${rest > 0 ? ` and ${formatNumber(rest)} more` : ''})`
}

/** 'Adds @Regular to 12 members (Mara, …), removes it from 3 members (…).' */
export function effectText(role: string, { gains, loses, gainers, losers }: RoleEffect): string {
  const parts = [
    gains > 0 && `adds @${role} to ${memberCount(gains)}${some(gainers, gains)}`,
    loses > 0 && `removes ${gains > 0 ? 'it' : `@${role}`} from ${memberCount(loses)}${some(losers, loses)}`,
  ].filter(part => part !== false)
  const sentence = parts.join(', ')
  return sentence === '' ? `@${role} is as it should be.` : `${sentence[0]?.toUpperCase()}${sentence.slice(1)}.`
}

export const roleCount = (amount: number): string => formatCount(amount, 'role')

/** What a run has done so far, and what it could not do. */
export function progressText({ state, members: seen, given, taken, failed }: RoleProgress) {
  const done = `${roleCount(given)} given, ${roleCount(taken)} taken`
  const refused = failed > 0 ? ` ${roleCount(failed)} could not be changed: look at the warnings above.` : ''
  if (state === 'running') return { title: `${memberCount(seen)} checked so far.`, detail: `${done}.${refused}` }
  if (state === 'failed')
    return { title: 'Not all roles could be changed.', detail: `Before that: ${done}. Apply again.` }
  if (state === 'undone') return { title: 'The last run was undone.', detail: 'It has been taken back.' }
  return { title: `${memberCount(seen)} have the right level roles.`, detail: `Last run: ${done}.${refused}` }
}

/** 'level 4, 120 XP' */
export const levelText = ({ level, xp }: { level: number; xp: number }): string =>
  `level ${formatNumber(level)}, ${formatNumber(xp)} XP`

/** The error of a list, where a row may still lack its subject. */
export const listError = (error: string | undefined, isWhole: boolean, noun: string): string | undefined =>
  error !== undefined && !isWhole ? `Choose a ${noun} in every line, or remove the line.` : error

import { z } from 'zod'
import { UserError } from '#kit/errors.ts'
import { type ImportLine, type Parsed, sortLines, progressAt } from './entry.ts'

const number = z.union([z.number(), z.string()]).transform(Number)
const player = z.object({
  id: z.union([z.string(), z.number().transform(String)]),
  username: z.string().nullish(),
  level: number,
  /** Total XP on MEE6's curve. */
  xp: number.nullish(),
  message_count: number.nullish(),
})
const file = z.union([z.object({ players: z.array(z.unknown()) }), z.array(z.unknown())])

/**
 * The XP that MEE6 requires from `level` to the next. Source: its public leaderboards, which show it for each level.
 */
const mee6Need = (level: number): number => 5 * level * level + 50 * level + 100

function mee6Total(level: number): number {
  let total = 0
  for (let at = 0; at < level; at++) total += mee6Need(at)
  return total
}

/** Keeps the level and the share of the way to the next one; members without a level start from zero. */
function standing({ level, xp }: z.output<typeof player>): ImportLine['standing'] {
  if (!Number.isInteger(level) || level < 0) return { reason: 'The level is not a whole number.' }
  if (level === 0 || level > 10_000) return progressAt(level)
  const beyond = (xp ?? 0) - mee6Total(level)
  return progressAt(level, Number.isFinite(beyond) ? beyond / mee6Need(level) : 0)
}

/**
 * Reads an answer of MEE6's leaderboard, either all of it or only its list of players. @throws UserError if it is
 * something else
 */
export function readMee6(text: string): Parsed {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new UserError('leveling.json', 'This is not valid JSON; it may be cut off. Copy the whole answer.')
  }
  const whole = file.safeParse(value)
  if (!whole.success)
    throw new UserError(
      'leveling.players',
      'There is no list of players in this file. MEE6’s has one called “players”.',
    )
  const players = Array.isArray(whole.data) ? whole.data : whole.data.players
  const lines = players.map((each, index): ImportLine => {
    const parsed = player.safeParse(each)
    const line = index + 1
    if (!parsed.success)
      return {
        line,
        userId: '0'.repeat(18),
        name: null,
        messages: undefined,
        standing: { reason: 'This is not a player with an ID and a level.' },
      }
    const { id, username, message_count } = parsed.data
    const messages = Number.isInteger(message_count) ? String(message_count) : undefined
    return { line, userId: id, name: username ?? null, messages, standing: standing(parsed.data) }
  })
  return sortLines('mee6', lines)
}

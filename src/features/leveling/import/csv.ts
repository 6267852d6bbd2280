import { parse } from 'csv-parse/sync'
import { UserError } from '#kit/errors.ts'
import { neededAt, levelProgress } from '../curve.ts'
import { type ImportLine, type Parsed, sortLines, progressAt, wholeNumber } from './entry.ts'

/** The names that bots use for their columns, without spaces and punctuation. */
const columns = {
  userId: ['userid', 'id', 'user', 'memberid', 'discordid', 'member'],
  name: ['name', 'username', 'displayname', 'tag'],
  total: ['totalxp', 'total', 'experience', 'exp', 'points', 'cumulativexp'],
  xp: ['xp'],
  level: ['level', 'lvl'],
  messages: ['messages', 'messagecount', 'message'],
} as const
type Column = keyof typeof columns

const plain = (heading: string) => heading.toLowerCase().replace(/[^a-z]/g, '')

/** The column separator: the candidate that occurs most often in the header line. */
function delimiterOf(text: string): string {
  const heading = text.slice(0, text.search(/[\r\n]|$/))
  const times = (sign: string) => heading.split(sign).length
  return [',', ';', '\t'].toSorted((a, b) => times(b) - times(a))[0] ?? ','
}

function read(text: string): string[][] {
  try {
    return parse(text, {
      bom: true,
      delimiter: delimiterOf(text),
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
    })
  } catch {
    throw new UserError(
      'leveling.csv',
      'This is not a valid CSV file: a quotation mark is never closed. Export the file again.',
    )
  }
}

/**
 * Reads level and XP of a line. The level is taken over as is. The XP counts toward the next level if it fits within
 * the level; other bots write total XP there, on a curve of their own. XP without a level is total XP on our curve.
 */
function standing(cell: (column: Column) => string | undefined): ImportLine['standing'] {
  const [levelText, xpText, totalText] = [cell('level'), cell('xp'), cell('total')]
  const xp = xpText === undefined || xpText === '' ? undefined : wholeNumber(xpText)
  if (levelText) {
    const level = wholeNumber(levelText)
    if (level === undefined) return { reason: 'The level is not a whole number.' }
    if (xpText && xp === undefined) return { reason: 'The XP is not a whole number.' }
    const kept = progressAt(level)
    return 'reason' in kept || xp === undefined || xp >= neededAt(kept.level) ? kept : { level: kept.level, xp }
  }
  const total = totalText ? wholeNumber(totalText) : xp
  return total === undefined
    ? { reason: 'Neither a level nor XP can be read as a whole number.' }
    : levelProgress(total)
}

/**
 * Reads a table with a header line: a column with the member's id, and a level, XP or both.
 * @throws UserError if the columns are missing
 */
export function readCsv(text: string): Parsed {
  const [heading = [], ...rows] = read(text)
  const headings = heading.map(plain)
  const placeOf = (column: Column) => headings.findIndex(one => columns[column].some(known => known === one))
  const places = new Map((Object.keys(columns) as Column[]).map(column => [column, placeOf(column)]))
  const has = (column: Column) => (places.get(column) ?? -1) >= 0
  if (!has('userId') || !(has('level') || has('xp') || has('total')))
    throw new UserError(
      'leveling.columns',
      'The first line must name the columns: one “user_id”, and “level”, “xp” or both.',
    )
  const lines = rows.map((row, index): ImportLine => {
    const cell = (column: Column) => row[places.get(column) ?? -1]
    return {
      line: index + 2,
      userId: cell('userId') ?? '',
      name: cell('name') ?? null,
      messages: cell('messages'),
      standing: standing(cell),
    }
  })
  return sortLines('csv', lines)
}

/** Writes a cell so that no spreadsheet program mistakes it for a formula. */
const cellOf = (value: string | number | null): string => {
  const text = String(value ?? '')
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",;\n\r\t]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

interface Exported {
  userId: string
  name: string | null
  total: number
  messages: number
}

/** Writes a table with a header line. */
export const writeTable = (header: readonly string[], rows: Iterable<readonly (string | number | null)[]>): string =>
  [header.join(','), ...Array.from(rows, row => row.map(cellOf).join(',')), ''].join('\r\n')

/** Writes CSV that {@link readCsv} reads back unchanged. */
export function writeCsv(rows: Iterable<Exported>): string {
  const lines = Array.from(rows, ({ userId, name, total, messages }) => {
    const { level, xp } = levelProgress(total)
    return [userId, name, level, xp, messages]
  })
  return writeTable(['user_id', 'name', 'level', 'xp', 'messages'], lines)
}

import { z } from 'zod'
import { mostXp } from '../contract.ts'
import { neededAt, type LevelProgress, totalOf } from '../curve.ts'

export interface ImportFile {
  format: 'auto' | 'csv' | 'mee6'
  text: string
}

/** One member of a file that could be read. */
export interface ImportEntry {
  userId: string
  /** All XP on our curve. */
  total: number
  messages: number
  name: string | null
}

interface Refusal {
  line: number
  reason: string
}

export interface Parsed {
  format: 'csv' | 'mee6'
  entries: ImportEntry[]
  refused: Refusal[]
}

/** Members handled in one transaction: nobody waits for longer than that takes. */
const atOnce = 50

const members = z.array(z.tuple([z.string(), z.number(), z.number(), z.string().nullable()]))

/** Entries in parts, as text: a file's 36,000 objects would take 60 ms on the event loop merely to arrive there. */
export const partsOf = (entries: readonly ImportEntry[]): string[] =>
  Array.from({ length: Math.ceil(entries.length / atOnce) }, (_, part) => {
    const some = entries.slice(part * atOnce, (part + 1) * atOnce)
    const rows = some.map(({ userId, total, messages, name }) => [userId, total, messages, name])
    return JSON.stringify(rows)
  })

/** The entries of one of {@link partsOf}. */
export const entriesOf = (part: string): ImportEntry[] =>
  members.parse(JSON.parse(part)).map(([userId, total, messages, name]) => ({ userId, total, messages, name }))

/** A line as read, before it is interpreted. */
export interface ImportLine {
  line: number
  userId: string
  name: string | null
  messages: string | undefined
  /** What the member has, or why that cannot be determined. */
  standing: LevelProgress | { reason: string }
}

const highestLevel = 1400

/** A whole number from 0, or undefined; a spreadsheet's spelling of one (`1,200`, `12.0`) is understood too. */
export function wholeNumber(text: string): number | undefined {
  const plain = text
    .trim()
    .replace(/(?<=\d)[,'\u00A0\u202F ](?=\d{3}\b)/g, '')
    .replace(/\.0+$/, '')
  return /^\d{1,15}$/.test(plain) ? Number(plain) : undefined
}

/** A level with a share of the way to the next, from 0 up to 1. */
export function progressAt(level: number, share = 0): LevelProgress | { reason: string } {
  if (level > highestLevel) return { reason: `The level is above ${highestLevel}.` }
  const known = Math.max(1, level)
  return { level: known, xp: Math.floor(Math.min(0.999, Math.max(0, share)) * neededAt(known)) }
}

function idProblem(userId: string): string | undefined {
  if (userId === '') return 'The id of the member is missing.'
  if (/e\+?\d+$/i.test(userId))
    return 'A spreadsheet program has rounded the id. Export the file again and leave it as it is.'
  return /^\d{17,20}$/.test(userId) ? undefined : 'This is not the id of a Discord account.'
}

function parseEntry({ line, userId, name, messages = '', standing }: ImportLine): ImportEntry | Refusal {
  const problem = idProblem(userId)
  if (problem !== undefined) return { line, reason: problem }
  if ('reason' in standing) return { line, reason: standing.reason }
  const total = totalOf(standing)
  if (total > mostXp) return { line, reason: `That is more XP than anybody can have (${mostXp}).` }
  return { userId, total, messages: wholeNumber(messages) ?? 0, name: name === '' ? null : name }
}

/** Splits lines into members and refused lines; a member counts once, by their first line. */
export function sortLines(format: Parsed['format'], lines: Iterable<ImportLine>): Parsed {
  const parsed: Parsed = { format, entries: [], refused: [] }
  const seen = new Map<string, number>()
  for (const each of lines) {
    const found = parseEntry(each)
    if ('reason' in found) parsed.refused.push(found)
    else if (seen.has(found.userId))
      parsed.refused.push({ line: each.line, reason: `Line ${seen.get(found.userId)} is about the same member.` })
    else {
      seen.set(found.userId, each.line)
      parsed.entries.push(found)
    }
  }
  return parsed
}

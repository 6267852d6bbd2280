import { z } from 'zod'
import { mostXp } from '../contract.ts'
import { neededAt, type LevelProgress, totalOf } from '../curve.ts'

export interface ImportFile {
  format: 'auto' | 'csv' | 'mee6'
  text: string
}

/** A member from a file, read successfully. */
export interface ImportEntry {
  userId: string
  /** Total XP on our curve. */
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

/** The members handled in one transaction, which is the longest that anything else waits. */
const atOnce = 50

const members = z.array(z.tuple([z.string(), z.number(), z.number(), z.string().nullable()]))

/** Splits entries into parts, as text: transferring a file's 36,000 objects would block the event loop for 60 ms. */
export const partsOf = (entries: readonly ImportEntry[]): string[] =>
  Array.from({ length: Math.ceil(entries.length / atOnce) }, (_, part) => {
    const some = entries.slice(part * atOnce, (part + 1) * atOnce)
    const rows = some.map(({ userId, total, messages, name }) => [userId, total, messages, name])
    return JSON.stringify(rows)
  })

/** The entries in one of the {@link partsOf} parts. */
export const entriesOf = (part: string): ImportEntry[] =>
  members.parse(JSON.parse(part)).map(([userId, total, messages, name]) => ({ userId, total, messages, name }))

/** A line of a file before it is interpreted. */
export interface ImportLine {
  line: number
  userId: string
  name: string | null
  messages: string | undefined
  /** The member's level and XP, or why they cannot be determined. */
  standing: LevelProgress | { reason: string }
}

const highestLevel = 1400

/** Reads a whole number from 0, including spreadsheet formats (`1,200`, `12.0`); undefined for anything else. */
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
  if (userId === '') return 'The ID of the member is missing.'
  if (/e\+?\d+$/i.test(userId))
    return 'A spreadsheet program has rounded the ID. Export the file again and leave it as it is.'
  return /^\d{17,20}$/.test(userId) ? undefined : 'This is not the ID of a Discord account.'
}

function parseEntry({ line, userId, name, messages = '', standing }: ImportLine): ImportEntry | Refusal {
  const problem = idProblem(userId)
  if (problem !== undefined) return { line, reason: problem }
  if ('reason' in standing) return { line, reason: standing.reason }
  const total = totalOf(standing)
  if (total > mostXp) return { line, reason: `That is more XP than anybody can have (${mostXp}).` }
  return { userId, total, messages: wholeNumber(messages) ?? 0, name: name === '' ? null : name }
}

/** Splits lines into members and refused lines; for each member, only the first line counts. */
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

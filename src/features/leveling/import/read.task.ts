import { UserError } from '#kit/errors.ts'
import { readCsv } from './csv.ts'
import { type ImportFile, type Parsed, partsOf } from './entry.ts'
import { readMee6 } from './mee6.ts'

/** A file's content as a few flat values; see {@link partsOf}. */
interface Read extends Pick<Parsed, 'format'> {
  parts: string[]
  /** The first few, and how many there are in all. */
  refused: Parsed['refused']
  refusals: number
}

function parse({ format, text }: ImportFile): Parsed {
  if (text.trim() === '') throw new UserError('leveling.empty', 'The file is empty.')
  const isJson = format === 'mee6' || (format === 'auto' && /^\s*[[{]/.test(text))
  return isJson ? readMee6(text) : readCsv(text)
}

/** @throws UserError if the text is neither a table nor an answer from MEE6 */
export default function read({ shown, ...file }: ImportFile & { shown: number }): Read {
  const { format, entries, refused } = parse(file)
  return { format, parts: partsOf(entries), refused: refused.slice(0, shown), refusals: refused.length }
}

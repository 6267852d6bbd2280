import { UserError } from '#kit/errors.ts'
import { readCsv } from './csv.ts'
import { type ImportFile, type Parsed, partsOf } from './entry.ts'
import { readMee6 } from './mee6.ts'

/** A file that was read, in few and flat values: see {@link partsOf}. */
interface Read extends Pick<Parsed, 'format'> {
  parts: string[]
  /** The first few, of so many. */
  refused: Parsed['refused']
  refusals: number
}

function parse({ format, text }: ImportFile): Parsed {
  if (text.trim() === '') throw new UserError('leveling.empty', 'The file is empty.')
  const isJson = format === 'mee6' || (format === 'auto' && /^\s*[[{]/.test(text))
  return isJson ? readMee6(text) : readCsv(text)
}

/** @throws UserError when the text is neither a table nor MEE6's answer */
export default function read({ shown, ...file }: ImportFile & { shown: number }): Read {
  const { format, entries, refused } = parse(file)
  return { format, parts: partsOf(entries), refused: refused.slice(0, shown), refusals: refused.length }
}

import { UserError } from '#kit/errors.ts'
import { readCsv } from './csv.ts'
import type { ImportFile, Parsed } from './entry.ts'
import { readMee6 } from './mee6.ts'

/** @throws UserError when the text is neither a table nor MEE6's answer */
export default function read({ format, text }: ImportFile): Parsed {
  if (text.trim() === '') throw new UserError('leveling.empty', 'The file is empty.')
  const isJson = format === 'mee6' || (format === 'auto' && /^\s*[[{]/.test(text))
  return isJson ? readMee6(text) : readCsv(text)
}

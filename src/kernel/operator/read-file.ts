import { nearest } from '#kit/edit-distance.ts'
import { parseWithLines } from '#kit/json-with-lines/contract.ts'
import { fieldSentences, sentence } from '#kit/validation-messages.ts'
import { type OperatorFile, operatorFile } from './contract.ts'

/** Why a file is ignored: the line (from 1) and what is wrong there. */
export interface FileProblem {
  line: number
  reason: string
}

const names = Object.keys(operatorFile.shape)

/** The sentence for a problem: `team.0.role: "role" is missing.`; for an unknown name with the nearest one. */
function reasonOf(path: string, message: string): string {
  if (message.startsWith('The body')) return message.replace('The body', 'The file')
  const unknown = /^There is no field "(.*)" here\.$/.exec(message)?.[1]
  if (unknown === undefined)
    return message.startsWith('"') ? message : `${path === '' ? 'The file' : `"${path}"`} ${message}`
  const [meant] = path.includes('.') ? [] : nearest(unknown, names, name => [name], 1)
  return meant === undefined ? message : `${message} Did you mean "${meant}"?`
}

/** Parses `operator.json`. @returns its content, or the first problem with it */
export function readOperatorFile(text: string): { file: OperatorFile } | { problem: FileProblem } {
  // Some editors begin a file with a byte order mark.
  const parsed = parseWithLines(text.replace(/^\uFEFF/, ''), { uniqueNames: true })
  if ('fault' in parsed) return { problem: { line: parsed.fault.line, reason: parsed.fault.sentence } }
  const read = operatorFile.safeParse(parsed.value, { error: sentence })
  if (read.success) return { file: read.data }
  const [[path, message] = ['', 'is not valid.']] = Object.entries(fieldSentences(read.error))
  return { problem: { line: parsed.lineOf(path.split('.')), reason: reasonOf(path, message) } }
}

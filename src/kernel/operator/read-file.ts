import { nearest } from '#kit/edit-distance.ts'
import { fieldSentences, sentence } from '#kit/validation-messages.ts'
import { type OperatorFile, operatorFile } from './contract.ts'
import { JsonProblem, parseWithLines } from './json-lines.ts'

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
  try {
    const { value, lines } = parseWithLines(text)
    const parsed = operatorFile.safeParse(value, { error: sentence })
    if (parsed.success) return { file: parsed.data }
    const [[path, message] = ['', 'is not valid.']] = Object.entries(fieldSentences(parsed.error))
    // A missing entry has no line of its own, so the line of the object that should contain it is used.
    const known = [path, ...path.split('.').map((_step, place, steps) => steps.slice(0, -1 - place).join('.'))]
    const line = known.map(one => lines.get(one)).find(one => one !== undefined) ?? 1
    return { problem: { line, reason: reasonOf(path, message) } }
  } catch (error) {
    if (error instanceof JsonProblem) return { problem: { line: error.line, reason: error.message } }
    throw error
  }
}

import { createCheck, type DocumentCheck } from './check.ts'
import { readDescription } from './description.ts'

/** Compiling the description takes seconds and changes nothing: every sandbox of a process shares it. */
const read = new Map<string, DocumentCheck>()

/** @throws Error when the file cannot be read */
export function readDocument(file: string): DocumentCheck {
  const check = read.get(file) ?? createCheck(readDescription(file))
  read.set(file, check)
  return check
}

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { areaOf, changedAreas } from './changed-areas.ts'

const folders = ['src', 'web', 'sandbox', 'test']
const mark = /^\/\/ @module-tag long$/m

/** Whether a test file is marked as long. */
export const isLong = (source: string): boolean => mark.test(source)

/** The test files marked as long whose area has no change; the quick tests leave these to the full run. */
export function longTestsElsewhere(): string[] {
  const changed = changedAreas()
  return folders
    .flatMap(folder => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(name => join(folder, name)))
    .filter(file => /\.test\.tsx?$/.test(file) && !changed.has(areaOf(file)) && isLong(readFileSync(file, 'utf8')))
}

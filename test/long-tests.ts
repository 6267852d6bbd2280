import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { areaOf, changedAreas } from './changed-areas.ts'

const folders = ['src', 'web', 'sandbox', 'test']
const long = /^\/\/ @module-tag long$/m
const ci = /^\/\/ @module-tag ci$/m

/** Whether a test file is marked as one that takes long, for the quick tests or for `npm test`. */
export const isLong = (source: string): boolean => long.test(source) || ci.test(source)

const testFiles = () =>
  folders
    .flatMap(folder => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(name => join(folder, name)))
    .filter(file => /\.test\.tsx?$/.test(file))
    .map(file => ({ file, source: readFileSync(file, 'utf8') }))

/** The test files that vitest leaves out in a mode; what they are is in docs/testing.md. */
export function filesLeftOut(mode: string): string[] {
  const changed = mode === 'quick' ? changedAreas() : new Set()
  const isLeftOut: Record<string, (file: string, source: string) => boolean> = {
    quick: (file, source) => !changed.has(areaOf(file)) && isLong(source),
    usual: (_file, source) => ci.test(source),
  }
  return testFiles().flatMap(({ file, source }) => (isLeftOut[mode]?.(file, source) ? [file] : []))
}

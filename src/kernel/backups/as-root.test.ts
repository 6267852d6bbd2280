import { chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { whileBusy } from '#test/busy-folder.ts'
import { scratch } from '#test/scratch.ts'
import { inFolderOf } from './as-root.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(scratch, 'palisade-'))
  mkdirSync(join(dataDir, 'files'))
  // Where the tests run as root, the folder is another user's.
  if (process.getuid?.() === 0) for (const path of [dataDir, join(dataDir, 'files')]) chownSync(path, 65_534, 65_534)
})
afterEach(() => {
  rmSync(dataDir, { recursive: true, force: true })
})

test('what the bot deletes while root works in its folder is no failure', () =>
  whileBusy(join(dataDir, 'files'), () => {
    for (let time = 0; time < 300; time += 1) expect(inFolderOf(dataDir, () => 'done')).toBe('done')
  }))

import {
  chownSync,
  lchownSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { StartupError } from '#kit/errors.ts'
import { whileBusy } from '#test/busy-folder.ts'
import { scratch } from '#test/scratch.ts'
import { copyUnlessLedOut, inFolderOf } from './as-root.ts'

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

test('a link that is put there after they were looked for leads root nowhere', () => {
  const isRoot = process.getuid?.() === 0
  const elsewhere = mkdtempSync(join(scratch, 'palisade-'))
  const [planted, copy] = [join(dataDir, 'session-secret'), join(dataDir, 'copy')]
  const plant = (from: string, owner: number) => {
    rmSync(planted, { force: true })
    symlinkSync(from, planted)
    if (isRoot) lchownSync(planted, owner, owner)
  }
  const copied = () => {
    rmSync(copy, { force: true })
    copyUnlessLedOut(dataDir, planted, copy)
    return readFileSync(copy, 'utf8')
  }
  const outcome = () => {
    try {
      return copied()
    } catch (error) {
      return error instanceof StartupError ? 'refused' : String(error)
    }
  }
  // Only root is led there: whoever else has a link may read what it leads to, or may not.
  const led = isRoot ? 'refused' : 'of root'
  try {
    writeFileSync(join(elsewhere, 'of-root'), 'of root')
    plant(join(elsewhere, 'of-root'), 65_534)
    expect(outcome()).toBe(led)
    plant(join(elsewhere, 'of-root'), 0)
    expect(copied()).toBe('of root')
    rmSync(planted)
    writeFileSync(planted, 'its own', { mode: 0o600 })
    expect([copied(), statSync(copy).mode & 0o777]).toEqual(['its own', 0o600])
    linkSync(join(elsewhere, 'of-root'), `${planted} linked`)
    renameSync(`${planted} linked`, planted)
    expect(outcome()).toBe(led)
  } finally {
    rmSync(elsewhere, { recursive: true })
  }
})

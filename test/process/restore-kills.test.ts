import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeBackup } from '#kernel/backups/make.ts'
import { closeDatabase, openDatabase } from '#kernel/storage/open.ts'
import { refuseInterruptedRestore } from '#kernel/storage/restoring.ts'
import { files } from '#kernel/storage/table.ts'
import { main } from '../product-process.ts'
import { scratch } from '../scratch.ts'

/** A restore as an operator runs it, killed between its renames. */
const guildId = '111111111111111111'
let base: string
beforeAll(() => {
  base = mkdtempSync(join(scratch, 'palisade-'))
  writeFileSync(
    join(base, 'kill.mjs'),
    `import fs from 'node:fs'
    import { syncBuiltinESMExports } from 'node:module'
    const moment = new RegExp(process.env.KILL_BEFORE ?? '(?!)')
    const rename = fs.renameSync
    fs.renameSync = (from, to) => {
      if (moment.test(from + ' -> ' + to)) process.kill(process.pid, 'SIGKILL')
      rename(from, to)
    }
    syncBuiltinESMExports()`,
  )
  const dataDir = join(base, 'data')
  write(dataDir, 'old')
  makeBackup({ dataDir, kind: 'manual', at: Date.UTC(2026, 10, 22) })
  write(dataDir, 'new')
})
afterAll(() => rmSync(base, { recursive: true, force: true }))

/** Writes the same word into the database, the files and the secret. */
function write(dataDir: string, word: string): void {
  mkdirSync(join(dataDir, 'files', guildId), { recursive: true })
  rmSync(join(dataDir, 'files', guildId, 'one'), { force: true })
  writeFileSync(join(dataDir, 'files', guildId, 'one'), word)
  writeFileSync(join(dataDir, 'session-secret'), word)
  const db = openDatabase({ dataDir, log: pino({ level: 'silent' }) })
  const sha256 = createHash('sha256').update(word).digest('hex')
  const row = { id: 'one', guildId, kind: 'probe', name: word, type: 'text/plain', bytes: word.length, sha256, at: 1 }
  db.insert(files)
    .values(row)
    .onConflictDoUpdate({ target: files.id, set: { name: word, sha256 } })
    .run()
  closeDatabase(db)
}

/** The words in the database, the files and the secret. */
function read(dataDir: string) {
  const db = new BetterSqlite3(join(dataDir, 'palisade.sqlite'), { readonly: true })
  const name = db.prepare('SELECT name FROM files').pluck().get()
  db.close()
  const text = (...path: string[]) => readFileSync(join(dataDir, ...path), 'utf8')
  return [name, text('files', guildId, 'one'), text('session-secret')]
}

/** @param before a pattern for the rename before which the process is killed */
function restore(dataDir: string, before = '(?!)'): NodeJS.Signals | null {
  const { signal, status, stderr } = spawnSync(
    process.execPath,
    ['--import', join(base, 'kill.mjs'), main, 'restore', 'latest'],
    { env: { PATH: process.env['PATH'], DATA_DIR: dataDir, KILL_BEFORE: before }, encoding: 'utf8' },
  )
  if (signal === null && status !== 0) throw new Error(`the restore ended with ${status}: ${stderr}`)
  return signal
}

/** Whether the product would start with this folder. */
function starts(dataDir: string): boolean {
  try {
    refuseInterruptedRestore(dataDir)
    return true
  } catch {
    return false
  }
}

test('a restore that is killed halfway, even twice, is never taken for finished', () => {
  const dataDir = join(base, 'data')
  expect(restore(dataDir, 'restoring/palisade.sqlite -> ')).toBe('SIGKILL')
  expect(starts(dataDir)).toBe(false)
  expect(restore(dataDir, '-> .*/restoring$')).toBe('SIGKILL')
  expect(starts(dataDir)).toBe(false)
  expect(restore(dataDir)).toBeNull()
  expect(starts(dataDir)).toBe(true)
  expect(read(dataDir)).toEqual(['old', 'old', 'old'])
  expect(readdirSync(dataDir).filter(name => name.startsWith('restoring'))).toEqual([])
})

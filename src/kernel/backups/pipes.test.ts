import { execFileSync } from 'node:child_process'
import { chownSync, existsSync, lchownSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { botUser, giveToBot, isRoot, makeDatabase, outcomeOf, temporaryFolder } from '#test/somebodys-folder.ts'
import { inFolderOf } from './as-root.ts'
import { backupLock } from './layout.ts'
import { makeBackup } from './make.ts'
import { rootsLockOf, whileLocked } from './lock-as-root.ts'

let dataDir: string
beforeEach(() => {
  dataDir = temporaryFolder()
  makeDatabase(dataDir)
  mkdirSync(join(dataDir, 'files', '1'), { recursive: true })
  giveToBot(dataDir)
})
const backUp = () => inFolderOf(dataDir, () => makeBackup({ dataDir, kind: 'manual', at: Date.now() }).folder)

/** Tested only as root: other users would only wait for pipes of their own. */
const replaced = ['palisade.sqlite', 'palisade.sqlite-journal', 'palisade.sqlite-wal', 'backup.lock', 'files/1/picture']
test.each(isRoot ? replaced : [])('root waits for no pipe in place of %s', name => {
  const pipe = join(dataDir, name)
  const plant = () => {
    rmSync(pipe, { force: true })
    execFileSync('mkfifo', [pipe])
    lchownSync(pipe, botUser, botUser)
  }
  plant()
  expect(outcomeOf(backUp)).toContain(`${pipe} is neither a file nor a folder`)
  rmSync(pipe)
  const late = () =>
    inFolderOf(dataDir, () => {
      if (name.startsWith('palisade') && name !== 'palisade.sqlite') rmSync(pipe, { force: true })
      plant()
      return makeBackup({ dataDir, kind: 'manual', at: Date.now() }).folder
    })
  expect(outcomeOf(late)).toContain(`${pipe} is neither a file nor a folder`)
})

test('root keeps a lock of its own while it works, and takes no other', () => {
  const own = () => rootsLockOf(backupLock(dataDir).file, { folder: dataDir, uid: botUser })
  const held = inFolderOf(dataDir, () => whileLocked(backupLock(dataDir), () => existsSync(own())))
  expect([held, existsSync(own())]).toEqual([isRoot, false])
  if (!isRoot) return
  for (const plant of [() => mkdirSync(own()), () => writeFileSync(own(), '')]) {
    plant()
    if (statSync(own()).isFile()) chownSync(own(), botUser, botUser)
    expect(outcomeOf(backUp)).toContain(`${own()}, belongs to somebody else`)
    rmSync(own(), { recursive: true })
  }
  expect(readdirSync(backUp())).toContain('palisade.sqlite')
})

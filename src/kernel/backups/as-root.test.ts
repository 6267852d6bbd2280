import {
  chmodSync,
  lchownSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { StartupError } from '#kit/errors.ts'
import { whileBusy } from '#test/busy-folder.ts'
import { botUser, giveToBot, isRoot, makeDatabase, outcomeOf, temporaryFolder } from '#test/somebodys-folder.ts'
import { linkFolders } from '../storage/durable.ts'
import { copyRefusingLinks, inFolderOf } from './as-root.ts'
import { makeBackup, linkerFrom } from './make.ts'

let dataDir: string
beforeEach(() => {
  dataDir = temporaryFolder()
  mkdirSync(join(dataDir, 'files'))
  giveToBot(dataDir)
})

test('files that the bot deletes while root works in its folder cause no failure', () =>
  whileBusy(join(dataDir, 'files'), () => {
    for (let time = 0; time < 300; time += 1) expect(inFolderOf(dataDir, () => 'done')).toBe('done')
  }))

test('root does not follow a link that was created after links were looked for', () => {
  const elsewhere = temporaryFolder()
  const [planted, copy] = [join(dataDir, 'session-secret'), join(dataDir, 'copy')]
  const plant = (from: string, owner: number) => {
    symlinkSync(from, planted)
    if (isRoot) lchownSync(planted, owner, owner)
  }
  const copied = (put: () => void) => {
    rmSync(copy, { force: true })
    rmSync(planted, { force: true })
    inFolderOf(dataDir, () => {
      put()
      copyRefusingLinks(dataDir, planted, copy)
    })
    return readFileSync(copy, 'utf8')
  }
  const outcome = (put: () => void) => {
    try {
      return copied(put)
    } catch (error) {
      return error instanceof StartupError ? 'refused' : String(error)
    }
  }
  // Only for root is it refused: everybody else can read only what they may read anyway.
  const led = isRoot ? 'refused' : 'of root'
  try {
    writeFileSync(join(elsewhere, 'of-root'), 'of root')
    expect(outcome(() => plant(join(elsewhere, 'of-root'), botUser))).toBe(led)
    expect(copied(() => plant(join(elsewhere, 'of-root'), 0))).toBe('of root')
    expect([copied(() => writeFileSync(planted, 'its own', { mode: 0o600 })), statSync(copy).mode & 0o777]).toEqual([
      'its own',
      0o600,
    ])
    expect(outcome(() => linkSync(join(elsewhere, 'of-root'), planted))).toBe(led)
  } finally {
    rmSync(elsewhere, { recursive: true })
  }
})

/** Makes a folder outside of the data folder that everybody may read. */
function elsewhere(): string {
  const folder = temporaryFolder()
  chmodSync(folder, 0o755)
  return folder
}
function plant(target: string, path: string): void {
  symlinkSync(target, path)
  if (isRoot) lchownSync(path, botUser, botUser)
}

test('with a link in place of the database, root does not back up the link’s target', () => {
  const folder = elsewhere()
  makeDatabase(folder)
  const live = join(dataDir, 'palisade.sqlite')
  const backup = (put: () => void) =>
    inFolderOf(dataDir, () => {
      put()
      return makeBackup({ dataDir, kind: 'manual', at: Date.now() }).folder
    })
  const planted = () => backup(() => plant(join(folder, 'palisade.sqlite'), live))
  expect(outcomeOf(planted)).toContain(isRoot ? 'palisade.sqlite leads out of the data folder' : dataDir)
  expect(readdirSync(join(dataDir, 'backups'))).toHaveLength(isRoot ? 0 : 1)
  rmSync(live)
  // A link of root's own.
  const made = backup(() => symlinkSync(join(folder, 'palisade.sqlite'), live))
  expect(readdirSync(made)).toContain('palisade.sqlite')
})

/** Tested only as root: nobody else is refused anything. */
test.each(isRoot ? ['a folder', 'a file'] : [])('a link beside a lock, to %s, is refused as a link', what => {
  makeDatabase(dataDir)
  const folder = elsewhere()
  writeFileSync(join(folder, 'file'), 'of root')
  plant(what === 'a file' ? join(folder, 'file') : folder, join(dataDir, 'backup.lock-journal'))
  const backup = () => inFolderOf(dataDir, () => makeBackup({ dataDir, kind: 'manual', at: Date.now() }).folder)
  expect(outcomeOf(backup)).toContain('backup.lock-journal leads out of the data folder')
})

test('in somebody else’s folder root copies files instead of linking them, even its own in backups', () => {
  makeDatabase(dataDir)
  mkdirSync(join(dataDir, 'files', '1'))
  const file = join(dataDir, 'files', '1', 'picture')
  writeFileSync(file, 'picture')
  linkSync(file, join(dataDir, 'files', 'kept'))
  const taken = join(dataDir, 'taken')
  inFolderOf(dataDir, () => linkFolders(join(dataDir, 'files'), taken, linkerFrom(dataDir)))
  expect(readFileSync(join(taken, '1', 'picture'), 'utf8')).toBe('picture')
  expect(statSync(file).nlink).toBe(isRoot ? 2 : 3)
})

import fs, {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lchownSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { basename, dirname, join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { beforeEach, expect, test } from 'vitest'
import { botUser, giveToBot, isRoot, makeDatabase, outcomeOf, temporaryFolder } from '#test/somebodys-folder.ts'
import { whileHolding } from '../storage/lock.ts'
import { inFolderOf } from './as-root.ts'
import { backupLock } from './layout.ts'
import { makeBackup } from './make.ts'
import { restoreBackup } from './restore.ts'
import { whileLocked } from './lock-as-root.ts'

/** The folder whose owner, the bot's user, swaps things for links in the middle of a backup or a restore. */
let dataDir: string
/** A folder of root's outside of it, with a file two levels deep, like the files in the data folder. */
let elsewhere: string
beforeEach(() => {
  dataDir = temporaryFolder()
  elsewhere = temporaryFolder()
  makeDatabase(dataDir)
  mkdirSync(join(dataDir, 'files', '1'), { recursive: true })
  writeFileSync(join(dataDir, 'session-secret'), 'its own')
  mkdirSync(join(elsewhere, 'etc', 'ssh'), { recursive: true })
  for (const name of ['etc/ssh/config', 'session-secret']) writeFileSync(join(elsewhere, name), 'of root')
  chmodSync(join(elsewhere, 'session-secret'), 0o644)
  giveToBot(dataDir)
})

/** Acts in the middle of the work: before the first call of this file system function whose arguments match. */
function meanwhile(
  name: 'chmodSync' | 'openSync' | 'readdirSync' | 'renameSync',
  call: RegExp,
  act: () => void,
  work: () => void,
) {
  const functions: Record<string, unknown> = fs
  const real = fs[name] as (...args: unknown[]) => unknown
  let isDone = false
  functions[name] = (...args: unknown[]) => {
    if (!isDone && call.test(args.join(' -> '))) {
      isDone = true
      act()
    }
    return real(...args)
  }
  syncBuiltinESMExports()
  try {
    work()
  } catch {
    // It may be refused: only the files elsewhere matter.
  } finally {
    functions[name] = real
    syncBuiltinESMExports()
  }
  expect(isDone).toBe(true)
}

const backUp = () => inFolderOf(dataDir, () => makeBackup({ dataDir, kind: 'manual', at: Date.now() }).folder)
const restore = (wanted: string) => inFolderOf(dataDir, () => restoreBackup(dataDir, wanted, Date.now()))

/** Moves something away and puts something else in its place. */
const swap = (path: string, put: () => void) => {
  renameSync(path, join(dataDir, 'moved'))
  put()
}
const untouched = ['etc', 'etc/ssh', 'etc/ssh/config', 'session-secret', '644']
/** The files elsewhere, and the mode of the secret; not checked without root, for whom alone links are refused. */
const left = () =>
  isRoot
    ? [
        ...readdirSync(elsewhere, { recursive: true, encoding: 'utf8' }).toSorted((a, b) => a.localeCompare(b)),
        ((statSync(join(elsewhere, 'session-secret'), { throwIfNoEntry: false })?.mode ?? 0) & 0o777).toString(8),
      ]
    : untouched

test('root deletes no file behind a link as unknown to the backup', () => {
  const hostile = () => {
    const part = readdirSync(join(dataDir, 'backups')).find(name => name.endsWith('.part')) ?? ''
    const path = join(dataDir, 'backups', part)
    swap(path, () => {
      mkdirSync(path)
      symlinkSync(join(elsewhere, 'etc'), join(path, 'files'))
    })
  }
  // Once the database is copied.
  meanwhile('readdirSync', /(\.part|fd\/\d+)\/files$/, hostile, backUp)
  expect(left()).toEqual(untouched)
})

test('root does not delete the remains of killed backups in a folder behind a link', () => {
  const backups = join(dataDir, 'backups')
  backUp()
  writeFileSync(join(elsewhere, 'disk.part'), 'of root')
  meanwhile(
    'readdirSync',
    /^\S+(\/backups|fd\/\d+)$/,
    () => swap(backups, () => symlinkSync(elsewhere, backups)),
    backUp,
  )
  expect(existsSync(join(elsewhere, 'disk.part'))).toBe(isRoot)
})

test('root changes the mode of no file behind a link', () => {
  const made = backUp()
  const staged = join(dataDir, 'restoring.part')
  const hostile = () =>
    swap(staged, () => {
      mkdirSync(staged)
      symlinkSync(join(elsewhere, 'session-secret'), join(staged, 'palisade.sqlite'))
    })
  meanwhile('chmodSync', /palisade\.sqlite/, hostile, () => restore(made))
  expect(left()).toEqual(untouched)
})

test('root moves nothing out of a folder behind a link, and nothing into one', () => {
  const made = backUp()
  const staged = join(dataDir, 'restoring.part')
  meanwhile(
    'renameSync',
    /restoring\.part -> /,
    () => swap(staged, () => symlinkSync(elsewhere, staged)),
    () => {
      restore(made)
    },
  )
  expect(left()).toEqual(untouched)
  rmSync(join(dataDir, 'moved'), { recursive: true })
  for (const name of ['restoring', 'restoring.part']) rmSync(join(dataDir, name), { recursive: true, force: true })
  const hostile = () => {
    const aside = join(dataDir, readdirSync(dataDir).findLast(name => name.startsWith('before-restore')) ?? '')
    swap(aside, () => symlinkSync(elsewhere, aside))
  }
  for (const name of readdirSync(dataDir))
    if (name.startsWith('before-restore')) rmSync(join(dataDir, name), { recursive: true })
  meanwhile('renameSync', /palisade\.sqlite -> .*\/palisade\.sqlite/, hostile, () => restore(made))
  expect(left()).toEqual(untouched)
})

test('with a link in place of a lock, root creates nothing at its target', () => {
  const lock = join(dataDir, 'backup.lock')
  rmSync(lock, { force: true })
  meanwhile('openSync', /\/backup\.lock -> wx/, () => symlinkSync(join(elsewhere, 'nologin'), lock), backUp)
  expect(left()).toEqual(untouched)
})

test('root waits for other processes that work in the folder, and they wait for root', () => {
  const lock = backupLock(dataDir)
  const soon = 50
  const asRoot = (work: () => unknown) => inFolderOf(dataDir, () => whileLocked(lock, work, soon))
  const asBot = (work: () => unknown) => whileHolding(lock, work, soon)
  for (const [first, second] of [
    [asRoot, asRoot],
    [asRoot, asBot],
    [asBot, asRoot],
  ] as const) {
    let isFree = false
    expect(() => first(() => second(() => (isFree = true)))).toThrow('Another backup is being made or restored.')
    expect(isFree).toBe(false)
    first(() => (isFree = true))
    expect(isFree).toBe(true)
  }
})

test('from somebody else’s folder in another place, root restores nothing behind a link', () => {
  const made = backUp()
  const copy = join(temporaryFolder(), basename(made))
  cpSync(made, copy, { recursive: true })
  const mine = (owner: number) => {
    if (isRoot) for (const name of ['.', 'session-secret']) lchownSync(join(copy, name), owner, owner)
  }
  const secret = join(copy, 'session-secret')
  rmSync(secret)
  symlinkSync(join(elsewhere, 'session-secret'), secret)
  mine(botUser)
  const restored = () => {
    try {
      restore(copy)
      return readFileSync(join(dataDir, 'session-secret'), 'utf8')
    } catch (error) {
      return String(error)
    }
  }
  expect(restored()).toContain(isRoot ? `${secret} leads out of ${copy}` : 'of root')
  // A link of root's own may be followed.
  mine(0)
  expect(restored()).toBe('of root')
  rmSync(secret)
  writeFileSync(secret, 'its own')
  mine(botUser)
  expect(restored()).toBe('its own')
})

test('nothing is copied for a row that leads out of the folder of files, and the error says so', () => {
  const row =
    "INSERT INTO files (id, guild_id, kind, name, type, bytes, sha256, at) VALUES ('config', ?, '', '', '', 1, '', 1)"
  const db = new BetterSqlite3(join(dataDir, 'palisade.sqlite'))
  const path = join('..', '..', basename(elsewhere), 'etc', 'ssh')
  db.pragma('foreign_keys = OFF')
  db.prepare(row).run(path)
  db.close()
  expect(dirname(dataDir)).toBe(dirname(elsewhere))
  expect(readFileSync(join(dataDir, 'files', path, 'config'), 'utf8')).toBe('of root')
  expect(backUp).toThrow('it names a file by a path')
  expect(existsSync(join(dataDir, 'backups', basename(elsewhere)))).toBe(false)
  expect(readdirSync(join(dataDir, 'backups'))).toEqual([])
})

test('a hard link to somebody else’s file is not read after it has replaced a file of theirs', () => {
  const notes = join(dataDir, 'notes')
  mkdirSync(notes)
  linkSync(join(elsewhere, 'session-secret'), join(notes, 'later'))
  const secret = join(dataDir, 'session-secret')
  const read = () =>
    inFolderOf(dataDir, () => {
      rmSync(secret)
      renameSync(join(notes, 'later'), secret)
      const { folder } = makeBackup({ dataDir, kind: 'manual', at: Date.now() })
      return readFileSync(join(folder, 'session-secret'), 'utf8')
    })
  expect(outcomeOf(read)).toContain(isRoot ? `${secret} leads out of the data folder` : 'of root')
})

test.each([
  ['a folder of root’s that all may write in', 'session-secret'],
  ['a folder of theirs in one of root’s', 'files/1/picture'],
])('restoring from %s as root follows no link', (_, name) => {
  const copy = join(temporaryFolder(), 'copy')
  cpSync(backUp(), copy, { recursive: true })
  const planted = join(copy, name)
  mkdirSync(dirname(planted), { recursive: true })
  if (dirname(planted) === copy) chmodSync(copy, 0o777)
  else if (isRoot) chownSync(dirname(planted), botUser, botUser)
  rmSync(planted, { force: true })
  symlinkSync(join(elsewhere, 'session-secret'), planted)
  if (isRoot) lchownSync(planted, botUser, botUser)
  const read = () => {
    restore(copy)
    return readFileSync(join(dataDir, name), 'utf8')
  }
  expect(outcomeOf(read)).toContain(isRoot ? `${planted} leads out of ${copy}` : 'of root')
})

test('folders that root has moved to a larger disk, with links of its own, are backed up and restored', () => {
  writeFileSync(join(dataDir, 'files', '1', 'picture'), 'picture')
  mkdirSync(join(dataDir, 'backups'))
  const disk = temporaryFolder()
  for (const name of ['files', 'backups']) {
    renameSync(join(dataDir, name), join(disk, name))
    symlinkSync(join(disk, name), join(dataDir, name))
    if (isRoot)
      for (const one of [
        name,
        ...readdirSync(join(disk, name), { recursive: true, encoding: 'utf8' }).map(it => join(name, it)),
      ])
        chownSync(join(disk, one), botUser, botUser)
  }
  const made = backUp()
  expect(readdirSync(made)).toContain('palisade.sqlite')
  expect(restore('latest')).toMatchObject({ from: basename(made) })
})

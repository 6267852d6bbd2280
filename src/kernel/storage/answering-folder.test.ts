import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { exitCodes } from '#kit/errors.ts'
import { demandAnsweringFolder, unusableFolder } from './answering-folder.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'palisade-folder-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const problem = async (folder: string, limitMs?: number) => {
  const error: unknown = await demandAnsweringFolder(folder, limitMs).catch((failure: unknown) => failure)
  expect(error).toMatchObject({ exitCode: exitCodes.dataFolder })
  return error instanceof Error ? error.message : ''
}

test('a data folder that exists or can be created is accepted', async () => {
  await demandAnsweringFolder(root)
  const folder = join(root, 'a/b/c')
  await demandAnsweringFolder(folder)
  expect(existsSync(folder)).toBe(true)
})

test.each<[string, () => string, string]>([
  ['a file', () => join(root, 'file'), 'not a folder'],
  ['something below a file', () => join(root, 'file/data'), 'not a folder'],
  ['a name that is too long', () => join(root, 'x'.repeat(300)), 'ENAMETOOLONG'],
  ['what cannot be made', () => '/proc/palisade/data', '/proc/palisade/data'],
  ['one whose secret is a folder', () => join(root, 'secret'), 'EISDIR'],
])('%s is named, with what is wrong with it', async (_what, folder, words) => {
  writeFileSync(join(root, 'file'), '')
  mkdirSync(join(root, 'secret/session-secret'), { recursive: true })
  const said = await problem(folder())
  expect(said).toContain(folder())
  expect(said).toContain(words)
})

test('a read-only disk is named as the cause', () => {
  const sentence = `The data folder ${root} is on a read-only disk`
  expect(unusableFolder(root, 'EROFS').message).toContain(sentence)
  // A mount that nobody else sees, where the system allows it.
  if (spawnSync('unshare', ['-rm', 'true']).status !== 0) return
  const look = `import { demandAnsweringFolder } from '#kernel/storage/answering-folder.ts'
    await demandAnsweringFolder(process.argv[1]).catch(error => console.log(error.message))`
  const mounted = 'mount -t tmpfs -o ro none "$1" && exec "$2" --input-type=module -e "$3" "$1"'
  const args = ['-rm', 'sh', '-c', mounted, 'sh', root, process.execPath, look]
  expect(spawnSync('unshare', args, { encoding: 'utf8' }).stdout).toContain(sentence)
})

test('a folder that does not answer is reported, and nothing waits for it any longer', async () => {
  // Whoever reads it waits for ever, as on the disk of a server that is gone.
  execFileSync('mkfifo', [join(root, 'session-secret')])
  expect(await problem(root, 200)).toContain(`${root} does not answer`)
})

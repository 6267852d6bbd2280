import { expect, test } from 'vitest'
import { exitCodes } from '#kit/errors.ts'
import { explainFull } from './disk-space.ts'

const coded = (code: string) => Object.assign(new Error(code), { code })
const mebibyte = 1024 ** 2

test.each(['ENOSPC', 'EDQUOT', 'SQLITE_FULL'])(
  'for %s, the error names the folder of the backups, and the disk or the quota as full',
  code => {
    expect(explainFull(coded(code), '/mnt/copies', 5 * mebibyte, mebibyte)).toMatchObject({
      exitCode: exitCodes.dataFolder,
      message: 'The disk of /mnt/copies has too little room for a backup, which needs 5 MiB. Make room, or keep fewer.',
    })
    expect(explainFull(coded(code), '/mnt/copies', 5 * mebibyte, 90 * mebibyte)).toMatchObject({
      exitCode: exitCodes.dataFolder,
      message: expect.stringMatching(
        /^The disk of \/mnt\/copies accepts no more, although it has 90 MiB of room: a quota/,
      ),
    })
  },
)

test('other errors stay as they are', () => {
  const error = coded('EACCES')
  expect(explainFull(error, '/mnt/copies', 1, 0)).toBe(error)
})

import { expect, test } from 'vitest'
import { storageTrouble } from './storage-errors.ts'

const coded = (code: unknown, cause?: unknown) => Object.assign(new Error('no', { cause }), { code })

test.each([
  [coded('SQLITE_FULL'), 'full'],
  [coded('ENOSPC'), 'full'],
  [coded('EDQUOT'), 'full'],
  [coded('SQLITE_IOERR_WRITE'), 'refused'],
  [coded('SQLITE_READONLY_DBMOVED'), 'refused'],
  [coded('EROFS'), 'refused'],
  [new Error('wrapped', { cause: coded('SQLITE_FULL') }), 'full'],
  [coded('ECONNRESET'), undefined],
  [coded('SQLITE_CONSTRAINT_UNIQUE'), undefined],
  [coded(50_013), undefined],
  ['SQLITE_FULL', undefined],
  [null, undefined],
])('%j is trouble with the disk: %s', (error, trouble) => {
  expect(storageTrouble(error)).toBe(trouble)
})

test('a circular chain of causes ends', () => {
  const one: Error = new Error('one')
  one.cause = new Error('two', { cause: one })
  expect(storageTrouble(one)).toBeUndefined()
})

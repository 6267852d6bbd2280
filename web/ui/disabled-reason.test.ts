import { expect, test } from 'vitest'
import { whileNotLoaded } from './disabled-reason.tsx'

test('data that could not be loaded is not waited for', () => {
  const why = (data: unknown, isError: boolean, isFetching: boolean) =>
    whileNotLoaded({ data, isError, isFetching }, 'It could not be read.')
  expect(why(undefined, false, true)).toBe('Wait until this is done.')
  expect(why(undefined, true, false)).toBe('It could not be read.')
  // It is tried again.
  expect(why(undefined, true, true)).toBe('Wait until this is done.')
  expect(why({}, false, false)).toBe(undefined)
  // What is there is read anew.
  expect(why({}, false, true)).toBe(undefined)
  // What is there may be out of date.
  expect(why({}, true, false)).toBe('It could not be read.')
})

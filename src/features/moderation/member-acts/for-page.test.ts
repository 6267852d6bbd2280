import { expect, test } from 'vitest'
import { forPage } from './for-page.ts'

test('a name appears on the page unchanged, whatever it looks like', () => {
  const name = "$& $` $' $1 $$"
  expect(forPage('<@1> is spared, and so is <@2>.', '1', name)).toBe(`${name} is spared, and so is <@2>.`)
})

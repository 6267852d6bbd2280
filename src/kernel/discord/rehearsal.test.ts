import { expect, test } from 'vitest'
import { rehearseDiscord } from './rehearsal.ts'

test('a sanction is rehearsed by the connection to nobody alone, again and again', async () => {
  // Whatever does not leave by it is rejected.
  for (const _ of [1, 2, 3]) await expect(rehearseDiscord()).resolves.toBeUndefined()
})

import { expect, test } from 'vitest'
import { rehearseDiscord } from './rehearsal.ts'

test('a sanction is rehearsed only on a connection to nobody, and can be rehearsed again', async () => {
  // A request that leaves on any other connection is rejected.
  for (const _ of [1, 2, 3]) await expect(rehearseDiscord()).resolves.toBeUndefined()
})

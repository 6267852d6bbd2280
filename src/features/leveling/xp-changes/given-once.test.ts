import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHarness, type Harness } from '#test/harness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await createHarness()
})
afterAll(() => harness.close())

test('XP that are sent again are given once, also at once, and with the key of another act not at all', async () => {
  const owner = await harness.signIn('owner')
  const at = (path: string) => `/api/guild/${harness.guildId}/progression/${path}`
  const { userId } = harness.as('member1')
  const change = (body: object, whose = userId) => owner.call('POST', at(`members/${whose}`), body)
  const total = async () => {
    const { rows } = (await owner.call('GET', at('leaderboard?limit=100'))).body as {
      rows: { user: { id: string }; total: number }[]
    }
    return rows.find(({ user }) => user.id === userId)?.total
  }
  const gift = { action: 'give', amount: 10, key: randomUUID() }
  await change({ action: 'set', amount: 100 })
  const answers = [...(await Promise.all([change(gift), change(gift)])), await change(gift)]
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
  expect(await total()).toBe(110)
  expect(await change(gift, harness.as('member2').userId)).toMatchObject({ status: 409 })
  expect(await change({ ...gift, action: 'take' })).toMatchObject({ status: 409 })
  expect(await change({ ...gift, amount: 20 })).toMatchObject({ status: 409 })
  expect(await total()).toBe(110)
  expect((await change({ ...gift, key: randomUUID() })).status).toBe(200)
  expect(await total()).toBe(120)
})

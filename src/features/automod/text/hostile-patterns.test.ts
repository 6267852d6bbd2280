import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHarness, type Harness } from '#test/harness.ts'
import { until } from '#test/until.ts'

let app: Harness
beforeAll(async () => {
  app = await createHarness()
})
afterAll(() => app.close())

test('slow patterns hold up nobody: they are validated and matched off the event loop', async () => {
  const owner = await app.signIn('owner')
  const general = app.channel('general')
  const path = (rest: string) => `/api/guild/${app.guildId}${rest}`
  const hostile = Array.from({ length: 30 }, (_, index) => ({ pattern: `[a-z]{1,${880 - index}}9`, kind: 'regex' }))
  const words = [...hostile, { pattern: 'sel{2}ing', kind: 'regex' }, { pattern: 'forbidden', kind: 'word' }]
  let ended = false
  const tried = owner
    .call('POST', path('/automod/test'), { text: 'a'.repeat(4000), settings: { words } })
    .finally(() => (ended = true))
  const others = await app.visitor().call('GET', '/healthz')
  expect([others.status, ended]).toEqual([200, false])
  expect(await tried).toMatchObject({
    status: 422,
    body: { error: expect.stringContaining('take too long to look for') },
  })
  expect((await owner.call('POST', path('/basic'), { automodUpdate: true, enabled: 'on', words })).status).toBe(200)
  const offences = await Promise.all(
    [`${'a'.repeat(1900)} forbidden`, 'selling', 'all is well'].map(text => app.as('member3').say(general, text)),
  )
  const exists = ({ id }: { id: string }) => app.messages(general).some(message => message.id === id)
  await until('both to be gone', () => offences.map(exists).join() === 'false,false,true')
})

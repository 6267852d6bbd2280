// @module-tag long
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createHarness, type Harness } from '#test/harness.ts'
import { textOf } from '#test/member.ts'
import { until } from '#test/until.ts'

/** Discord's audit log says who renamed a thread, and may be behind. */
let app: Harness
let ahead = 0
let threadId: string
beforeEach(async () => {
  ahead = 0
  app = await createHarness({ now: () => Date.now() + ahead })
  const words = { automodUpdate: true, enabled: 'on', words: [{ pattern: 'forbidden', kind: 'word' }] }
  const owner = await app.signIn('owner')
  await owner.call('POST', `/api/guild/${app.guildId}/basic`, words)
  const body = { name: 'A kiln', type: 11 }
  const thread = await app
    .as('member3')
    .rest<{ id: string }>('POST', `/channels/${app.channel('general')}/threads`, body)
  threadId = thread.id
  app.sandbox.context.conditions.auditLagMs = 3_600_000
})
afterEach(() => app.close())

const nameNow = () => app.sandbox.context.world.channels.get(threadId)?.channel.name
const rename = (login: string, name: string) => app.as(login).rest('PATCH', `/channels/${threadId}`, { name })
const looks = () => app.sandbox.requests().filter(({ path }) => path.includes('/audit-logs')).length
/** What is asked for later is asked for now. */
async function lookAgain(times = 1) {
  for (let time = 0; time < times; time += 1) {
    ahead += 60_000
    await app.product.services.scheduler.tick()
  }
}

test('nobody names whoever did it: after the last look its owner is held to account, also by another process', async () => {
  await rename('member3', 'A forbidden kiln')
  await until('who did it to be asked', () => looks() === 1)
  await lookAgain()
  expect(nameNow()).toBe('A forbidden kiln')
  await app.restart()
  await lookAgain(3)
  await until('the name to be back', () => nameNow() === 'A kiln')
})

test('what it has been called since stays, and nothing is said of it', async () => {
  await rename('member3', 'A forbidden kiln')
  await until('who did it to be asked', () => looks() === 1)
  await rename('member3', 'A good kiln')
  await app.heard()
  await lookAgain(4)
  await app.heard()
  expect(nameNow()).toBe('A good kiln')
  expect(app.messages(app.channel('mod-log')).filter(message => textOf(message).includes('kiln'))).toEqual([])
})

test('that the audit log could not be read says nothing: staff keep the name that they gave', async () => {
  const { conditions } = app.sandbox.context
  // The library tries it four times.
  conditions.failNext = { count: 4, status: 500, route: 'GET /guilds/:guild_id/audit-logs' }
  await rename('owner', 'A forbidden kiln, says the owner')
  await until('it to be given up', () => looks() === 4)
  app.sandbox.advance(3_600_000)
  await until('another look', async () => {
    await lookAgain()
    return looks() > 4
  })
  await lookAgain(4)
  await app.heard()
  expect(nameNow()).toBe('A forbidden kiln, says the owner')
})

test('for as long as the audit log cannot be read nobody is blamed, and after an hour the name stays', async () => {
  const { conditions } = app.sandbox.context
  conditions.failNext = { count: 1000, status: 500, route: 'GET /guilds/:guild_id/audit-logs' }
  await rename('owner', 'A forbidden kiln, says the owner')
  await until('it to be given up', () => looks() === 4)
  for (const many of [2, 3, 4, 5, 6, 7])
    await until('another look', async () => {
      await lookAgain()
      return looks() === 4 * many
    })
  expect(nameNow()).toBe('A forbidden kiln, says the owner')
  ahead += 3_600_000
  await lookAgain()
  await until('the last look', () => looks() === 32)
  await lookAgain(3)
  await app.heard()
  expect({ looks: looks(), name: nameNow() }).toEqual({ looks: 32, name: 'A forbidden kiln, says the owner' })
})

// @module-tag long
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { jobs } from '#kernel/storage/table.ts'
import { createHarness, type Harness } from '#test/harness.ts'
import { textOf } from '#test/member.ts'
import { until } from '#test/until.ts'

/** Discord's audit log shows who renamed a thread, but may lag behind. */
let app: Harness
/** The product's clock; it stands still, so that no lookup is due before the test wants it. */
let now: number
let threadId: string
beforeEach(async () => {
  now = Date.now()
  app = await createHarness({ now: () => now })
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
/** When the next lookup is due. */
const nextLook = () => app.product.services.db.select().from(jobs).where(eq(jobs.job, 'renameVerdict')).get()?.runAt
/** Runs the next lookup now. */
async function lookAgain() {
  now = await until('a look to be due', nextLook)
  await app.product.services.scheduler.tick()
}

test('if the log never shows who did it, its owner is held responsible, even by another process', async () => {
  await rename('member3', 'A forbidden kiln')
  await lookAgain()
  expect(nameNow()).toBe('A forbidden kiln')
  await app.restart()
  for (const _ of ['third', 'fourth']) await lookAgain()
  expect(nameNow()).toBe('A forbidden kiln')
  await lookAgain()
  await until('the name to be back', () => nameNow() === 'A kiln')
})

test('a later name stays, and nothing is reported', async () => {
  await rename('member3', 'A forbidden kiln')
  await until('a look to be due', nextLook)
  await rename('member3', 'A good kiln')
  await app.heard()
  await lookAgain()
  await app.heard()
  expect({ name: nameNow(), next: nextLook() }).toEqual({ name: 'A good kiln', next: undefined })
  expect(app.messages(app.channel('mod-log')).filter(message => textOf(message).includes('kiln'))).toEqual([])
})

test('a failed lookup proves nothing: moderators keep the name that they chose', async () => {
  const { conditions } = app.sandbox.context
  // The library makes four attempts.
  conditions.failNext = { count: 4, status: 500, route: 'GET /guilds/:guild_id/audit-logs' }
  await rename('owner', 'A forbidden kiln, says the owner')
  await until('it to be given up', () => looks() === 4)
  app.sandbox.advance(3_600_000)
  await lookAgain()
  await app.heard()
  const [name, next] = [nameNow(), nextLook()]
  expect({ looks: looks(), name, next }).toEqual({
    looks: 5,
    name: 'A forbidden kiln, says the owner',
    next: undefined,
  })
})

test('for as long as the audit log cannot be read nobody is blamed, and after an hour the name stays', async () => {
  const { conditions } = app.sandbox.context
  const given = 'A forbidden kiln, says the owner'
  conditions.failNext = { count: 1000, status: 500, route: 'GET /guilds/:guild_id/audit-logs' }
  await rename('owner', given)
  for (const many of [1, 2, 3, 4, 5, 6]) {
    await lookAgain()
    expect({ looks: looks(), name: nameNow() }).toEqual({ looks: 4 * (many + 1), name: given })
  }
  await until('a look to be due', nextLook)
  now += 3_600_000
  await app.product.services.scheduler.tick()
  await app.heard()
  const [name, next] = [nameNow(), nextLook()]
  expect({ looks: looks(), name, next }).toEqual({ looks: 32, name: given, next: undefined })
})

test('a name that the owner gives during an outage is judged once Discord says who the owner is', async () => {
  const { conditions } = app.sandbox.context
  app.product.services.client.guilds.cache.get(app.guildId)?.members.cache.delete(app.as('member3').userId)
  conditions.failNext = { count: 1000, status: 500, route: 'GET /guilds/:guild_id/members/:user_id' }
  await rename('member3', 'A forbidden kiln')
  await until('a look to be due', nextLook)
  expect(nameNow()).toBe('A forbidden kiln')
  conditions.failNext = undefined
  for (const _ of ['second', 'third', 'fourth', 'fifth']) await lookAgain()
  await until('the name to be back', () => nameNow() === 'A kiln')
})

test('the same if the log says at once that the owner gave it', async () => {
  const { conditions } = app.sandbox.context
  conditions.auditLagMs = 0
  app.product.services.client.guilds.cache.get(app.guildId)?.members.cache.delete(app.as('member3').userId)
  conditions.failNext = { count: 1000, status: 500, route: 'GET /guilds/:guild_id/members/:user_id' }
  await rename('member3', 'A forbidden kiln')
  await until('it to be put off', nextLook)
  expect(nameNow()).toBe('A forbidden kiln')
  conditions.failNext = undefined
  await lookAgain()
  await until('the name to be back', () => nameNow() === 'A kiln')
})

test('a rename by a moderator does not excuse somebody who gives it the same name right after', async () => {
  const { conditions } = app.sandbox.context
  const given = 'A forbidden kiln'
  conditions.auditLagMs = 0
  await rename('owner', given)
  await app.heard()
  await until('it to be known who did it', () => looks() > 0 && nextLook() === undefined)
  expect(nameNow()).toBe(given)
  await rename('owner', 'A kiln')
  conditions.auditLagMs = 3_600_000
  await rename('member3', given)
  for (const _ of ['second', 'third', 'fourth', 'fifth']) await lookAgain()
  await until('the name to be back', () => nameNow() === 'A kiln')
})

test('not even if Discord logs the moderator’s rename only after that', async () => {
  const { conditions } = app.sandbox.context
  const given = 'A forbidden kiln'
  // Otherwise the earlier answer would be reused for a while.
  conditions.failNext = { count: 8, status: 500, route: 'GET /guilds/:guild_id/audit-logs' }
  await rename('owner', given)
  await until('a look to be due', nextLook)
  await rename('owner', 'A kiln')
  conditions.auditLagMs = 7_200_000
  await rename('member3', given)
  await until('it to have failed twice', () => conditions.failNext === undefined)
  await app.heard()
  app.sandbox.advance(3_600_000)
  await until('the name to be back', async () => {
    now = Math.max(now, nextLook() ?? now)
    await app.product.services.scheduler.tick()
    return nameNow() === 'A kiln'
  })
  expect(nextLook()).toBeUndefined()
})

/** The same name twice, while the audit log is behind; then another process looks up who chose it. */
async function renamedTwice(first: string, second: string, secondLagMs: number) {
  const given = 'A forbidden kiln'
  await rename(first, given)
  await until('a look to be due', nextLook)
  await rename('owner', 'A kiln')
  app.sandbox.context.conditions.auditLagMs = secondLagMs
  await rename(second, given)
  await app.heard()
  await app.restart()
  app.sandbox.advance(3_600_000)
  await until('it to be judged', async () => {
    now = Math.max(now, nextLook() ?? now)
    await app.product.services.scheduler.tick()
    return nextLook() === undefined
  })
  await app.heard()
  return nameNow()
}

test.each([
  { first: 'owner', second: 'member3', name: 'A kiln' },
  { first: 'member3', second: 'owner', name: 'A forbidden kiln' },
])('another process tells the renames of $first and of $second apart', async ({ first, second, name }) => {
  expect(await renamedTwice(first, second, 3_600_000)).toBe(name)
})

test('another process does not mistake the entry of an earlier rename for one that is still missing', async () => {
  expect(await renamedTwice('owner', 'member3', 7_200_000)).toBe('A kiln')
})

/** Renames it, and waits until whoever did it has been judged by a process that knows of no other rename. */
async function renameAndJudge(login: string, name: string) {
  await app.restart()
  const before = looks()
  await rename(login, name)
  await until('it to be looked at', () => looks() > before)
  await until('it to be judged', async () => {
    await app.heard()
    now = Math.max(now, nextLook() ?? now)
    await app.product.services.scheduler.tick()
    await app.heard()
    return nextLook() === undefined
  })
}

test.each([
  { first: 'owner', last: 'member3', name: 'A kiln' },
  { first: 'member3', last: 'owner', name: 'A forbidden kiln' },
])(
  'after a restart, $last is held responsible for the last of three renames, and not $first',
  async ({ first, last, name }) => {
    const given = 'A forbidden kiln'
    app.sandbox.context.conditions.auditLagMs = 0
    for (const _ of ['first', 'second']) {
      await renameAndJudge(first, given)
      if (first === 'owner') await rename('owner', 'A kiln')
      await until('the name to be back', () => nameNow() === 'A kiln')
      await app.heard()
    }
    await app.restart()
    await renameAndJudge(last, given)
    await expect.poll(nameNow).toBe(name)
  },
)

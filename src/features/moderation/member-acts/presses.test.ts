import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { leaveGuild } from '#sandbox/world/members/departure.ts'
import { joinGuild } from '#sandbox/world/members/join.ts'
import { appointDelegate, type Delegate } from '#test/delegate.ts'
import { losesAnswer } from '#test/discord-trouble.ts'
import { createHarness, type Harness } from '#test/harness.ts'
import { createMemberActs, type MemberActs } from '#test/member-acts.ts'
import type { Visitor } from '#test/visitor.ts'

/** Presses on somebody's page that are repeated or take long. */
let app: Harness
let owner: Visitor
let deputy: Delegate
let acts: MemberActs
beforeAll(async () => {
  app = await createHarness({ writesPerMinute: 1000 })
  owner = await app.signIn('owner')
  deputy = await appointDelegate(app, owner)
  acts = createMemberActs(app)
})
afterAll(() => app.close())
const idOf = (login: string) => app.as(login).userId

test('the same press, sent again or twice at once, is one act', async () => {
  const userId = idOf('member3')
  const presses = [
    ['warn', { key: randomUUID() }],
    ['note', { key: randomUUID(), text: 'Twice' }],
    ['timeout', { key: randomUUID(), duration: '10m' }],
    ['untimeout', { key: randomUUID() }],
    ['kick', { key: randomUUID() }],
    ['softban', { key: randomUUID() }],
    ['ban', { key: randomUUID() }],
    ['unban', { key: randomUUID() }],
  ] as const
  for (const [name, body] of presses) {
    const before = acts.casesOf(userId).length
    const both = await Promise.all([acts.act(owner, userId, name, body), acts.act(owner, userId, name, body)])
    expect([name, ...both.map(({ status }) => status)]).toEqual([name, 200, 200])
    expect(acts.casesOf(userId)).toHaveLength(before + 1)
  }
  // The same key about anybody else is another press.
  const [, { key }] = presses[0]
  expect((await acts.act(owner, idOf('member4'), 'warn', { key })).status).toBe(200)
  expect(acts.casesOf(idOf('member4'))).toHaveLength(1)
})

test('a repeated press is told what was done, and its key allows nothing else', async () => {
  const userId = idOf('member5')
  const presses = [
    ['warn', { reason: 'Spam' }, [{}, { reason: 'Rude' }]],
    ['note', { text: 'One' }, [{ text: 'Two' }]],
    ['timeout', { duration: '10m' }, [{ duration: '7d' }, { duration: '10m', reason: 'Late' }]],
    ['untimeout', {}, [{ reason: 'sorted out' }]],
    ['kick', { reason: 'Spam' }, [{}]],
    ['softban', {}, [{ reason: 'Spam' }]],
    ['ban', { duration: '7d' }, [{}, { duration: '7d', delete: 'del-1d' }]],
    ['unban', {}, [{ reason: 'sorted out' }]],
  ] as const
  for (const [name, body, others] of presses) {
    const key = randomUUID()
    const done = await acts.act(owner, userId, name, { key, ...body })
    expect([name, done.status]).toEqual([name, 200])
    const before = acts.casesOf(userId).length
    for (const other of others)
      expect([name, await acts.act(owner, userId, name, { key, ...other })]).toEqual([
        name,
        expect.objectContaining({ status: 409, code: 'request.key' }),
      ])
    expect((await acts.act(owner, userId, name, { key, ...body })).status).toBe(200)
    expect(acts.casesOf(userId)).toHaveLength(before)
  }
  const key = randomUUID()
  await acts.act(owner, userId, 'ban', { key, duration: '7d', reason: 'Spam' })
  const again = await acts.act(owner, userId, 'ban', { key, duration: ' 7d', reason: 'Spam ' })
  expect(again.told).toEqual([expect.stringMatching(/ was banned\. Case #\d+\.$/), 'The ban ends in 1 week.'])
  await acts.act(owner, userId, 'unban')
  joinGuild(app.sandbox.context, userId, app.guildId)
  await app.heard()
})

test('two presses with one key at once that ask for different things are one act', async () => {
  const userId = idOf('member5')
  const key = randomUUID()
  const before = acts.casesOf(userId).length
  for (const [name, bodies] of [
    ['warn', [{ reason: 'Spam' }, { reason: 'Rude' }]],
    ['note', [{ text: 'One' }, { text: 'Two' }]],
  ] as const) {
    const both = await Promise.all(bodies.map(body => acts.act(owner, userId, name, { key, ...body })))
    expect([name, ...both.map(({ status }) => status).toSorted((a, b) => a - b)]).toEqual([name, 200, 409])
  }
  expect(acts.casesOf(userId)).toHaveLength(before + 2)
})

test('a repeated request to end a timeout succeeds, even if the member has left since', async () => {
  const userId = idOf('member6')
  const key = randomUUID()
  await acts.act(owner, userId, 'timeout', { duration: '10m' })
  const done = await acts.act(owner, userId, 'untimeout', { key })
  await acts.act(owner, userId, 'kick')
  expect(await acts.act(owner, userId, 'untimeout', { key })).toMatchObject({ status: 200, told: done.told })
  expect(await acts.act(owner, userId, 'untimeout')).toMatchObject({ status: 404, code: 'moderation.not-found' })
  joinGuild(app.sandbox.context, userId, app.guildId)
  await app.heard()
})

test('a ban lifted without a response is reported as lifted when the press is repeated', async () => {
  const userId = idOf('member3')
  await acts.act(owner, userId, 'ban')
  const key = randomUUID()
  const restore = losesAnswer(app, 'DELETE', /\/bans\//, 1)
  expect((await acts.act(owner, userId, 'unban', { key })).status).toBe(503)
  restore()
  expect(await acts.act(owner, userId, 'unban', { key })).toMatchObject({
    status: 200,
    told: [expect.stringMatching(/ is no longer banned\. Case #\d+\.$/)],
  })
  expect(
    acts
      .casesOf(userId)
      .slice(0, 2)
      .map(({ kind }) => kind),
  ).toEqual(['unban', 'ban'])
  expect(await acts.act(owner, userId, 'unban')).toMatchObject({ status: 404, code: 'moderation.not-banned' })
})

/** Runs something while Discord is asked about the target. @returns the response to the deputy */
async function meanwhile(userId: string, name: string, body: object, work: () => Promise<unknown>) {
  const { users } = app.product.services.client
  const [isAsked, mayAnswer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const fetchUser = users.fetch.bind(users)
  const slow = vi.spyOn(users, 'fetch').mockImplementationOnce(async (...asked) => {
    isAsked.resolve()
    await mayAnswer.promise
    return fetchUser(...asked)
  })
  const acting = acts.act(deputy.visitor, userId, name, body)
  await Promise.race([isAsked.promise, acting])
  await work()
  mayAnswer.resolve()
  try {
    return await acting
  } finally {
    slow.mockRestore()
  }
}

test('a caller who loses the right while Discord is asked does nothing any more', async () => {
  const userId = idOf('member4')
  for (const [name, body] of [
    ['warn', {}],
    ['note', { text: 'x' }],
  ] as const) {
    await deputy.allow('KickMembers', 'ModerateMembers')
    const before = acts.casesOf(userId).length
    const refused = { status: 403, code: 'access.permissions' }
    expect(await meanwhile(userId, name, body, () => deputy.allow())).toMatchObject(refused)
    expect(acts.casesOf(userId)).toHaveLength(before)
  }
})

test('a caller who may not see members who left still gets the result of their own press', async () => {
  const [userId, byId] = [idOf('member8'), idOf('member2')]
  await app.as('owner').rest('PUT', `/guilds/${app.guildId}/members/${byId}/roles/${deputy.role}`)
  const grant = { kind: 'member', id: byId, feature: 'invites', level: 'view', expiresAt: null }
  await owner.call('POST', `/api/guild/${app.guildId}/access`, grant)
  await deputy.allow('KickMembers')
  const helper = await app.signIn('member2')
  const key = randomUUID()
  const done = await acts.act(helper, userId, 'kick', { key })
  expect(done).toMatchObject({ status: 200 })
  expect(await acts.act(helper, userId, 'kick')).toMatchObject({ status: 404, code: 'members.unknown' })
  expect(await acts.act(helper, userId, 'kick', { key })).toMatchObject({ status: 200 })
})

test('nothing of a forgotten person is left in what they did to others', async () => {
  await deputy.allow('KickMembers', 'ModerateMembers')
  const userId = idOf('member7')
  await acts.act(deputy.visitor, userId, 'warn')
  await acts.act(deputy.visitor, userId, 'note', { text: 'Late' })
  await owner.call('POST', `/api/guild/${app.guildId}/forget-user`, { userId: idOf('member1') })
  const left = app.product.services.db.$client.prepare('SELECT * FROM moderation_cases WHERE target_id = ?').all(userId)
  expect(left).toHaveLength(2)
  expect(JSON.stringify(left)).not.toContain(idOf('member1'))
})

test('a caller who leaves while Discord is asked does nothing any more', async () => {
  const userId = idOf('member4')
  deputy = await appointDelegate(app, owner)
  await deputy.allow('ModerateMembers')
  const before = acts.casesOf(userId).length
  const answer = await meanwhile(userId, 'note', { text: 'x' }, async () => {
    leaveGuild(app.sandbox.context, idOf('member1'), app.guildId)
    await app.heard()
  })
  expect(answer).toMatchObject({ status: 403, code: 'moderation.gone' })
  expect(acts.casesOf(userId)).toHaveLength(before)
})

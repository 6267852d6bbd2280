import { afterAll, beforeAll, expect, test } from 'vitest'
import { joinGuild } from '#sandbox/world/members/join.ts'
import { createAccount } from '#sandbox/world/members/new-account.ts'
import { createHarness, type Harness } from '#test/harness.ts'
import { until } from '#test/until.ts'
import type { Visitor } from '#test/visitor.ts'
import type { Movement } from './contract.ts'

const dayMs = 86_400_000
let harness: Harness
let owner: Visitor
let ahead = 0

beforeAll(async () => {
  harness = await createHarness({ now: () => Date.now() + ahead })
  owner = await harness.signIn('owner')
})
afterAll(() => harness.close())

const address = () => `/api/guild/${harness.guildId}/statistics`
const read = async (days = 7) => (await owner.call('GET', `${address()}?days=${days}`)).body as Movement
const today = async () => (await read()).days.at(-1)?.counted
const say = (login: string, text: string) => harness.as(login).say(harness.channel('general'), text)
const counts = (messages: number) => until(`${messages} messages`, async () => (await today())?.messages === messages)

test('messages by people are counted, including commands, but neither answers nor messages by bots', async () => {
  expect(await read()).toMatchObject({ counting: true })
  expect((await read()).days.map(({ counted }) => counted !== null)).toEqual([...Array<boolean>(6).fill(false), true])
  await say('member1', 'hello')
  await harness.answerTo(await say('member2', '.ping'))
  await counts(2)
})

test('joins and departures are counted, and the number of members', async () => {
  const before = (await today())?.members ?? 0
  expect(before).toBeGreaterThan(0)
  const id = createAccount(harness.sandbox.context, 'newcomer')
  joinGuild(harness.sandbox.context, id, harness.guildId)
  await until('the newcomer', async () => (await today())?.joined === 1)
  expect(await today()).toMatchObject({ joined: 1, left: 0, members: before + 1 })
  await harness.as('member7').rest('DELETE', `/users/@me/guilds/${harness.guildId}`)
  await until('the departure', async () => (await today())?.left === 1)
  expect(await today()).toMatchObject({ joined: 1, left: 1, members: before })
})

test('a restart keeps the counts, and each day starts at zero', async () => {
  await harness.restart()
  owner = await harness.signIn('owner')
  expect(await today()).toMatchObject({ joined: 1, left: 1, messages: 2 })
  ahead = dayMs
  await say('member1', 'good morning')
  await counts(1)
  expect((await read(30)).days.slice(-2).map(({ counted }) => counted?.messages)).toEqual([2, 1])
})

test('it can be switched off and on, which is in the history, and earlier counts stay', async () => {
  expect(await owner.call('PATCH', address(), { counting: 'off' })).toMatchObject({
    status: 200,
    body: { counting: false },
  })
  await say('member1', 'not counted')
  expect(await owner.call('PATCH', address(), { counting: 'on' })).toMatchObject({
    status: 200,
    body: { counting: true },
  })
  await say('member1', 'counted')
  await counts(2)
  const { body } = await owner.call('GET', `/api/guild/${harness.guildId}/history`)
  expect(JSON.stringify(body)).toContain('Counting')
})

test.each(['8', '0', 'x', '-7'])('%s days cannot be chosen', async days => {
  expect(await owner.call('GET', `${address()}?days=${days}`)).toMatchObject({ status: 400 })
})

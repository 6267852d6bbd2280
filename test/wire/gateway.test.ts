import { afterEach, beforeEach, expect, test } from 'vitest'
import { createHarness, type Harness } from '../harness.ts'
import { textOf } from '../member.ts'
import { createProbeFeature } from '../probe-feature.ts'
import { until } from '../until.ts'

let harness: Harness
beforeEach(async () => {
  harness = await createHarness()
})
afterEach(() => harness.close())

const gateway = () => harness.sandbox.gateway
const isBot = (userId: string) => userId === harness.botId
const general = () => harness.channel('general')

/** The log lines about the connection, without what differs between runs. */
const told = () =>
  harness.logged
    .map(line => JSON.parse(line) as Record<string, unknown>)
    .filter(({ msg }) => String(msg).startsWith('gateway '))
    .map(({ level, msg, code, reason, losses }) => ({ level, msg, code, reason, losses }))
const isLost = ({ msg }: { msg: unknown }) => String(msg).includes('lost')

/** A command is answered: the proof that events reach the bot. */
async function expectAnswer() {
  const asked = await harness.as('member1').say(general(), '.ping')
  expect(textOf(await harness.answerTo(asked))).toContain('Pong')
}

test('a dropped connection is resumed, and messages sent meanwhile are answered once', async () => {
  await expectAnswer()
  expect(gateway().drop(4000, isBot)).toBe(1)
  await until('the connection to be gone', () => gateway().status().bots === 0)
  const missed = await harness.as('member2').say(general(), '.ping')
  expect(textOf(await harness.answerTo(missed))).toContain('Pong')
  await expectAnswer()
  const answers = harness.messages(general()).filter(each => each.message_reference?.message_id === missed.id)
  expect(answers).toHaveLength(1)
  expect(harness.logged.filter(line => line.includes('"fatal"'))).toEqual([])
  const lost = {
    level: 40,
    msg: 'gateway connection lost, reconnecting',
    code: 4000,
    reason: 'unknown error',
    losses: 1,
  }
  expect(told()).toEqual([lost, { level: 30, msg: 'gateway resumed', losses: 1 }])
})

test('losses are told at a falling rate, with every way back that belongs to them', async () => {
  const sessions = () => told().length
  for (let round = 0; round < 6; round++) {
    await until('the bot to be connected', () => gateway().status().bots === 1)
    gateway().drop(4000, isBot)
    await until('the connection to be gone', () => gateway().status().bots === 0)
  }
  await expectAnswer()
  expect(sessions()).toBe(6)
  expect(
    told()
      .filter(isLost)
      .map(({ losses }) => losses),
  ).toEqual([1, 2, 4])
})

test('a shutdown is no loss', async () => {
  await harness.restart()
  await expectAnswer()
  expect(told()).toEqual([])
})

test('asked to reconnect, the bot comes back and carries on', async () => {
  expect(gateway().reconnect(isBot)).toBe(1)
  await expectAnswer()
})

test.each([true, false])('an invalidated session (resumable: %s) is replaced', async resumable => {
  expect(gateway().invalidate(resumable, isBot)).toBe(1)
  if (!resumable) await until('it to be told', () => told().at(-1)?.msg === 'gateway connected anew')
  else await until('the bot to be back', () => gateway().status().bots === 1)
  await expectAnswer()
  // A session that goes on does so on the same connection.
  const lost = { code: expect.any(Number), reason: expect.stringContaining('session') }
  expect(told().filter(isLost)).toMatchObject(resumable ? [] : [lost])
})

test('commands that could not be registered are registered later', async () => {
  const sandbox = { conditions: { failNext: { count: 5, status: 503, route: 'PUT /applications' } } }
  const late = await createHarness({ features: [createProbeFeature([])], sandbox })
  try {
    await until('the commands', () =>
      late.sandbox
        .requests()
        .some(({ method, path, status }) => method === 'PUT' && path.endsWith('/commands') && status === 200),
    )
    expect(late.logged.filter(line => line.includes('could not be registered')).length).toBeGreaterThan(0)
  } finally {
    await late.close()
  }
})

test('/healthz is 200 while connected and 503 while not', async () => {
  const visitor = harness.visitor()
  const health = async () => (await visitor.call('GET', '/healthz')).status
  expect(await health()).toBe(200)
  harness.sandbox.context.conditions.failNext = { count: 1000, status: 503 }
  gateway().invalidate(false, isBot)
  await until('503', async () => (await health()) === 503)
  harness.sandbox.context.conditions.failNext = undefined
  await until('200', async () => (await health()) === 200)
})

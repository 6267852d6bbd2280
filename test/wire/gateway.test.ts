import { afterEach, beforeEach, expect, test } from 'vitest'
import { createHarness, type Harness } from '../harness.ts'
import { textOf } from '../member.ts'
import { until } from '../until.ts'

let harness: Harness
beforeEach(async () => {
  harness = await createHarness()
})
afterEach(() => harness.close())

const gateway = () => harness.sandbox.gateway
const isBot = (userId: string) => userId === harness.botId
const general = () => harness.channel('general')

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
})

test('asked to reconnect, the bot comes back and carries on', async () => {
  expect(gateway().reconnect(isBot)).toBe(1)
  await expectAnswer()
})

test.each([true, false])('an invalidated session (resumable: %s) is replaced', async resumable => {
  expect(gateway().invalidate(resumable, isBot)).toBe(1)
  await until('the bot to be back', () => gateway().status().bots === 1)
  await expectAnswer()
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

// @module-tag long
import { describe, expect, test } from 'vitest'
import { createHarness, type Harness } from '../harness.ts'
import { textOf } from '../member.ts'
import { createProbeFeature } from '../probe-feature.ts'
import { until } from '../until.ts'

interface Wire extends Harness {
  gateway: Harness['sandbox']['gateway']
  general: string
  isBot: (userId: string) => boolean
}

/** Each test has its own harness, so that they can wait for their connections in parallel. */
async function open(atEnd: (close: () => Promise<void>) => void): Promise<Wire> {
  const harness = await createHarness()
  atEnd(() => harness.close())
  const { sandbox, botId } = harness
  return Object.assign(harness, {
    gateway: sandbox.gateway,
    general: harness.channel('general'),
    isBot: (userId: string) => userId === botId,
  })
}

/** Log lines about the connection, without what differs between runs. */
const told = ({ logged }: Harness) =>
  logged
    .map(line => JSON.parse(line) as Record<string, unknown>)
    .filter(({ msg }) => String(msg).startsWith('gateway '))
    .map(({ level, msg, code, reason, losses }) => ({ level, msg, code, reason, losses }))
const isLost = ({ msg }: { msg: unknown }) => String(msg).includes('lost')

/** Expects an answer to a command, which proves that events reach the bot. */
async function expectAnswer(wire: Wire) {
  const asked = await wire.as('member1').say(wire.general, '.ping')
  expect(textOf(await wire.answerTo(asked))).toContain('Pong')
}

describe.concurrent('the gateway', () => {
  test('a dropped connection is resumed, and messages sent meanwhile are answered once', async ({ onTestFinished }) => {
    const wire = await open(onTestFinished)
    await expectAnswer(wire)
    expect(wire.gateway.drop(4000, wire.isBot)).toBe(1)
    await until('the connection to be gone', () => wire.gateway.status().bots === 0)
    const missed = await wire.as('member2').say(wire.general, '.ping')
    expect(textOf(await wire.answerTo(missed))).toContain('Pong')
    await expectAnswer(wire)
    const answers = wire.messages(wire.general).filter(each => each.message_reference?.message_id === missed.id)
    expect(answers).toHaveLength(1)
    expect(wire.logged.filter(line => line.includes('"fatal"'))).toEqual([])
    const lost = {
      level: 40,
      msg: 'gateway connection lost, reconnecting',
      code: 4000,
      reason: 'unknown error',
      losses: 1,
    }
    expect(told(wire)).toEqual([lost, { level: 30, msg: 'gateway resumed', losses: 1 }])
  })

  test('losses of the connection are logged ever less often, each with its recovery', async ({ onTestFinished }) => {
    const wire = await open(onTestFinished)
    const sessions = () => told(wire).length
    for (let round = 0; round < 6; round++) {
      await until('the bot to be connected', () => wire.gateway.status().bots === 1)
      wire.gateway.drop(4000, wire.isBot)
      await until('the connection to be gone', () => wire.gateway.status().bots === 0)
    }
    await expectAnswer(wire)
    expect(sessions()).toBe(6)
    expect(
      told(wire)
        .filter(isLost)
        .map(({ losses }) => losses),
    ).toEqual([1, 2, 4])
  })

  test('a shutdown is not logged as a loss', async ({ onTestFinished }) => {
    const wire = await open(onTestFinished)
    await wire.restart()
    await expectAnswer(wire)
    expect(told(wire)).toEqual([])
  })

  test('asked to reconnect, the bot comes back and carries on', async ({ onTestFinished }) => {
    const wire = await open(onTestFinished)
    expect(wire.gateway.reconnect(wire.isBot)).toBe(1)
    await expectAnswer(wire)
  })

  test.for([true, false])(
    'an invalidated session (resumable: %s) is replaced',
    async (resumable, { onTestFinished }) => {
      const wire = await open(onTestFinished)
      expect(wire.gateway.invalidate(resumable, wire.isBot)).toBe(1)
      if (!resumable) await until('it to be told', () => told(wire).at(-1)?.msg === 'gateway connected again')
      else await until('the bot to be back', () => wire.gateway.status().bots === 1)
      await expectAnswer(wire)
      // A resumed session continues on the same connection.
      const lost = { code: expect.any(Number), reason: expect.stringContaining('session') }
      expect(told(wire).filter(isLost)).toMatchObject(resumable ? [] : [lost])
    },
  )

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

  test('/healthz is 200 while connected and 503 while not', async ({ onTestFinished }) => {
    const wire = await open(onTestFinished)
    const visitor = wire.visitor()
    const health = async () => (await visitor.call('GET', '/healthz')).status
    expect(await health()).toBe(200)
    wire.sandbox.context.conditions.failNext = { count: 1000, status: 503 }
    wire.gateway.invalidate(false, wire.isBot)
    await until('503', async () => (await health()) === 503)
    wire.sandbox.context.conditions.failNext = undefined
    await until('200', async () => (await health()) === 200)
  })
})

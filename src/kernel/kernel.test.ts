import { afterEach, expect, test } from 'vitest'
import { contract } from '#contract'
import { createHarness, type Harness } from '#test/harness.ts'
import { textOf } from '#test/member.ts'
import { until } from '#test/until.ts'
import { command, feature } from './feature.ts'

let harness: Harness | undefined
afterEach(() => harness?.close())

const slow = contract('slow', { title: 'Slow' })

test('a shutdown lets a running command finish and then closes everything in order', async () => {
  const steps: string[] = []
  const finish = Promise.withResolvers<void>()
  const started = Promise.withResolvers<void>()
  const probe = feature(slow, {
    commands: {
      work: command<typeof slow>()({
        description: 'Works',
        async run(ctx) {
          started.resolve()
          await finish.promise
          await ctx.reply('finished')
          steps.push('answered')
        },
      }),
    },
    start: () => void steps.push('started'),
    afterCommand: (_ctx, { path, source }) => void steps.push(`told of ${path} by ${source}`),
    stop: ({ db }) => void steps.push(db.$client.open ? 'stopped' : 'stopped too late'),
  })
  harness = await createHarness({ features: [probe] })
  const { product } = harness
  const asked = await harness.as('member1').say(harness.channel('general'), '.work')
  await started.promise
  const closed = product.close()
  finish.resolve()
  await closed
  expect(steps).toEqual(['started', 'answered', 'told of work by prefix', 'stopped'])
  expect((await harness.answerTo(asked)).content).toBe('finished')
  expect(product.services.db.$client.open).toBe(false)
})

test('closing twice is one shutdown', async () => {
  harness = await createHarness({ features: [] })
  const [one, two] = [harness.product.close(), harness.product.close()]
  expect(one).toBe(two)
  await one
})

test('a feature that cannot start leaves nothing open', async () => {
  const broken = feature(slow, {
    start() {
      throw new Error('no room')
    },
  })
  await expect(createHarness({ features: [broken] })).rejects.toThrow('no room')
})

test('the bot waits out the outage of a server and answers when it is over', async () => {
  harness = await createHarness()
  const { sandbox, guildId, product } = harness
  const isAvailable = () => product.services.client.guilds.cache.get(guildId)?.available === true
  const control = (what: string) => fetch(`${sandbox.url}/sandbox/guilds/${guildId}/${what}`, { method: 'POST' })
  await control('outage')
  await until('the outage to be known', () => !isAvailable())
  await control('restore')
  await until('the server to be back', isAvailable)
  const asked = await harness.as('member1').say(harness.channel('general'), '.ping')
  expect(textOf(await harness.answerTo(asked))).toContain('Pong')
  expect(harness.logged.filter(line => line.includes('guild left'))).toEqual([])
})

import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type Automations, createAutomations } from '#test/automations.ts'
import { holdBack } from '#test/discord-trouble.ts'
import { createHarness, type Harness } from '#test/harness.ts'
import { textOf } from '#test/member.ts'
import { until } from '#test/until.ts'

let harness: Harness
let desk: Automations
let ahead = 0
beforeAll(async () => {
  harness = await createHarness({ now: () => Date.now() + ahead })
  desk = await createAutomations(harness)
})
afterAll(() => harness.close())

test('no automation is paused because Discord refused too much elsewhere: it goes on later', async () => {
  const [general, market] = [harness.channel('general'), harness.channel('woodwork')]
  await desk.on({
    name: 'Answer',
    trigger: { channels: [general] },
    actions: [{ kind: 'send', channel_id: market, text: 'An answer' }],
  })
  let isOver = false
  const trouble = holdBack(
    harness,
    ({ fullRoute }) => !isOver && (isOver = fullRoute === `/channels/${market}/messages`),
  )
  onTestFinished(trouble.end)
  await harness.as('member1').say(general, 'A question')
  await until('it to be held back', () => trouble.held() === 1)
  await until('the answer', async () => {
    ahead += 60_000
    await harness.product.services.scheduler.tick()
    return harness.messages(market).some(message => textOf(message) === 'An answer')
  })
  expect(await desk.ended(1)).toMatchObject([{ state: 'done', why: null }])
})

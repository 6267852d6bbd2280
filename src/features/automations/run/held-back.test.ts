import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { createInvalidRequests } from '#kernel/discord/invalid-requests.ts'
import { type Automations, createAutomations } from '#test/automations.ts'
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
  const refusals = createInvalidRequests()
  for (let time = 0; time < 10_000; time += 1) refusals.count(403, null)
  const { rest } = harness.product.services.client
  const plain = rest.request.bind(rest)
  let heldBack = 0
  const spy = vi.spyOn(rest, 'request').mockImplementation(async request => {
    if (heldBack === 0 && request.fullRoute === `/channels/${market}/messages`) {
      heldBack += 1
      refusals.demandShare('answers')
    }
    return plain(request)
  })
  onTestFinished(() => {
    spy.mockRestore()
  })
  await harness.as('member1').say(general, 'A question')
  await until('it to be held back', () => heldBack === 1)
  await until('the answer', async () => {
    ahead += 60_000
    await harness.product.services.scheduler.tick()
    return harness.messages(market).some(message => textOf(message) === 'An answer')
  })
  expect(await desk.ended(1)).toMatchObject([{ state: 'done', why: null }])
})

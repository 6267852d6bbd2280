import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
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

test.each([
  ['takes too long', () => Promise.reject(new DOMException('The operation timed out', 'TimeoutError'))],
  ['cannot be reached', () => Promise.reject(new TypeError('fetch failed'))],
  ['has an error', () => Promise.resolve(new Response('busy', { status: 503 }))],
])('a message is copied later if the host of its file %s, and the automation goes on', async (how, answer) => {
  const [general, market] = [harness.channel('general'), harness.channel('woodwork')]
  await desk.clear()
  await desk.on({
    name: 'Copy offers',
    trigger: { channels: [general] },
    actions: [{ kind: 'copy', channel_id: market }],
  })
  const plain = globalThis.fetch
  let asked = 0
  const spy = vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    const address = input instanceof Request ? input.url : input.toString()
    if (!address.includes('saw.txt') || asked > 0) return plain(input, init)
    asked += 1
    return answer()
  })
  onTestFinished(() => {
    spy.mockRestore()
  })
  await harness.as('member1').say(general, `Selling: ${how}`, {}, [new File(['x'], 'saw.txt')])
  await until('it to be asked for', () => asked === 1)
  await until('the copy', async () => {
    ahead += 60_000
    await harness.product.services.scheduler.tick()
    return harness.messages(market).some(message => textOf(message).includes(how))
  })
  expect(await desk.ended(1)).toMatchObject([{ state: 'done', why: null }])
})

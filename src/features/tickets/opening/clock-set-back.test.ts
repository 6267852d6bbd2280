// @module-tag long
import { beforeEach, expect, test } from 'vitest'
import type { Harness } from '#test/harness.ts'
import { textOf } from '#test/member.ts'
import { serverPerTest } from '#test/server-per-test.ts'
import { controlsOn, createTickets, type Tickets } from '#test/ticket-panels.ts'

let harness: Harness
let desk: Tickets
let ahead = 0
const openServer = serverPerTest({ now: () => Date.now() + ahead })
beforeEach(async () => {
  ahead = 0
  harness = await openServer()
  desk = await createTickets(harness)
  await desk.general({ twoStepTicket: false })
  await desk.limits({ rateLimitEnabled: true, cooldownPeriod: 3600 })
})

const press = async (message: Awaited<ReturnType<Tickets['deploy']>>) => {
  const [control = ''] = controlsOn(message)
  return textOf(await desk.told('member1', () => harness.as('member1').press(message, control)))
}
const opened = () => desk.rows("select id from tickets where state = 'open'").length

test('nobody waits for a month after the clock was a month ahead', async () => {
  const first = await desk.deploy(await desk.panel())
  const other = await desk.deploy(await desk.panel({ title: 'Other' }), 'rules')
  ahead = 30 * 86_400_000
  expect(await press(first)).toContain('Your ticket')
  ahead = 0
  expect(await press(first)).toContain('Your ticket')
  expect(opened()).toBe(2)
  expect(await press(other)).toContain('You opened a ticket not long ago')
})

test('a clock set back slightly lets nobody skip the cooldown or open two tickets with a double press', async () => {
  const first = await desk.deploy(await desk.panel())
  const other = await desk.deploy(await desk.panel({ title: 'Other' }), 'rules')
  ahead = 60_000
  expect(await press(first)).toContain('Your ticket')
  ahead = 58_500
  expect(await press(other)).toContain('You opened a ticket not long ago')
  expect(await press(first)).toMatch(/Your ticket|not long ago/)
  expect(opened()).toBe(1)
})

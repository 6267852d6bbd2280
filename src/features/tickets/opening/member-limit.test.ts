// @module-tag long
import { beforeEach, expect, test } from 'vitest'
import type { Harness } from '#test/harness.ts'
import { textOf } from '#test/member.ts'
import { serverPerTest } from '#test/server-per-test.ts'
import { controlsOn, createTickets, type Tickets } from '#test/ticket-panels.ts'

let harness: Harness
let desk: Tickets
const openServer = serverPerTest()
beforeEach(async () => {
  harness = await openServer()
  desk = await createTickets(harness)
  await desk.general({ twoStepTicket: false })
})

test.each([
  [{ maxTicketsPerUser: 4 }, 4, 'the limit for all members'],
  [{ userLimits: { default: 4 } }, 4, 'the limit of the tier Default'],
  [{ maxTicketsPerUser: 2 }, 2, 'the limit for all members'],
])('as many as %j says may be open, and the refusal says which limit it is', async (change, most, named) => {
  await desk.limits({ ...change, rateLimitEnabled: false })
  const told: string[] = []
  for (let number = 0; number <= most; number += 1) {
    const message = await desk.deploy(await desk.panel({ title: `Panel ${number}` }))
    const [control = ''] = controlsOn(message)
    told.push(textOf(await desk.told('member1', () => harness.as('member1').press(message, control))))
  }
  expect(told.slice(0, most).every(text => text.startsWith('Your ticket'))).toBe(true)
  expect(told[most]).toContain(`You have ${most} open tickets, and may have ${most} (${named}).`)
})

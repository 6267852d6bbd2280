// @module-tag long
import { afterEach, expect, test } from 'vitest'
import { defaultConditions } from '#sandbox/conditions.ts'
import { joinGuild } from '#sandbox/world/members/join.ts'
import { createAccount } from '#sandbox/world/members/new-account.ts'
import { createHarness, type Harness } from '#test/harness.ts'
import { controlsOn, createTickets } from '#test/ticket-panels.ts'
import { until } from '#test/until.ts'

let harness: Harness
afterEach(() => harness.close())

/** Different people who press a panel's button at the same moment. */
async function crowd(count: number, message: Parameters<typeof controlsOn>[0]) {
  const { context } = harness.sandbox
  const ids = Array.from({ length: count }, () => createAccount(context, 'crowd'))
  for (const id of ids) joinGuild(context, id, harness.guildId)
  const logins = ids.map(id => context.world.accounts.get(id)?.login ?? '')
  const [control = ''] = controlsOn(message)
  await Promise.all(logins.map(login => harness.as(login).press(message, control)))
  return logins
}

const channelsOfGuild = () =>
  [...(harness.sandbox.context.world.guilds.get(harness.guildId)?.channelIds ?? [])].flatMap(id => {
    const { channel } = harness.sandbox.context.world.channels.get(id) ?? {}
    return channel?.name?.startsWith('ticket-') ? [id] : []
  })

test('fifty people press at once when there is room for twenty', async () => {
  harness = await createHarness()
  const desk = await createTickets(harness)
  await desk.general({ twoStepTicket: false })
  await desk.limits({ maxOpenTickets: 20 })
  const message = await desk.deploy(await desk.panel({ max_open: 0 }))
  const logins = await crowd(50, message)
  await until('everybody to be told', () => logins.every(login => harness.shownTo(login).length > 0))
  await until('twenty tickets', async () => (await desk.channels()).length === 20)
  expect(desk.rows('select number from tickets')).toHaveLength(20)
  expect(channelsOfGuild()).toHaveLength(20)
})

test('two hundred tickets open within Discord’s rate limits, each in a separate channel', async () => {
  harness = await createHarness({
    sandbox: { conditions: { rateLimits: { ...defaultConditions.rateLimits, enabled: true } } },
  })
  const desk = await createTickets(harness)
  await desk.general({ twoStepTicket: false })
  await desk.limits({ maxOpenTickets: 200 })
  const message = await desk.deploy(await desk.panel({ max_open: 0, ticket_name_format: 'ticket-{number}' }))
  await crowd(200, message)
  await until('two hundred tickets', async () => (await desk.channels()).length === 200, 300_000)
  expect(channelsOfGuild()).toHaveLength(200)
  expect(new Set(await desk.channels()).size).toBe(200)
  const numbers = desk
    .rows<{ number: number }>('select number from tickets order by number')
    .map(({ number }) => number)
  expect(numbers).not.toContain(88)
  expect(new Set(numbers).size).toBe(200)
  expect(harness.sandbox.requests().filter(({ status }) => status === 429)).toEqual([])
}, 400_000)

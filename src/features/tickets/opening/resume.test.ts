// @module-tag long
import { ChannelType } from 'discord-api-types/v10'
import { beforeEach, expect, test } from 'vitest'
import { joinGuild } from '#sandbox/world/members/join.ts'
import { createAccount } from '#sandbox/world/members/new-account.ts'
import { leaveGuild } from '#sandbox/world/members/departure.ts'
import { holdBack } from '#test/discord-trouble.ts'
import type { Harness } from '#test/harness.ts'
import { textOf } from '#test/member.ts'
import { serverPerTest } from '#test/server-per-test.ts'
import { controlsOn, createTickets, type Tickets } from '#test/ticket-panels.ts'
import { until } from '#test/until.ts'

let harness: Harness
let desk: Tickets
const openServer = serverPerTest()
beforeEach(async () => {
  harness = await openServer()
  desk = await createTickets(harness)
  await desk.general({ twoStepTicket: false })
})

const fail = (route: string) => {
  harness.sandbox.context.conditions.failNext = { count: 20, status: 500, route }
}
const heal = () => {
  harness.sandbox.context.conditions.failNext = undefined
}
const made = () =>
  [...(harness.sandbox.context.world.guilds.get(harness.guildId)?.channelIds ?? [])].filter(id =>
    harness.sandbox.context.world.channels.get(id)?.channel.name?.startsWith('ticket-'),
  )
const states = () => desk.rows<{ state: string }>('select state from tickets').map(({ state }) => state)
/** Presses the button while Discord does not respond to some of the requests. */
async function cutOff(route: string, login = 'member1') {
  const message = await desk.deploy(await desk.panel())
  fail(route)
  const told = await desk.told(login, () => harness.as(login).press(message, controlsOn(message)[0] ?? ''))
  heal()
  return textOf(told)
}

test('while Discord does not answer, the ticket waits, and opens after a restart', async () => {
  expect(await cutOff('POST /guilds/')).toContain('Your ticket opens as soon as it does')
  expect(states()).toEqual(['opening'])
  expect(made()).toEqual([])
  await harness.restart()
  await until('the ticket to open', () => states()[0] === 'open')
  expect(made()).toHaveLength(1)
})

test('while requests are held back after too many refusals, the ticket waits as well', async () => {
  const message = await desk.deploy(await desk.panel())
  const { end } = holdBack(harness, ({ method, fullRoute }) => method === 'POST' && fullRoute.startsWith('/guilds/'))
  const told = await desk.told('member1', () => harness.as('member1').press(message, controlsOn(message)[0] ?? ''))
  expect(textOf(told)).toContain('Your ticket opens as soon as it does')
  expect(states()).toEqual(['opening'])
  end()
  await harness.restart()
  await until('the ticket to open', () => states()[0] === 'open')
})

test.each([
  ['noted', undefined],
  ['not noted', 'update tickets set channel_id = null'],
])('a channel that was made and %s is the ticket’s: no second one is made', async (_, sql) => {
  const message = await desk.deploy(await desk.panel())
  // After the channel is created, posting in it fails.
  const { conditions } = harness.sandbox.context
  const member = harness.as('member1')
  conditions.failNext = { count: 20, status: 500, route: 'POST /channels/' }
  const told = await desk.told('member1', () => member.press(message, controlsOn(message)[0] ?? ''))
  heal()
  expect(textOf(told)).toContain('as soon as it does')
  expect(made()).toHaveLength(1)
  if (sql !== undefined) harness.product.services.db.$client.prepare(sql).run()
  await harness.restart()
  await until('the ticket to open', () => states()[0] === 'open')
  expect(await desk.channels()).toEqual(made())
  expect(harness.messages(made()[0] ?? '')).toHaveLength(1)
})

test.each([502, 504])('a channel that Discord creates without a response (%s) becomes the ticket’s', async status => {
  const message = await desk.deploy(await desk.panel())
  const member = harness.as('member1')
  harness.sandbox.context.conditions.failNext = { count: 1, status, route: 'POST /guilds/', done: true }
  const told = await desk.told('member1', () => member.press(message, controlsOn(message)[0] ?? ''))
  expect(textOf(told)).toContain('as soon as it does')
  await harness.restart()
  await until('the ticket to open', () => states()[0] === 'open')
  expect(made()).toHaveLength(1)
  expect(await desk.channels()).toEqual(made())
})

test('a member who was promised a ticket gets a message if there is none after all', async () => {
  expect(await cutOff('POST /guilds/')).toContain('as soon as it does')
  harness.product.services.db.$client.prepare('update tickets set opened_at = opened_at - 7200000').run()
  await harness.restart()
  await until('the row to go', () => states().length === 0)
  const { world } = harness.sandbox.context
  const said = () =>
    [...world.channels.values()].flatMap(({ channel, messages }) =>
      channel.type === ChannelType.DM ? [...messages.values()].map(({ content }) => content) : [],
    )
  await until('the opener to be told', () =>
    said().some(text => text.includes('could not be opened. It took too long')),
  )
  expect(made()).toEqual([])
})

test('an opener who has left in the meantime gets no ticket, and nothing of it stays', async () => {
  const { context } = harness.sandbox
  const id = createAccount(context, 'crowd')
  joinGuild(context, id, harness.guildId)
  const login = context.world.accounts.get(id)?.login ?? ''
  expect(await cutOff('POST /guilds/', login)).toContain('as soon as it does')
  leaveGuild(context, id, harness.guildId)
  await harness.restart()
  await until('the row to go', () => states().length === 0)
  expect(made()).toEqual([])
})

test('a ticket opens even if its panel is deleted in the meantime', async () => {
  expect(await cutOff('POST /guilds/')).toContain('as soon as it does')
  const [panel] = desk.rows<{ id: string }>('select id from ticket_panels')
  expect((await desk.owner.call('DELETE', desk.under(`/panels/${panel?.id}`))).status).toBe(200)
  await harness.restart()
  await until('the ticket to open', () => states()[0] === 'open')
})

test('an interrupted posting is found, and not repeated', async () => {
  const id = await desk.panel()
  const message = await desk.deploy(id)
  // As when the process is killed after Discord has posted it, but before that is stored.
  harness.product.services.db.$client
    .prepare(
      'update ticket_panels set message_id = null, message_channel_id = null, posting_channel_id = ?, posting_at = ?',
    )
    .run(message.channel_id, Date.parse(message.timestamp))
  const again = await desk.deploy(id)
  expect(again.id).toBe(message.id)
  expect(
    harness.messages(message.channel_id).filter(one => controlsOn(one).includes(`tickets:open:${id}`)),
  ).toHaveLength(1)
})

test('the ticket of an opener who leaves while it is being opened is closed at once', async () => {
  const { context } = harness.sandbox
  const id = createAccount(context, 'crowd')
  joinGuild(context, id, harness.guildId)
  const login = context.world.accounts.get(id)?.login ?? ''
  const message = await desk.deploy(await desk.panel())
  const usual = context.conditions.latency
  context.conditions.latency = { medianMs: 400, p99Ms: 500 }
  const pressing = harness.as(login).press(message, controlsOn(message)[0] ?? '')
  await until('it to be written down', () => states()[0] === 'opening')
  leaveGuild(context, id, harness.guildId)
  context.conditions.latency = usual
  await pressing.catch(() => undefined)
  await until('it to be over', () => !['opening', 'open'].includes(states()[0] ?? ''))
  expect(states()).not.toContain('open')
})

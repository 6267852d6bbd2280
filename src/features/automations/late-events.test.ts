import { GatewayDispatchEvents as Event } from 'discord.js'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { leaveGuild } from '#sandbox/world/members/departure.ts'
import { joinGuild } from '#sandbox/world/members/join.ts'
import { createAccount } from '#sandbox/world/members/new-account.ts'
import { type Automations, createAutomations } from '#test/automations.ts'
import { createHarness, type Harness } from '#test/harness.ts'

/** Discord may do something long before it reports it. */
let harness: Harness
let desk: Automations
let roleId: string
beforeAll(async () => {
  harness = await createHarness()
  desk = await createAutomations(harness)
  const role = { name: 'Trader', permissions: '0' }
  roleId = (await owner().rest<{ id: string }>('POST', `/guilds/${harness.guildId}/roles`, role)).id
  await harness.heard()
})
afterAll(() => harness.close())
beforeEach(async () => {
  harness.sandbox.context.conditions.gatewayLagMs = 0
  await harness.heard()
  await desk.clear()
})

const owner = () => harness.as('owner')
const hasRole = (userId: string) =>
  harness.sandbox.context.world.guilds.get(harness.guildId)?.members.get(userId)?.roles.includes(roleId) === true

for (const [what, kind, trigger] of [
  ['given a role', 'give_role', 'join'],
  ['to lose one', 'take_role', 'role_given'],
] as const)
  test(`a member who left before they were ${what} does not pause the automation for others`, async () => {
    const { context } = harness.sandbox
    const id = await desk.on({ trigger: { kind: trigger }, actions: [{ kind, role_id: roleId }] })
    const newcomer = createAccount(context, `newcomer-${kind}`)
    const told = harness.logged.length
    // The bot learns of the event that began it, but of nothing after that.
    const tell = context.emit
    context.emit = dispatch => {
      if (dispatch.type !== Event.GuildMemberRemove) tell(dispatch)
    }
    try {
      context.conditions.gatewayLagMs = 50
      joinGuild(context, newcomer, harness.guildId)
      if (kind === 'take_role')
        await owner().rest('PUT', `/guilds/${harness.guildId}/members/${newcomer}/roles/${roleId}`)
      leaveGuild(context, newcomer, harness.guildId)
      expect(await desk.ended(1)).toMatchObject([{ state: 'moot', why: 'The member has left.' }])
    } finally {
      context.emit = tell
    }
    expect(await desk.one(id)).toMatchObject({ on: true, paused: null })
    expect(harness.logged.slice(told).filter(line => line.includes('role not given'))).toEqual([])
  })

test('a member who is back a moment after leaving does not pause the automation for others', async () => {
  const { context } = harness.sandbox
  const id = await desk.on({ trigger: { kind: 'join' }, actions: [{ kind: 'give_role', role_id: roleId }] })
  const newcomer = createAccount(context, 'newcomer-and-back')
  const { rest } = harness.product.services.client
  const put = rest.put.bind(rest)
  rest.put = async (route, options) => {
    if (!route.includes(`/members/${newcomer}/roles/`)) return put(route, options)
    rest.put = put
    leaveGuild(context, newcomer, harness.guildId)
    try {
      return await put(route, options)
    } finally {
      harness.sandbox.advance(5)
      joinGuild(context, newcomer, harness.guildId)
    }
  }
  joinGuild(context, newcomer, harness.guildId)
  expect(await desk.ended(2)).toMatchObject([{ state: 'moot', why: 'The member has left.' }, { state: 'done' }])
  expect(await desk.one(id)).toMatchObject({ on: true, paused: null })
})

test('a role given a moment ago is taken, although the bot has not been notified of it', async () => {
  const general = harness.channel('general')
  await desk.on({
    name: 'Trade',
    conditions: [{ kind: 'contains', words: ['trade'] }],
    actions: [{ kind: 'give_role', role_id: roleId }],
  })
  await desk.on({
    name: 'Stop',
    conditions: [{ kind: 'contains', words: ['stop'] }],
    actions: [{ kind: 'take_role', role_id: roleId }],
  })
  const member = harness.as('member2')
  const { context } = harness.sandbox
  const tell = context.emit
  // Both were written before either was read, because a message also reports its author's roles.
  const held: Parameters<typeof tell>[0][] = []
  context.emit = dispatch => {
    if (dispatch.type === Event.MessageCreate) held.push(dispatch)
    else tell(dispatch)
  }
  try {
    for (const said of ['trade', 'stop']) await member.say(general, said)
    context.emit = dispatch => {
      if (dispatch.type !== Event.GuildMemberUpdate) tell(dispatch)
    }
    for (const dispatch of held) tell(dispatch)
    expect(await desk.ended(2)).toMatchObject([{ state: 'done' }, { state: 'done' }])
  } finally {
    context.emit = tell
  }
  expect(hasRole(member.userId)).toBe(false)
})

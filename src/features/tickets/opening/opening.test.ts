// @module-tag long
import { beforeEach, expect, test } from 'vitest'
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
  await desk.atOnce()
})

const channelOf = (id: string) =>
  harness.sandbox.context.world.channels.get(id)?.channel as {
    name?: string
    topic?: string
    type?: number
    parent_id?: string
    permission_overwrites?: { id: string; allow: string; deny: string }[]
  }
/** Presses a panel's button. @returns the reply to the member */
const press = async (login: string, message: Parameters<typeof controlsOn>[0]) => {
  const [control = ''] = controlsOn(message)
  return textOf(await desk.told(login, () => harness.as(login).press(message, control)))
}
const opened = async (count: number) => {
  const channels = await until(`${count} open tickets`, async () => {
    const found = await desk.channels()
    return found.length >= count && found
  })
  return channels
}

test('a press creates a channel that only the opener and the team can see', async () => {
  const team = desk.roleCalled('Keeper')
  const viewer = desk.roleCalled('Regular')
  await desk.general({ supportTeamRole: undefined, supportTeamRoles: team, pingRole: team })
  const message = await desk.deploy(
    await desk.panel({ view_roles: [viewer], welcome_message: 'Hello {user}, number {number}.' }),
  )
  expect(await press('member1', message)).toMatch(/^Your ticket: <#\d+>$/)
  const [id = ''] = await opened(1)
  const { name, topic, permission_overwrites = [] } = channelOf(id)
  expect(name).toBe('ticket-jun_tan')
  expect(topic).toMatch(/^Ticket 0001 · Help/)
  const view = 1n << 10n
  const write = 1n << 11n
  const of = (who: string) => {
    const found = permission_overwrites.find(one => one.id === who)
    return { allow: BigInt(found?.allow ?? 0), deny: BigInt(found?.deny ?? 0) }
  }
  expect(of(harness.guildId).deny & view).toBe(view)
  for (const who of [harness.as('member1').userId, team, harness.botId])
    expect(of(who).allow & (view | write)).toBe(view | write)
  expect(of(viewer).allow & (view | write)).toBe(view)
  expect(of(viewer).deny & write).toBe(write)

  const [first] = harness.messages(id)
  expect(first?.content).toContain(`<@&${team}> <@${harness.as('member1').userId}>`)
  expect(first?.content).toContain('number 0001.')
  expect(first).toMatchObject({
    embeds: [{ title: 'Help', color: 0x43b581 }],
    mention_roles: [team],
    mentions: [{ id: harness.as('member1').userId }],
  })
  expect(
    desk.rows('select number, state, name, open_message_id as message, opener_name as opener from tickets'),
  ).toEqual([{ number: 1, state: 'open', name: 'ticket-jun_tan', message: first?.id, opener: expect.any(String) }])
  expect(desk.rows('select kind from ticket_events')).toEqual([{ kind: 'opened' }])
  expect(desk.rows("select * from jobs where job = 'finishTicket'")).toEqual([])
})

test('the administrator permission includes all others: the opener can see the ticket', async () => {
  const roles = [...(harness.sandbox.context.world.guilds.get(harness.guildId)?.roles.values() ?? [])]
  const bot = harness.product.services.client.guilds.cache.get(harness.guildId)?.members.me
  for (const { id, managed } of roles.filter(one => bot?.roles.cache.has(one.id)))
    await harness
      .as('owner')
      .rest('PATCH', `/guilds/${harness.guildId}/roles/${id}`, { permissions: managed ? '8' : '0' })
  await harness
    .as('owner')
    .rest('PATCH', `/guilds/${harness.guildId}/roles/${harness.guildId}`, { permissions: '1024' })
  await until(
    'the bot to be an administrator and nothing else',
    () => bot?.permissions.bitfield === 1032n || bot?.permissions.bitfield === 8n,
  )
  const message = await desk.deploy(await desk.panel())
  await press('member1', message)
  const [id = ''] = await opened(1)
  const own = channelOf(id).permission_overwrites?.find(one => one.id === harness.as('member1').userId)
  expect(BigInt(own?.allow ?? 0) & (3n << 10n)).toBe(3n << 10n)
})

test('with two-step opening, a press asks for a confirmation', async () => {
  await desk.general({ twoStepTicket: true })
  const message = await desk.deploy(await desk.panel())
  const asked = await desk.told('member1', () => harness.as('member1').press(message, controlsOn(message)[0] ?? ''))
  expect(textOf(asked)).toContain('Open a ticket?')
  expect(desk.rows('select * from tickets')).toEqual([])
  await harness.as('member1').press(asked, controlsOn(asked)[0] ?? '')
  await opened(1)
})

test('the opening message is pinned if that is set', async () => {
  await desk.general({ autoPinTicket: true })
  await press('member1', await desk.deploy(await desk.panel()))
  const [id = ''] = await opened(1)
  expect(await until('it to be pinned', () => harness.messages(id)[0]?.pinned)).toBe(true)
})

test('a double press opens one ticket, and its number is never used again', async () => {
  const message = await desk.deploy(await desk.panel())
  const [control = ''] = controlsOn(message)
  await desk.limits({ maxTicketsPerUser: 1 })
  const member = harness.as('member1')
  await Promise.all([member.press(message, control), member.press(message, control)])
  await opened(1)
  const told = await until('both to be answered', () => {
    const all = harness.shownTo('member1').map(textOf)
    return all.length === 2 && all.every(text => text !== '') && all
  })
  for (const text of told) expect(text).toMatch(/^Your ticket/)
  expect(desk.rows('select number from tickets')).toEqual([{ number: 1 }])
  harness.product.services.db.$client.prepare('delete from tickets').run()
  await press('member2', message)
  expect(desk.rows('select number from tickets')).toEqual([{ number: 2 }])
})

test.each([
  ['cooldown', { rateLimitEnabled: true }, /can open another <t:\d+:R>/],
  ['member', { maxTicketsPerUser: 1 }, /1 open ticket, and may have 1/],
])('a second ticket meets the limit %s', async (_, change, sentence) => {
  const first = await desk.deploy(await desk.panel())
  const second = await desk.deploy(await desk.panel({ title: 'Other' }), 'rules')
  await desk.limits(change)
  await press('member1', first)
  expect(await press('member1', second)).toMatch(sentence)
  expect(desk.rows('select number from tickets')).toHaveLength(1)
})

test('when members press at the same time, as many succeed as there is room for', async () => {
  const message = await desk.deploy(await desk.panel({ max_open: 3 }))
  const [control = ''] = controlsOn(message)
  const logins = ['member1', 'member2', 'member3', 'member4', 'member5', 'member6', 'member7']
  const told = await Promise.all(logins.map(login => desk.told(login, () => harness.as(login).press(message, control))))
  const refused = told.filter(one => textOf(one).includes('takes on 3 tickets'))
  expect(refused).toHaveLength(4)
  await opened(3)
  expect(desk.rows('select number from tickets')).toHaveLength(3)
})

test('categories are filled in order, and a full one is skipped', async () => {
  const made = async (categoryName: string) =>
    (
      (await desk.owner.call('POST', desk.under('/categories'), { type: 'open', categoryName })).body as {
        category: { id: string }
      }
    ).category.id
  const [first, second] = [await made('First'), await made('Second')]
  const message = await desk.deploy(await desk.panel())
  await press('member1', message)
  const guild = harness.product.services.client.guilds.cache.get(harness.guildId)
  await Promise.all(
    Array.from({ length: 49 }, async (_, index) => guild?.channels.create({ name: `full-${index}`, parent: first })),
  )
  await press('member2', message)
  const parents = (await opened(2)).map(id => channelOf(id).parent_id)
  expect(parents).toEqual([first, second])
})

test('the opener of a ticket is stored with the hash of their avatar, as everywhere else', async () => {
  const message = await desk.deploy(await desk.panel())
  const [press = ''] = controlsOn(message)
  await desk.told('member1', () => harness.as('member1').press(message, press))
  const account = harness.sandbox.context.world.accounts.get(harness.as('member1').userId)
  expect(account?.user.avatar).toMatch(/^[0-9a-f]{32}$/)
  expect(desk.rows('SELECT opener_avatar AS avatar FROM tickets')).toEqual([{ avatar: account?.user.avatar }])
})

test('a ticket can be a private thread', async () => {
  const message = await desk.deploy(await desk.panel({ kind: 'thread' }))
  expect(await press('member1', message)).toMatch(/^Your ticket: <#\d+>$/)
  const [id = ''] = await opened(1)
  expect(channelOf(id)).toMatchObject({ type: 12, parent_id: message.channel_id, name: 'ticket-jun_tan' })
})

const hoursOf = (outside: string) => ({ enabled: true, days: Array.from({ length: 7 }, () => null), outside })

test('outside of its hours a panel refuses, or says so in the ticket', async () => {
  const refusing = await desk.deploy(await desk.panel({ hours: hoursOf('refuse') }))
  expect(await press('member1', refusing)).toContain('takes no new tickets at present')
  const warning = await desk.deploy(await desk.panel({ hours: hoursOf('warn') }), 'rules')
  expect(await press('member1', warning)).toContain('Your ticket')
  const [id = ''] = await opened(1)
  expect(harness.messages(id)[0]?.content).toContain('The team is not here at present')
})

test('a member who is blocked or lacks a required role cannot open a ticket; the team is exempt', async () => {
  const role = desk.roleCalled('Keeper')
  const message = await desk.deploy(await desk.panel({ required_roles: [role] }))
  expect(await press('member1', message)).toBe(`Only members with <@&${role}> can open this ticket.`)
  await desk.limits({ blockedUsers: [harness.as('member2').userId] })
  expect(await press('member2', message)).toBe('You cannot open tickets in this server.')
  expect(await press('owner', message)).toContain('Your ticket')
})

test('a server without room says so, and its doctor too', async () => {
  const message = await desk.deploy(await desk.panel())
  const { context } = harness.sandbox
  const guild = harness.product.services.client.guilds.cache.get(harness.guildId)
  if (!guild) throw new Error('no guild')
  const any = guild.channels.cache.find(one => !one.isThread())
  if (!any) throw new Error('no channel')
  for (let place = guild.channels.cache.size; place < 600; place += 1) guild.channels.cache.set(context.nextId(), any)
  expect(await press('member1', message)).toContain('as many channels as Discord allows')
  expect(desk.rows('select * from tickets')).toEqual([])
  const { body } = await desk.owner.call('GET', `/api/guild/${harness.guildId}/doctor`)
  expect(JSON.stringify(body)).toContain('the server has 500 channels')
})

test('a refusal by Discord leaves no ticket behind, and is reported', async () => {
  const message = await desk.deploy(await desk.panel())
  harness.sandbox.context.conditions.failNext = { count: 1, status: 403, route: '/channels' }
  expect(await press('member1', message)).toContain('could not be opened')
  await until('the row to go', () => desk.rows('select * from tickets').length === 0)
  expect(await press('member1', message)).toContain('Your ticket')
})

test('a picture that Discord refuses does not prevent a ticket', async () => {
  const message = await desk.deploy(
    await desk.panel({ open_image: 'https://example.org/a.png', welcome_message: 'Hello.' }),
  )
  harness.sandbox.context.conditions.failNext = { count: 1, status: 400, route: 'POST /channels/' }
  expect(await press('member1', message)).toContain('Your ticket')
  const [id = ''] = await opened(1)
  const [first] = harness.messages(id)
  expect(first).toMatchObject({ content: expect.stringContaining('Hello.'), embeds: [{ title: 'Help' }] })
  expect(first?.embeds[0]?.image).toBeUndefined()
})

test('choosing in a select opens a ticket of that panel, and choosing again works', async () => {
  const id = await desk.panel({ offered_as: 'select' })
  const second = await desk.panel({ title: 'Report', joined_to: id, ticket_name_format: 'report-{number}' })
  const message = await desk.deploy(id)
  const [control = ''] = controlsOn(message)
  const told = await desk.told('member1', () => harness.as('member1').press(message, control, [second]))
  expect(textOf(told)).toContain('Your ticket')
  const [channel = ''] = await opened(1)
  expect(channelOf(channel).name).toBe('report-0001')
  expect(desk.rows('select panel_id as panel from tickets')).toEqual([{ panel: second }])
  await until(
    'the select to be reset',
    () => harness.messages(message.channel_id).find(one => one.id === message.id)?.edited_timestamp,
  )
})

test('a panel of another server opens nothing', async () => {
  const id = await desk.panel()
  const message = await desk.deploy(id)
  harness.product.services.db.$client.prepare("update ticket_panels set guild_id = '123456789012345678'").run()
  expect(await press('member1', message)).toContain('can no longer be opened')
})

// @module-tag long
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { answerWith, type Commands, createCommands } from '#test/custom-commands.ts'
import { createHarness, type Harness } from '#test/harness.ts'
import { textOf } from '#test/member.ts'
import { until } from '#test/until.ts'
import { budget, mostCommands } from './design/contract.ts'

let harness: Harness
let desk: Commands
let ahead = 0
beforeAll(async () => {
  harness = await createHarness({ now: () => Date.now() + ahead, writesPerMinute: 1000 })
  desk = await createCommands(harness)
})
afterAll(() => harness.close())
beforeEach(async () => {
  // Each test has a minute of its own.
  ahead += budget.minuteMs
  for (const { id } of await desk.list()) await desk.owner.call('DELETE', desk.under(`/commands/${id}`))
})

test('nobody but the caller is pinged, unless its author may mention everyone and chose that', async () => {
  const crew = await desk.role('Crew')
  const text = `{user.mention}, <@&${crew}> and @everyone: {args}`
  const { id } = await desk.save({ name: 'call', text })
  const calm = await desk.ask('member1', `.call <@${harness.as('member3').userId}>`)
  expect(calm).toMatchObject({ mention_everyone: false, mention_roles: [] })
  expect(calm.mentions.map(one => one.id)).toEqual([harness.as('member1').userId])
  await desk.save({ id, pings: true })
  const loud = await desk.ask('member1', `.call <@${harness.as('member3').userId}>`)
  expect(loud).toMatchObject({ mention_everyone: true, mention_roles: [crew] })
  expect(loud.mentions.map(one => one.id)).toEqual([harness.as('member1').userId])
})

test('a member who may not mention everyone can neither choose that nor keep it', async () => {
  const manager = await desk.role('Manager', 1n << 5n)
  await desk.wear('member4', [manager])
  const helper = await harness.signIn('member4')
  const refused = { status: 403, body: { error: expect.stringContaining('Mention @everyone') } }
  expect(await desk.post({ name: 'loud', text: '@everyone', pings: true }, helper)).toMatchObject(refused)
  const { id } = await desk.save({ name: 'loud', text: '@everyone', pings: true })
  expect(await desk.post({ id, text: '@everyone!' }, helper)).toMatchObject(refused)
  expect((await desk.post({ id, pings: false, text: '@everyone!' }, helper)).status).toBe(200)
  expect(await desk.ask('member1', '.loud')).toMatchObject({ content: '@everyone!', mention_everyone: false })
})

test('it works only for its roles and in its channels, and says where', async () => {
  const [yes, no] = [await desk.role('Yes'), await desk.role('No')]
  const woodwork = harness.channel('woodwork')
  await desk.save({ name: 'saw', text: 'Zzz.', allowed_channels: [woodwork], denied_roles: [no] })
  await desk.wear('member5', [])
  expect(await desk.told('member5', '.saw')).toContain(`does not work in this channel. Use it in <#${woodwork}>.`)
  expect(await desk.told('member5', '.saw', 'woodwork')).toBe('Zzz.')
  await desk.wear('member5', [no])
  expect(await desk.told('member5', '.saw', 'woodwork')).toContain('One of your roles keeps you')
  const { id } = await desk.save({ name: 'plane', text: 'Sss.', allowed_roles: [yes], denied_channels: [woodwork] })
  expect(await desk.told('member5', '.plane', 'woodwork')).toContain('does not work in this channel.')
  await desk.wear('member5', [yes])
  expect(await desk.told('member5', '.plane')).toBe('Sss.')
  await harness.as('owner').rest('DELETE', `/guilds/${harness.guildId}/roles/${yes}`)
  const gone = () => desk.list().then(list => list.find(one => one.id === id)?.problems ?? [])
  await until('the problem to be told', async () => (await gone()).length > 0)
  expect(await gone()).toEqual([
    { field: 'allowed_roles', sentence: 'One of its roles was deleted. Remove it. Until then nobody can use it.' },
  ])
  expect(await desk.told('member5', '.plane')).toContain('Nobody can use `.plane` right now.')
})

test('nobody is suggested a command that they may not use', async () => {
  const yes = await desk.role('Initiated')
  await desk.save({ name: 'handshake', text: 'Left hand.', allowed_roles: [yes] })
  await desk.save({ name: 'hello', text: 'Hello.' })
  await desk.save({ name: 'hold', text: 'Not yet.', on: false })
  const general = harness.channel('general')
  const names = async (login: string) =>
    (await harness.as(login).complete(general, 'customcommand info', 'name', 'h')).map(({ name }) => name)
  await desk.wear('member5', [])
  expect(await names('member5')).toEqual(['hello'])
  await desk.wear('member5', [yes])
  expect(await names('member5')).toEqual(['handshake', 'hello'])
  expect(await names('owner')).toEqual(['handshake', 'hello', 'hold'])
})

test('it waits for each member and in each channel', async () => {
  await desk.save({ name: 'snail', text: 'Slow.', member_wait: 60 })
  expect(await desk.told('member1', '.snail')).toBe('Slow.')
  expect(await desk.told('member1', '.snail')).toContain('before you use that again.')
  expect(await desk.told('member2', '.snail')).toBe('Slow.')
  ahead += 60_000
  expect(await desk.told('member1', '.snail')).toBe('Slow.')
  await desk.save({ name: 'tortoise', text: 'Slower.', shared_wait: 90 })
  expect(await desk.told('member1', '.tortoise')).toBe('Slower.')
  expect(await desk.told('member2', '.tortoise')).toContain('before anybody uses that here again.')
  expect(await desk.told('member2', '.tortoise', 'woodwork')).toBe('Slower.')
})

test('a role is given for somebody who could do so by hand, and judged again each time', async () => {
  const [clay, wood] = [await desk.role('Clay'), await desk.role('Wood')]
  await desk.save({ name: 'clay', text: 'Clay it is.', gives_role: clay, takes_role: wood })
  await desk.wear('member7', [wood])
  expect(await desk.told('member7', '.clay')).toBe('Clay it is.')
  expect(desk.rolesOf('member7')).toEqual([clay])
  await harness.as('owner').rest('PATCH', `/guilds/${harness.guildId}/roles/${clay}`, { permissions: String(1n << 2n) })
  await until(
    'its powers to be known',
    () =>
      harness.product.services.client.guilds.cache.get(harness.guildId)?.roles.cache.get(clay)?.permissions.bitfield,
  )
  await desk.wear('member7', [wood])
  expect(await desk.told('member7', '.clay')).toContain('cannot be given right now')
  expect(desk.rolesOf('member7')).toEqual([wood])
  expect(await desk.post({ name: 'bad', text: 'x', gives_role: clay })).toMatchObject({
    status: 400,
    body: { fields: { gives_role: expect.stringContaining('Ban Members') } },
  })
  const manager = await desk.role('Manager', 1n << 5n)
  await desk.wear('member4', [manager])
  const helper = await harness.signIn('member4')
  expect(await desk.post({ name: 'mine', text: 'x', gives_role: wood }, helper)).toMatchObject({
    status: 403,
    body: { error: expect.stringContaining('Manage Roles') },
  })
  const { id } = await desk.save({ name: 'wood', text: 'x', gives_role: wood, allowed_roles: [manager] })
  expect(await desk.post({ id, allowed_roles: [] }, helper)).toMatchObject({
    status: 403,
    body: { fields: { gives_role: expect.stringContaining('Manage Roles') } },
  })
  expect((await desk.post({ id, text: 'Wood it is.' }, helper)).status).toBe(200)
})

test('its own answers, and other bots, trigger nothing', async () => {
  await desk.save({ name: 'loop', text: '.loop', sends: 'channel' })
  expect(await desk.writtenDuring(() => desk.ask('member1', '.loop'))).toEqual(['.loop'])
  const general = harness.channel('general')
  const hook = await harness
    .as('owner')
    .rest<{ id: string; token: string }>('POST', `/channels/${general}/webhooks`, { name: 'machine' })
  const during = await desk.writtenDuring(() =>
    harness.as('owner').rest('POST', `/webhooks/${hook.id}/${hook.token}?wait=true`, { content: '.loop' }),
  )
  expect(during).toEqual([])
})

test('one of several answers is given, up to a limit per minute, and the first call beyond it gets a notice', async () => {
  await desk.save({ name: 'flip', answers: [answerWith('Heads'), answerWith('Tails')] })
  const during = await desk.writtenDuring(async () => {
    for (let at = 0; at < budget.answers; at++) await desk.ask('member1', '.flip')
    expect(await desk.told('member2', '.flip')).toContain('They can be used again once it is over.')
    await harness.as('member3').say(harness.channel('general'), '.flip')
  })
  expect(during).toHaveLength(budget.answers + 1)
  expect(new Set(during.slice(0, budget.answers))).toEqual(new Set(['Heads', 'Tails']))
  ahead += budget.minuteMs
  expect(await desk.told('member3', '.flip')).toMatch(/^(Heads|Tails)$/)
  expect(await desk.list()).toMatchObject([{ name: 'flip', uses: budget.answers + 1 }])
})

test('refusals use up no answers, and are explained only up to a limit', async () => {
  const crew = await desk.role('Initiates')
  await desk.save({ name: 'oath', text: 'I swear.', allowed_roles: [crew] })
  await desk.save({ name: 'coin', text: 'Heads' })
  const during = await desk.writtenDuring(async () => {
    for (let at = 0; at < budget.refusals; at++) await desk.ask('member1', '.oath')
    await harness.as('member1').say(harness.channel('general'), '.oath')
    expect(await desk.told('member2', '.coin')).toBe('Heads')
  })
  expect(during).toHaveLength(budget.refusals + 1)
  ahead += budget.minuteMs
  expect(await desk.told('member1', '.oath')).toContain(`You need <@&${crew}>`)
})

test('auto-moderation sees the call first, and what it deletes is not answered', async () => {
  await desk.save({ name: 'see', text: 'Look: {args}' })
  const rules = { automodUpdate: true, enabled: 'on', anti_links: 'on' }
  const address = `/api/guild/${harness.guildId}/basic`
  expect((await desk.owner.call('POST', address, rules)).status).toBe(200)
  try {
    const during = await desk.writtenDuring(() =>
      harness.as('member5').say(harness.channel('general'), '.see https://example.org/x'),
    )
    expect(during.filter(text => text.startsWith('Look:'))).toEqual([])
    await until('them to be told', () =>
      harness.messages(harness.channel('general')).some(one => textOf(one).includes('I removed your message')),
    )
  } finally {
    await desk.owner.call('POST', address, { ...rules, enabled: 'off', anti_links: 'off' })
  }
  expect(await desk.told('member5', '.see nothing')).toBe('Look: nothing')
})

test('a server can have a hundred commands', async () => {
  for (let at = 0; at < mostCommands; at++) await desk.save({ name: `c${at}`, text: 'x' })
  expect(await desk.post({ name: 'onemore', text: 'x' })).toMatchObject({
    status: 409,
    body: { error: `A server has at most ${mostCommands} commands. Delete one first.` },
  })
  const help = await desk.told('member1', '.help')
  expect(help).toContain('and 80 more')
  expect(help.length).toBeLessThan(6000)
})

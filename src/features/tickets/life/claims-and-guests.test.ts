// @module-tag long
import { PermissionFlagsBits as P } from 'discord-api-types/v10'
import { beforeEach, expect, test } from 'vitest'
import type { Harness } from '#test/harness.ts'
import { serverPerTest } from '#test/server-per-test.ts'
import { createTicketDesk, type Desk } from '#test/tickets.ts'
import { until } from '#test/until.ts'

let harness: Harness
let desk: Desk
const openServer = serverPerTest()
beforeEach(async () => {
  harness = await openServer()
  desk = createTicketDesk(harness)
})

test('a claim hides a ticket from the rest of the team if the panel says so, and can be released', async () => {
  desk.panel({ claim_visibility: 'hidden' })
  const ticket = await desk.open('member1')
  const moderator = harness.as('moderator').userId
  await desk.press('moderator', ticket, 'Claim')
  await until('the claim', () => desk.now(ticket).claimedById === moderator)
  await until('the team to be out', () => !desk.sees(ticket, desk.teamRole))
  expect([desk.sees(ticket, moderator), desk.sees(ticket, harness.as('member1').userId)]).toEqual([true, true])
  await until('the button to follow', () => desk.labels(ticket).includes('Release'))
  expect(await desk.command('admin', ticket, '.ticket claim')).toContain('has already claimed this ticket')
  expect(await desk.command('moderator', ticket, '.ticket release')).toContain('gave this ticket back')
  expect([desk.sees(ticket, desk.teamRole), desk.overwrites(ticket).has(moderator)]).toEqual([true, false])
  desk.panel({ claim_visibility: 'read_only' })
  await desk.command('moderator', ticket, '.ticket claim')
  expect([
    desk.sees(ticket, desk.teamRole),
    desk.writes(ticket, desk.teamRole),
    desk.writes(ticket, moderator),
  ]).toEqual([true, false, true])
  const admin = harness.as('admin').userId
  expect(await desk.command('moderator', ticket, `.ticket transfer <@${harness.as('member3').userId}>`)).toContain(
    'not on the team',
  )
  expect(await desk.command('moderator', ticket, `.ticket transfer <@${admin}>`)).toContain(`<@${admin}> takes care`)
  expect([desk.writes(ticket, moderator), desk.writes(ticket, admin)]).toEqual([false, true])
})

test('people and roles can be added and removed; the opener, the team and the bot stay', async () => {
  const ticket = await desk.open('member1')
  const { userId: guest } = harness.as('member3')
  expect(await desk.command('moderator', ticket, `.ticket add <@${guest}>`)).toContain('was added')
  expect(desk.sees(ticket, guest)).toBe(true)
  expect(await desk.command('moderator', ticket, `.ticket add <@${guest}>`)).toContain('already')
  const potter =
    [...(harness.sandbox.context.world.guilds.get(harness.guildId)?.roles.values() ?? [])].find(
      ({ name }) => name === 'Potter',
    )?.id ?? ''
  expect(await desk.command('moderator', ticket, `.ticket add <@&${potter}>`)).toContain('was added')
  expect(desk.writes(ticket, potter)).toBe(true)
  expect(await desk.command('moderator', ticket, '.ticket remove @Potter')).toContain('was removed')
  expect(desk.writes(ticket, potter)).toBe(false)
  expect(await desk.command('moderator', ticket, '.ticket add Potter')).toContain('was added')
  await desk.command('moderator', ticket, '.ticket close')
  expect([desk.sees(ticket, guest), desk.sees(ticket, potter)]).toEqual([false, false])
  await desk.command('moderator', ticket, '.ticket reopen')
  expect([desk.sees(ticket, guest), desk.sees(ticket, potter)]).toEqual([true, true])
  expect(await desk.command('moderator', ticket, `.ticket remove <@${guest}>`)).toContain('was removed')
  expect(desk.overwrites(ticket).has(guest)).toBe(false)
  expect(await desk.command('moderator', ticket, `.ticket remove <@${harness.as('member1').userId}>`)).toContain(
    'opened this ticket',
  )
  expect(await desk.command('moderator', ticket, `.ticket remove <@${harness.botId}>`)).toContain('cannot be removed')
  expect(await desk.command('moderator', ticket, `.ticket add <@${harness.as('admin').userId}>`)).toContain('already')
  expect(desk.sees(ticket, harness.as('member1').userId)).toBe(true)
})

test('a role that the settings or the panel give access is not reported as added or removed', async () => {
  const named = (name: string) =>
    [...(harness.sandbox.context.world.guilds.get(harness.guildId)?.roles.values() ?? [])].find(
      role => role.name === name,
    )?.id ?? ''
  const [potter, regular] = [named('Potter'), named('Regular')]
  desk.panel({ support_roles: [potter], view_roles: [regular] })
  const ticket = await desk.open('member1')
  for (const role of [desk.teamRole, potter]) {
    expect(await desk.command('moderator', ticket, `.ticket remove <@&${role}>`)).toContain('stays')
    expect(await desk.command('moderator', ticket, `.ticket add <@&${role}>`)).toContain('already')
  }
  expect(desk.sees(ticket, desk.teamRole)).toBe(true)
  // A role that only reads may be added to write, and only reads again afterward.
  expect(await desk.command('moderator', ticket, `.ticket add <@&${regular}>`)).toContain('was added')
  expect(desk.writes(ticket, regular)).toBe(true)
  expect(await desk.command('moderator', ticket, `.ticket remove <@&${regular}>`)).toContain('can still see it')
  expect([desk.sees(ticket, regular), desk.writes(ticket, regular)]).toEqual([true, false])
  const { userId: guest } = harness.as('member3')
  await desk.command('moderator', ticket, `.ticket add <@${guest}>`)
  await harness.as('owner').rest('PUT', `/guilds/${harness.guildId}/members/${guest}/roles/${potter}`)
  const { client } = harness.product.services
  await until('the role to be theirs', () =>
    client.guilds.cache.get(harness.guildId)?.members.cache.get(guest)?.roles.cache.has(potter),
  )
  expect(await desk.command('moderator', ticket, `.ticket remove <@${guest}>`)).toContain(
    'can still see it through a role',
  )
})

test('somebody added to a closed ticket will see it once it is reopened, and the reply says so', async () => {
  const ticket = await desk.open('member1')
  const { userId: guest } = harness.as('member3')
  await desk.command('moderator', ticket, '.ticket close')
  const told = await desk.command('moderator', ticket, `.ticket add <@${guest}>`)
  expect(told).toContain('The ticket is closed: they will see it once it is open again.')
  expect(desk.sees(ticket, guest)).toBe(false)
  await desk.command('moderator', ticket, '.ticket reopen')
  expect(desk.sees(ticket, guest)).toBe(true)
})

test('access given in the channel by hand stays', async () => {
  const ticket = await desk.open('member1')
  const { userId: friend } = harness.as('member4')
  await harness.as('owner').rest('PUT', `/channels/${ticket.channelId}/permissions/${friend}`, {
    type: 1,
    allow: String(P.ViewChannel),
    deny: '0',
  })
  await until('it is known', () => {
    const channel = harness.product.services.client.channels.cache.get(ticket.channelId ?? '')
    return channel && 'permissionOverwrites' in channel && channel.permissionOverwrites.cache.has(friend)
  })
  await desk.command('moderator', ticket, '.ticket close')
  await desk.command('moderator', ticket, '.ticket reopen')
  expect(desk.sees(ticket, friend)).toBe(true)
})

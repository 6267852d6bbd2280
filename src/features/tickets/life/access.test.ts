// @module-tag long
import { OverwriteType, PermissionFlagsBits as P } from 'discord-api-types/v10'
import { beforeEach, expect, test } from 'vitest'
import { leaveGuild } from '#sandbox/world/members/departure.ts'
import { forgetUser } from '#kernel/guilds/forget.ts'
import type { Harness } from '#test/harness.ts'
import { serverPerTest } from '#test/server-per-test.ts'
import { createTicketDesk, type Desk } from '#test/tickets.ts'
import { until } from '#test/until.ts'
import { eventsOf, type Ticket } from './rows.ts'

let harness: Harness
let desk: Desk
const openServer = serverPerTest()
beforeEach(async () => {
  harness = await openServer()
  desk = createTicketDesk(harness)
})

const roleCalled = (name: string) => {
  const roles = harness.sandbox.context.world.guilds.get(harness.guildId)?.roles.values() ?? []
  return [...roles].find(one => one.name === name)?.id ?? ''
}
const settled = () =>
  until('everything to be done', () => {
    const { db } = harness.product.services
    return db.$client.prepare('SELECT count(*) AS n FROM ticket_duties').pluck().get() === 0
  })
async function close(ticket: Ticket): Promise<void> {
  await harness.as('owner').say(ticket.channelId ?? '', '.ticket close')
  await desk.reaches(ticket, 'closed')
  await settled()
}

test('roles added in the settings can see existing tickets, open or closed, and removed ones cannot', async () => {
  const open = await desk.open('member1')
  const closed = await desk.open('member3')
  await close(closed)
  const [team, reader] = [roleCalled('Regular'), roleCalled('Keeper')]
  const guild = harness.product.services.client.guilds.cache.get(harness.guildId)
  const byHand = harness.as('admin').userId
  const channel = guild?.channels.cache.get(open.channelId ?? '')
  if (!channel || channel.isThread() || !('permissionOverwrites' in channel)) throw new Error('no channel')
  await channel.permissionOverwrites.create(byHand, { ViewChannel: true }, { type: OverwriteType.Member })
  desk.configure({ supportTeamRole: team, additionalRoles: [{ id: reader, name: 'Keeper' }] })
  for (const ticket of [open, closed]) {
    await until('the change to arrive', () => desk.sees(ticket, team) && desk.sees(ticket, reader))
    expect(desk.overwrites(ticket).has(desk.teamRole)).toBe(false)
  }
  desk.configure({ supportTeamRole: null, additionalRoles: [] })
  for (const ticket of [open, closed])
    await until(
      'the change to arrive',
      () => !desk.overwrites(ticket).has(team) && !desk.overwrites(ticket).has(reader),
    )
  expect([desk.sees(open, byHand), desk.sees(open, harness.as('member1').userId)]).toEqual([true, true])
})

test('roles added to a panel can see its existing tickets, and removed ones cannot', async () => {
  const [team, reader] = [roleCalled('Regular'), roleCalled('Keeper')]
  const ticket = await desk.open('member1')
  const owner = await harness.signIn('owner')
  const save = async (change: object) => {
    const path = `/api/guild/${harness.guildId}/tickets/panels`
    const basics = { id: 'help', title: 'Help', channel_id: harness.channel('general') }
    expect(await owner.call('POST', path, { ...basics, ...change })).toMatchObject({ status: 200 })
  }
  await save({ support_roles: [team], view_roles: [reader], support_team_view: false })
  await until('the change to arrive', () => desk.sees(ticket, team) && desk.sees(ticket, reader))
  expect(desk.overwrites(ticket).has(desk.teamRole)).toBe(false)
  await save({ support_roles: [], view_roles: [team] })
  await until('the change to arrive', () => !desk.overwrites(ticket).has(reader))
  expect((desk.overwrites(ticket).get(team)?.deny ?? 0n) & P.SendMessages).toBe(P.SendMessages)
  expect((await owner.call('DELETE', `/api/guild/${harness.guildId}/tickets/panels/help`)).status).toBe(200)
  // Deleting the panel gives nobody else access to its tickets.
  desk.configure({ additionalRoles: [{ id: reader, name: 'Keeper' }] })
  await harness.product.services.scheduler.tick()
  expect([...desk.overwrites(ticket).keys()]).toEqual(expect.arrayContaining([team]))
  expect([desk.overwrites(ticket).has(desk.teamRole), desk.overwrites(ticket).has(reader)]).toEqual([false, false])
})

const released = (ticket: Ticket) => until('it to be given back', () => desk.now(ticket).claimedById === null)

test.each(['loses the role', 'leaves', 'is of the team no more', 'left while the bot was away'])(
  'whoever claimed a ticket and %s has it no more: the team sees it again, and is told',
  async how => {
    desk.panel({ claim_visibility: 'hidden' })
    const ticket = await desk.open('member1')
    const { userId } = harness.as('moderator')
    await desk.press('moderator', ticket, 'Claim')
    await until('the claim', () => desk.isKeptOut(ticket, desk.teamRole) && desk.sees(ticket, userId))
    await settled()
    const { context } = harness.sandbox
    if (how === 'loses the role')
      await harness.as('owner').rest('DELETE', `/guilds/${harness.guildId}/members/${userId}/roles/${desk.teamRole}`)
    else if (how === 'leaves') leaveGuild(context, userId, harness.guildId)
    else if (how === 'is of the team no more') desk.configure({ supportTeamRole: null })
    else {
      await harness.product.close()
      leaveGuild(context, userId, harness.guildId)
      await harness.restart()
    }
    await released(ticket)
    await until('the team to be told', () =>
      desk.said(ticket).some(text => text.includes('Nobody has this ticket now')),
    )
    await settled()
    expect(desk.overwrites(ticket).has(userId)).toBe(false)
    expect([desk.sees(ticket, desk.teamRole), desk.isKeptOut(ticket, desk.teamRole)]).toEqual([
      how !== 'is of the team no more',
      false,
    ])
    expect(eventsOf(harness.product.services, harness.guildId, ticket.id).at(-1)).toMatchObject({
      kind: 'released',
      byId: null,
    })
  },
)

test('a member who gets another role, or is on the team by another one, keeps their claims', async () => {
  const ticket = await desk.open('member1')
  const { userId } = harness.as('moderator')
  const other = roleCalled('Regular')
  desk.panel({ support_roles: [other] })
  await desk.press('moderator', ticket, 'Claim')
  await until('the claim', () => desk.now(ticket).claimedById === userId)
  const role = (method: string, id: string) =>
    harness.as('owner').rest(method, `/guilds/${harness.guildId}/members/${userId}/roles/${id}`)
  await role('PUT', other)
  await role('DELETE', desk.teamRole)
  const member = () => harness.product.services.client.guilds.cache.get(harness.guildId)?.members.cache.get(userId)
  await until('the change to be known', () => member()?.roles.cache.has(desk.teamRole) === false)
  await settled()
  expect(desk.now(ticket).claimedById).toBe(userId)
  await role('DELETE', other)
  await released(ticket)
})

test('a member who asked to be forgotten can no longer see their ticket when it closes', async () => {
  const ticket = await desk.open('member1')
  const { userId } = harness.as('member1')
  forgetUser(harness.product.services, userId)
  expect(desk.now(ticket).openerId).toBeNull()
  await close(ticket)
  expect(desk.overwrites(ticket).has(userId)).toBe(false)
  expect([desk.sees(ticket, harness.botId), desk.sees(ticket, desk.teamRole)]).toEqual([true, true])
})

test('the ticket of a member who left while the bot was offline closes if its panel says so', async () => {
  desk.configure({ autoCloseInactive: false })
  desk.panel({ max_duration: 0, close_on_leave: true })
  const gone = await desk.open('member1')
  const present = await desk.open('member3')
  const { userId } = harness.as('member1')
  await harness.product.close()
  leaveGuild(harness.sandbox.context, userId, harness.guildId)
  await harness.restart()
  await desk.reaches(gone, 'closed')
  await settled()
  expect(desk.now(present).state).toBe('open')
})

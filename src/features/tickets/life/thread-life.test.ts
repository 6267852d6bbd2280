// @module-tag long
import { GatewayDispatchEvents } from 'discord-api-types/v10'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { joinGuild } from '#sandbox/world/members/join.ts'
import { leaveGuild } from '#sandbox/world/members/departure.ts'
import { createHarness, type Harness } from '#test/harness.ts'
import { textOf } from '#test/member.ts'
import { controlsOn, createTickets, type Tickets } from '#test/ticket-panels.ts'
import { until } from '#test/until.ts'
import { closeTicket } from './close.ts'
import { ticketOf } from './rows.ts'

/** What is special about tickets that are threads: people are added one by one, and Discord archives them. */
let harness: Harness
let desk: Tickets
let team: string
beforeAll(async () => {
  harness = await createHarness()
  desk = await createTickets(harness)
  await desk.atOnce()
  team = desk.roleCalled('Moderator')
  await desk.general({ supportTeamRoles: team })
  await desk.limits({ maxTicketsPerUser: 20, userLimits: { default: 20, premium: 20, vip: 20 } })
})
afterAll(() => harness.close())

const world = () => harness.sandbox.context.world
const id = (login: string) => harness.as(login).userId
const isIn = (thread: string, login: string) => world().channels.get(thread)?.threadMembers.has(id(login)) === true
const rowOf = (thread: string) =>
  desk.rows<{ id: number; state: string; claimedById: string | null }>(
    `select id, state, claimed_by_id as claimedById from tickets where channel_id = '${thread}'`,
  )[0]
const inState = (thread: string, state: string) => until(`it to be ${state}`, () => rowOf(thread)?.state === state)

/** Holds back Discord's events of one kind until they are released. */
async function withheld(
  type: GatewayDispatchEvents,
  work: (late: { tell(most?: number): void }) => Promise<void>,
): Promise<void> {
  const { context } = harness.sandbox
  const { emit } = context
  const late: Parameters<typeof emit>[0][] = []
  context.emit = dispatch => {
    if (dispatch.type === type) late.push(structuredClone(dispatch))
    else emit(dispatch)
  }
  try {
    await work({ tell: most => late.splice(0, most ?? late.length).forEach(dispatch => emit(dispatch)) })
  } finally {
    context.emit = emit
  }
}

async function thread(change: Record<string, unknown> = {}): Promise<string> {
  const message = await desk.deploy(await desk.panel({ kind: 'thread', ...change }))
  await desk.told('member1', () => harness.as('member1').press(message, controlsOn(message)[0] ?? ''))
  return until('the team in a ticket', async () => {
    const found = (await desk.channels()).at(-1)
    return found !== undefined && isIn(found, 'moderator') && found
  })
}

async function command(login: string, at: string, text: string): Promise<string> {
  const said = await harness.as(login).say(at, text)
  const answer = await until(`an answer to ${text}`, () =>
    harness.messages(at).find(one => one.message_reference?.message_id === said.id),
  )
  return textOf(answer)
}

test('a member who releases or transfers a ticket stays in its thread', async () => {
  const at = await thread()
  await command('moderator', at, '.ticket claim')
  await command('moderator', at, '.ticket release')
  expect([rowOf(at)?.claimedById, isIn(at, 'moderator')]).toEqual([null, true])
  await command('moderator', at, '.ticket claim')
  await command('owner', at, `.ticket transfer <@${id('owner')}>`)
  expect([rowOf(at)?.claimedById, isIn(at, 'moderator')]).toEqual([id('owner'), true])
})

test('nobody can be removed from a thread who is not in it', async () => {
  const at = await thread()
  // From the dashboard, since a mention in the thread would add the person to it.
  const path = desk.under(`/ticket/${rowOf(at)?.id}/people/${id('member3')}`)
  expect(await desk.owner.call('DELETE', path)).toMatchObject({ status: 409, body: { code: 'tickets.not-in' } })
  await harness.as('owner').rest('PUT', `/channels/${at}/thread-members/${id('member3')}`)
  expect(await command('moderator', at, `.ticket remove <@${id('member3')}>`)).toContain('was removed')
  expect(isIn(at, 'member3')).toBe(false)
})

test('a thread whose deletion event has not arrived yet is reported as gone once', async () => {
  const at = await thread()
  const { services } = harness.product
  const ticket = ticketOf(services, harness.guildId, rowOf(at)?.id ?? 0)
  if (!ticket) throw new Error('no ticket')
  await withheld(GatewayDispatchEvents.ThreadDelete, async late => {
    await harness.as('owner').rest('DELETE', `/channels/${at}`)
    expect(await closeTicket(services, ticket, { by: null })).toEqual([
      'That channel no longer exists.',
      'I could not read the whole channel, so this is what I recorded before.',
    ])
    late.tell()
    await harness.heard()
  })
})

test('a person who joins the team while a ticket is closed is in its thread once it is reopened', async () => {
  const at = await thread()
  await command('moderator', at, '.ticket close')
  await inState(at, 'closed')
  const roles = world().guilds.get(harness.guildId)?.members.get(id('member5'))?.roles ?? []
  await harness.as('owner').rest('PATCH', `/guilds/${harness.guildId}/members/${id('member5')}`, {
    roles: [...roles, team],
  })
  await harness.as('owner').say(at, 'once more')
  expect(isIn(at, 'member5')).toBe(false)
  await command('moderator', at, '.ticket reopen')
  await until('them to be in', () => isIn(at, 'member5') && isIn(at, 'member1'))
})

test('openers and guests who return to the server are in the threads of their open tickets again', async () => {
  const at = await thread({ close_on_leave: false })
  const ended = await thread({ close_on_leave: false })
  for (const one of [at, ended]) await command('moderator', one, `.ticket add <@${id('member3')}>`)
  await command('moderator', ended, '.ticket close')
  await inState(ended, 'closed')
  for (const login of ['member1', 'member3', 'member4']) {
    leaveGuild(harness.sandbox.context, id(login), harness.guildId)
    joinGuild(harness.sandbox.context, id(login), harness.guildId)
  }
  await until('them to be in', () => isIn(at, 'member1') && isIn(at, 'member3'))
  expect([isIn(at, 'member4'), isIn(ended, 'member1'), isIn(ended, 'member3')]).toEqual([false, false, false])
})

test('a thread is locked and unlocked by its state in Discord, not by the events so far', async () => {
  const at = await thread()
  const isLocked = () => {
    const held = world().channels.get(at)?.channel
    return held && 'thread_metadata' in held ? held.thread_metadata?.locked : undefined
  }
  await withheld(GatewayDispatchEvents.ThreadUpdate, async late => {
    await desk.owner.call('POST', desk.under(`/ticket/${rowOf(at)?.id}/close`), {})
    await inState(at, 'closed')
    await until('it to be locked', isLocked)
    await desk.owner.call('POST', desk.under(`/ticket/${rowOf(at)?.id}/reopen`), {})
    await inState(at, 'open')
    await until('it to be opened', () => isLocked() === false)
    // The event about the locking arrives only now, and none about the unlocking yet.
    late.tell(1)
    await harness.heard()
    await desk.owner.call('POST', desk.under(`/ticket/${rowOf(at)?.id}/close`), {})
    await inState(at, 'closed')
    await until('it to be locked again', isLocked)
    expect(rowOf(at)?.state).toBe('closed')
  })
})

test('a thread that Discord has archived is renamed from the dashboard, open or closed', async () => {
  const at = await thread()
  const archive = async () => {
    await harness.as('owner').rest('PATCH', `/channels/${at}`, { archived: true })
    await harness.heard()
  }
  const rename = (name: string) => desk.owner.call('POST', desk.under(`/ticket/${rowOf(at)?.id}/rename`), { name })
  const name = () => world().channels.get(at)?.channel.name
  await archive()
  expect([(await rename('First')).status, name()]).toEqual([200, 'First'])
  await command('moderator', at, '.ticket close')
  await inState(at, 'closed')
  await archive()
  expect([(await rename('Second')).status, name()]).toEqual([200, 'Second'])
})

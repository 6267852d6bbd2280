// @module-tag long
import { GatewayDispatchEvents } from 'discord-api-types/v10'
import { beforeEach, expect, test } from 'vitest'
import type { Harness } from '#test/harness.ts'
import { textOf } from '#test/member.ts'
import { serverPerTest } from '#test/server-per-test.ts'
import { controlsOn, createTickets, type Tickets } from '#test/ticket-panels.ts'
import { until } from '#test/until.ts'

let harness: Harness
let desk: Tickets
let team: string
let others: string
const openServer = serverPerTest()
beforeEach(async () => {
  harness = await openServer()
  desk = await createTickets(harness)
  await desk.atOnce()
  team = desk.roleCalled('Moderator')
  others = desk.roleCalled('Keeper')
  await desk.general({ supportTeamRoles: team })
})

const world = () => harness.sandbox.context.world
const rolesOf = (login: string) =>
  world().guilds.get(harness.guildId)?.members.get(harness.as(login).userId)?.roles ?? []
const setRoles = (login: string, roles: readonly string[]) =>
  harness
    .as('owner')
    .rest('PATCH', `/guilds/${harness.guildId}/members/${harness.as(login).userId}`, { roles: [...roles] })
const isIn = (thread: string, login: string) =>
  world().channels.get(thread)?.threadMembers.has(harness.as(login).userId) === true

/** Opens a ticket of member1 that is a thread, with the team in it. @returns its channel */
async function thread(): Promise<string> {
  const message = await desk.deploy(await desk.panel({ kind: 'thread' }))
  const [press = ''] = controlsOn(message)
  await desk.told('member1', () => harness.as('member1').press(message, press))
  return until('the team in a ticket', async () => {
    const [id] = await desk.channels()
    return id !== undefined && isIn(id, 'moderator') && id
  })
}

/** Adds somebody by command. Discord adds people mentioned in a thread itself, before the bot does. */
async function addTo(thread: string, login: string): Promise<void> {
  const asked = await harness.as('moderator').say(thread, `.ticket add <@${harness.as(login).userId}>`)
  expect(textOf(await harness.answerTo(asked))).toContain('added')
  expect(isIn(thread, login)).toBe(true)
}

const known = () => harness.product.services.client.guilds.cache.get(harness.guildId)?.members.cache

test.each([
  ['known', () => undefined],
  ['not known any more', () => known()?.delete(harness.as('moderator').userId)],
])('whoever leaves the team leaves its threads, where their roles were %s', async (_how, forget) => {
  const id = await thread()
  forget()
  await setRoles(
    'moderator',
    rolesOf('moderator').filter(role => role !== team),
  )
  await until('them to be out', () => !isIn(id, 'moderator'))
  expect(isIn(id, 'member1')).toBe(true)
})

test('people added to a ticket, or to its thread by hand, stay whatever roles they lose', async () => {
  await setRoles('member2', [...rolesOf('member2'), team])
  await setRoles('member3', [...rolesOf('member3'), others])
  const id = await thread()
  await harness.as('owner').rest('PUT', `/channels/${id}/thread-members/${harness.as('member3').userId}`)
  await setRoles(
    'member2',
    rolesOf('member2').filter(role => role !== team),
  )
  await until('them to be out', () => !isIn(id, 'member2'))
  await addTo(id, 'member2')
  await setRoles('member2', [...rolesOf('member2'), team])
  await setRoles(
    'member2',
    rolesOf('member2').filter(role => role !== team),
  )
  await setRoles(
    'member3',
    rolesOf('member3').filter(role => role !== others),
  )
  await setRoles(
    'moderator',
    rolesOf('moderator').filter(role => role !== team),
  )
  await until('the last of them to be out', () => !isIn(id, 'moderator'))
  expect(['member1', 'member2', 'member3'].filter(login => !isIn(id, login))).toEqual([])
})

test('a person added back to a thread by hand stays, even if the entry about their lost role comes later', async () => {
  const id = await thread()
  await harness.answerTo(await harness.as('moderator').say(id, '.ticket claim'))
  const { context } = harness.sandbox
  const tell = context.emit
  const late: Parameters<typeof tell>[0][] = []
  context.emit = dispatch => {
    if (dispatch.type === GatewayDispatchEvents.GuildAuditLogEntryCreate) late.push(dispatch)
    else tell(dispatch)
  }
  await setRoles(
    'moderator',
    rolesOf('moderator').filter(role => role !== team),
  )
  await until('their claim to end', () => harness.messages(id).some(one => textOf(one).includes('Nobody has this')))
  const put = () => harness.as('owner').rest('PUT', `/channels/${id}/thread-members/${harness.as('moderator').userId}`)
  await put()
  context.emit = tell
  for (const dispatch of late) tell(dispatch)
  await harness.heard()
  await harness.answerTo(await harness.as('owner').say(id, '.ticket claim'))
  expect(isIn(id, 'moderator')).toBe(true)
})

test.each(['open', 'closed'])('a new team replaces the former one in its %s threads', async state => {
  await setRoles('member2', [...rolesOf('member2'), others])
  const id = await thread()
  if (state === 'closed') {
    await harness.as('moderator').say(id, '.ticket close')
    await until('it to be closed', () => desk.rows("SELECT id FROM tickets WHERE state = 'closed'").length === 1)
  }
  await desk.general({ supportTeamRoles: others })
  await until('the new team', () => isIn(id, 'member2'))
  await until('the former team to be out', () => !isIn(id, 'moderator'))
  expect(isIn(id, 'member1')).toBe(state === 'open')
})

test.each([
  ['known', () => undefined],
  ['not known any more', () => known()?.delete(harness.as('member2').userId)],
])('whoever joins the team later is brought into its open threads, where their roles were %s', async (_how, forget) => {
  const id = await thread()
  expect(isIn(id, 'member2')).toBe(false)
  forget()
  await setRoles('member2', [...rolesOf('member2'), team])
  await until('them to be in', () => isIn(id, 'member2'))
  // Members who only read tickets could write in a thread, and other roles have nothing to do with it.
  await setRoles('member3', [...rolesOf('member3'), others])
  await setRoles('member4', [...rolesOf('member4'), team])
  await until('the next one to be in', () => isIn(id, 'member4'))
  expect(isIn(id, 'member3')).toBe(false)
})

test('a member who left a thread of their own accord is not brought back by a second team role', async () => {
  const message = await desk.deploy(await desk.panel({ kind: 'thread', title: 'Both', support_roles: [others] }))
  const [press = ''] = controlsOn(message)
  await desk.told('member1', () => harness.as('member1').press(message, press))
  const id = await until('the team in a ticket', async () => {
    const [found] = await desk.channels()
    return found !== undefined && isIn(found, 'moderator') && found
  })
  await harness.as('owner').rest('DELETE', `/channels/${id}/thread-members/${harness.as('moderator').userId}`)
  await setRoles('moderator', [...rolesOf('moderator'), others])
  await setRoles('member4', [...rolesOf('member4'), others])
  await until('the one who is new in the team', () => isIn(id, 'member4'))
  expect(isIn(id, 'moderator')).toBe(false)
})

test('deleting the team’s role removes its members from the threads; people added by command stay', async () => {
  const id = await thread()
  await addTo(id, 'member3')
  await harness.as('owner').rest('DELETE', `/guilds/${harness.guildId}/roles/${team}`)
  await until('them to be out', () => !isIn(id, 'moderator'))
  expect(['member1', 'member3'].filter(login => !isIn(id, login))).toEqual([])
})

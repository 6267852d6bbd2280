// @module-tag long
import { AuditLogEvent, PermissionFlagsBits } from 'discord.js'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { joinGuild } from '#sandbox/world/members/join.ts'
import { type GuardedServer, guardedServer, whileAllowed } from '#test/antinuke.ts'
import { until } from '#test/until.ts'
import { alarm } from '../alarms/alarm.ts'
import { lastToTouch, noteEntry } from '../tamper/entries.ts'
import { givenBypass, noteBypass, noteBypassGained } from './bypass.ts'
import { couldDo, currentPowers, isFreshlyRead, lookUp, powersChange, rosterOf } from './roster.ts'

/** What happened while the process's clock was ahead must not count as recent once the clock is right. */
const aheadMs = 30 * 86_400_000
let ahead = 0
let server: GuardedServer
beforeEach(async () => {
  ahead = 0
  server = await guardedServer({ autoRecovery: false, punishment: 'TIMEOUT' }, { now: () => Date.now() + ahead })
})
afterEach(() => server.app.close())

const owner = () => server.app.as('owner')
const services = () => server.app.product.services

test('roles that people give to somebody who rejoined without them stay', async () => {
  const rogue = await server.hire('Admin')
  await whileAllowed((await server.make('channels', 6)).map(id => () => rogue.rest('DELETE', `/channels/${id}`)))
  await server.settled()
  expect(server.rolesOf(rogue.userId)).toEqual([])
  await rogue.rest('DELETE', `/users/@me/guilds/${server.guildId}`)
  await server.caughtUp()
  ahead = aheadMs
  joinGuild(server.app.sandbox.context, rogue.userId, server.guildId)
  await server.caughtUp()
  ahead = 0
  const admin = server.role('Admin')
  await owner().rest('PUT', `/guilds/${server.guildId}/members/${rogue.userId}/roles/${admin}`)
  await until('the bot to know', () => rosterOf(services(), server.guildId).people.has(rogue.userId))
  await server.caughtUp()
  expect(server.rolesOf(rogue.userId)).toEqual([admin])
})

test('somebody who was timed out at that time is a member, and obeyed once they have their roles again', async () => {
  const { access, client } = services()
  const rogue = await server.hire('Admin')
  const rooms = await server.make('channels', 6)
  await server.caughtUp()
  // An object that young is nobody's loss.
  server.app.sandbox.advance(60_000)
  // A machine whose clock was set to local time.
  ahead = 14 * 3_600_000
  await whileAllowed(rooms.map(id => () => rogue.rest('DELETE', `/channels/${id}`)))
  await server.settled()
  expect(server.isMember(rogue.userId)).toBe(true)
  const guild = await client.guilds.fetch(server.guildId)
  expect(access.suspension(guild, rogue.userId)).toContain('incident 1')
  ahead = 0
  await owner().rest('PUT', `/guilds/${server.guildId}/members/${rogue.userId}/roles/${server.role('Admin')}`)
  await until('the bot to know', () => guild.members.cache.get(rogue.userId)?.roles.cache.has(server.role('Admin')))
  expect(access.suspension(guild, rogue.userId)).toBeUndefined()
})

test('somebody who was stopped at that time is held back for as long as a timeout, and no longer', async () => {
  const { access, client } = services()
  const rogue = await server.hire('Admin')
  const rooms = await server.make('channels', 6)
  await server.caughtUp()
  server.app.sandbox.advance(60_000)
  const days = 86_400_000
  ahead = 20 * days
  await whileAllowed(rooms.map(id => () => rogue.rest('DELETE', `/channels/${id}`)))
  await server.settled()
  const guild = await client.guilds.fetch(server.guildId)
  const suspension = () => access.suspension(guild, rogue.userId)
  const pass = async (ms: number) => {
    ahead += ms
    server.app.sandbox.advance(ms)
    await client.rest.get('/gateway')
  }
  // Set right, plus one small correction, as clocks are.
  ahead = 0
  await pass(10 * days)
  ahead -= 900
  await pass(17 * days - 60_000)
  expect(suspension()).toContain('incident 1')
  await pass(120_000)
  expect(suspension()).toBeUndefined()
})

test('the owner is told about an alarm', async () => {
  const what = { title: 'Look', text: 'Something is wrong.', ownerKey: 'test' }
  ahead = aheadMs
  expect(await alarm(services(), server.guildId, what)).toMatchObject({ owner: true })
  ahead = 0
  expect(await alarm(services(), server.guildId, what)).toMatchObject({ owner: true })
  expect(await alarm(services(), server.guildId, what)).toMatchObject({ owner: false })
})

test('nobody is named for what they touched at that time, nor believed able to do what they could do then', async () => {
  ahead = aheadMs
  const { userId } = await server.hire('Admin')
  const entry = { action: AuditLogEvent.ChannelDelete, executorId: userId, targetId: '7' }
  noteEntry(services(), server.guildId, entry)
  expect(lastToTouch(services(), server.guildId, ['7'])).toBe(userId)
  powersChange(services(), server.guildId)
  const person = rosterOf(services(), server.guildId).people.get(userId)
  const powers = currentPowers(services(), server.guildId)
  if (!person || !powers) throw new Error('nobody knows them')
  const could = () => couldDo(powers, { ...person, roles: [] }, PermissionFlagsBits.Administrator, services().now())
  expect(could()).toBe(true)
  ahead = 0
  expect(could()).toBe(false)
  expect(lastToTouch(services(), server.guildId, ['7'])).toBeNull()
})

test('somebody who was looked up at that time is asked about again, and was read long ago', async () => {
  const { userId } = server.app.as('rogue')
  const path = `/guilds/${server.guildId}/members/${userId}`
  const asked = () => server.app.sandbox.requests().filter(one => one.path === path).length
  const look = () => lookUp(services(), server.guildId, userId)
  ahead = aheadMs
  const before = asked()
  const [person] = [await look(), await look()]
  if (!person) throw new Error('nobody knows them')
  const read = { ...person, readAt: services().now() }
  expect([asked() - before, isFreshlyRead(services(), read)]).toEqual([1, true])
  ahead = 0
  expect(isFreshlyRead(services(), read)).toBe(false)
  await look()
  expect(asked() - before).toBe(2)
})

test('somebody who was given the bypass role at that time and received it again has it from nobody who may give it', () => {
  const { userId } = server.app.as('rogue')
  const roleId = '7'
  ahead = aheadMs
  noteBypass(services(), server.guildId, userId, { roleId, at: services().now(), isRightful: true })
  ahead = 0
  expect(givenBypass(services(), server.guildId, userId)).toBeUndefined()
  noteBypassGained(services(), server.guildId, userId, roleId)
  expect(givenBypass(services(), server.guildId, userId)).toBe(roleId)
})

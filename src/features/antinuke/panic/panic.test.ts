// @module-tag long
import { PermissionFlagsBits as P } from 'discord.js'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type GuardedServer, guardedServer } from '#test/antinuke.ts'
import { textOf } from '#test/member.ts'
import { until } from '#test/until.ts'
import { panicState } from './panic.ts'
import { panicRows } from './store.ts'

let clock: number
let server: GuardedServer
beforeEach(async () => {
  clock = Date.now()
  server = await guardedServer({}, { now: () => clock })
})
afterEach(() => server.app.close())

const hour = 60 * 60_000
const services = () => server.app.product.services
const owner = () => server.app.as('owner')
const general = () => server.app.channel('general')
const say = async (login: string, text: string) =>
  textOf(await server.app.answerTo(await server.app.as(login).say(general(), text)))
const stateIs = (state: string) => until(`panic to be ${state}`, () => panicState(services(), server.guildId) === state)

/** All that panic touches, as Discord has it. */
function shape() {
  const { channels } = server.app.sandbox.context.world
  const overwrites = [...server.world().channelIds].toSorted().map(id => {
    const channel = channels.get(id)?.channel
    const all = channel && 'permission_overwrites' in channel ? (channel.permission_overwrites ?? []) : []
    return [id, all.map(one => `${one.id} ${one.allow} ${one.deny}`).toSorted()] as const
  })
  const roles = [...server.world().roles.values()].map(({ id, permissions }) => [id, permissions] as const)
  return {
    overwrites: new Map(overwrites),
    roles: new Map(roles),
    incidents: server.world().guild.incidents_data ?? null,
  }
}
const everyoneIn = (channelId: string) => {
  const channel = server.app.sandbox.context.world.channels.get(channelId)?.channel
  const all = channel && 'permission_overwrites' in channel ? (channel.permission_overwrites ?? []) : []
  return all.find(({ id }) => id === server.guildId)
}
/** Whether a role is below the bot's, and is not the bot's. */
const isBelow = (id: string) => {
  const { roles } = server.world()
  return (roles.get(id)?.position ?? 0) < (roles.get(server.role('Palisade'))?.position ?? 0)
}
const bitsOf = (role: string) => BigInt(server.world().roles.get(server.role(role))?.permissions ?? '0')

test('panic says that it does not end by itself, whatever time is typed', async () => {
  for (const [reason, kept] of [
    ['10m', ''],
    ['for 10 minutes', ''],
    ['stop the raid 10m', ': stop the raid 10m'],
    ['it is over 9000 bots', ': it is over 9000 bots'],
  ] as const) {
    const told = await say('owner', `.antinuke panic ${reason}`)
    expect(told).toContain('Locking the server down')
    expect(told.includes('It does not end by itself')).toBe(!reason.endsWith('bots'))
    await stateIs('on')
    const given = server.world().auditLog.map(entry => entry.reason ?? '')
    expect(given.some(each => each.startsWith('Panic by') && each.endsWith(`)${kept}`))).toBe(true)
    expect(given.some(each => each.endsWith(': 10m') || each.endsWith(': for 10 minutes'))).toBe(false)
    await say('owner', '.antinuke panic off')
    await stateIs('off')
  }
})

test('everything is locked down, and opens exactly as it was', async () => {
  const before = shape()
  expect(await say('owner', '.antinuke panic somebody has an account')).toContain('Locking the server down')
  await stateIs('on')
  expect(BigInt(everyoneIn(general())?.deny ?? '0') & P.SendMessages).toBe(P.SendMessages)
  const { roles } = shape()
  const had = [...before.roles].filter(([id, bits]) => (BigInt(bits) & P.BanMembers) !== 0n && isBelow(id))
  expect(had.length).toBeGreaterThan(0)
  for (const [id] of had) expect(BigInt(roles.get(id) ?? '0') & P.BanMembers).toBe(0n)
  // The bot is no administrator here: what it cannot give back stays, and is reported.
  expect(bitsOf('Admin') & P.Administrator).toBe(P.Administrator)
  const told = panicRows(services(), server.guildId).find(({ objectId }) => objectId === server.role('Admin'))
  expect(told?.problem).toContain('It keeps Administrator')
  expect(server.world().guild.incidents_data).toMatchObject({
    invites_disabled_until: expect.any(String),
    dms_disabled_until: expect.any(String),
  })
  expect(await say('owner', '.antinuke panic')).toContain('Panic is already on')
  // The bot itself still answers and acts.
  expect(await say('owner', '.antinuke panic off')).toContain('Opening the server')
  await stateIs('off')
  expect(shape()).toEqual(before)
  expect(server.app.sandbox.violations()).toEqual([])
})

test('what others change in the meantime is kept', async () => {
  const before = shape()
  await say('owner', '.antinuke panic')
  await stateIs('on')
  const deny = String(P.AddReactions)
  await owner().rest('PUT', `/channels/${general()}/permissions/${server.guildId}`, { type: 0, allow: '0', deny })
  const admin = server.role('Admin')
  const more = String(bitsOf('Admin') | P.ManageEmojisAndStickers)
  await owner().rest('PATCH', `/guilds/${server.guildId}/roles/${admin}`, { permissions: more })
  await server.caughtUp()
  await say('owner', '.antinuke panic off')
  await stateIs('off')
  expect(everyoneIn(general())).toMatchObject({ allow: '0', deny })
  expect(bitsOf('Admin')).toBe(BigInt(before.roles.get(admin) ?? '0') | P.ManageEmojisAndStickers)
})

test('roles that an extra owner or a whitelisted person holds keep their power', async () => {
  const trusted = await server.hire('Admin')
  server.set({ whitelist: [trusted.userId] })
  const before = bitsOf('Admin')
  await say('owner', '.antinuke panic')
  await stateIs('on')
  expect(bitsOf('Admin')).toBe(before)
})

test('invites and direct messages stay paused for as long as it goes on, and not a day longer', async () => {
  await say('owner', '.antinuke panic')
  await stateIs('on')
  const pausedUntil = () => Date.parse(server.world().guild.incidents_data?.dms_disabled_until ?? '')
  const first = pausedUntil()
  clock += 21 * hour
  server.app.sandbox.advance(21 * hour)
  await services().scheduler.tick()
  await until('another day', () => pausedUntil() > first)
  await say('owner', '.antinuke panic off')
  await stateIs('off')
  expect(server.world().guild.incidents_data?.dms_disabled_until ?? null).toBeNull()
})

test('with a clock that is ahead, an earlier pause still lasts until its own end afterwards', async () => {
  const dmsUntil = () => Date.parse(server.world().guild.incidents_data?.dms_disabled_until ?? '')
  const before = server.app.sandbox.context.now() + 3 * hour
  await owner().rest('PUT', `/guilds/${server.guildId}/incident-actions`, {
    dms_disabled_until: new Date(before).toISOString(),
  })
  clock += 14 * hour
  await say('owner', '.antinuke panic')
  await stateIs('on')
  const paused = dmsUntil() - server.app.sandbox.context.now()
  expect(paused).toBeGreaterThan(20 * hour)
  expect(paused).toBeLessThanOrEqual(24 * hour)
  await say('owner', '.antinuke panic off')
  await stateIs('off')
  expect(Math.abs(dmsUntil() - before)).toBeLessThan(2000)
})

test('what Discord refuses is reported, and does not hold up the rest', async () => {
  const bot = server.role('Palisade')
  const less = bitsOf('Palisade') & ~(P.Administrator | P.ManageGuild)
  await owner().rest('PATCH', `/guilds/${server.guildId}/roles/${bot}`, { permissions: String(less) })
  await server.caughtUp()
  const before = shape()
  const page = await server.app.signIn('owner')
  const path = `/api/guild/${server.guildId}/antinuke/panic`
  expect(await page.call('POST', path, { reason: 'a test' })).toMatchObject({
    status: 200,
    body: { state: 'starting' },
  })
  await stateIs('on')
  expect(await page.call('GET', path)).toMatchObject({
    body: { refused: expect.arrayContaining([expect.objectContaining({ name: 'Invites and direct messages' })]) },
  })
  expect(await page.call('POST', `${path}/end`, {})).toMatchObject({ status: 200, body: { state: 'ending' } })
  await stateIs('off')
  expect(panicRows(services(), server.guildId)).toEqual([])
  expect(shape()).toEqual(before)
})

test('even if ended while it is under way, and across a restart, everything opens again', async () => {
  const before = shape()
  const page = await server.app.signIn('owner')
  const path = `/api/guild/${server.guildId}/antinuke/panic`
  expect(await page.call('POST', path, {})).toMatchObject({ status: 200 })
  await until('something to be locked', () => panicRows(services(), server.guildId).length > 2)
  await server.app.restart()
  await until('it to go on', () => panicRows(services(), server.guildId).length > 6)
  const again = await server.app.signIn('owner')
  expect(await again.call('POST', `${path}/end`, {})).toMatchObject({ status: 200 })
  await stateIs('off')
  expect(shape()).toEqual(before)
})

test('people who may only look cannot lock anything down', async () => {
  server.set({ whitelist: [server.app.as('member2').userId] })
  const viewer = await server.app.signIn('member2')
  const path = `/api/guild/${server.guildId}/antinuke/panic`
  expect(await viewer.call('GET', path)).toMatchObject({ status: 200, body: { state: 'off' } })
  expect((await viewer.call('POST', path, {})).status).toBe(403)
  expect(panicState(services(), server.guildId)).toBe('off')
})

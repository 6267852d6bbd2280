// @module-tag long
import type { APIMessage } from 'discord-api-types/v10'
import { beforeEach, expect, test } from 'vitest'
import type { Harness } from '#test/harness.ts'
import { textOf } from '#test/member.ts'
import { serverPerTest } from '#test/server-per-test.ts'
import { until } from '#test/until.ts'
import type { Visitor } from '#test/visitor.ts'
import antinuke from '../contract.ts'
import { listAlarms } from './alarms.ts'

let app: Harness
let clock = Date.now()
let owner: Visitor
let extra: Visitor
let second: Visitor
/** `member1` and `member2` are extra owners; alarms are posted in #general. */
const openServer = serverPerTest({ now: () => clock })
beforeEach(async () => {
  app = await openServer()
  ;[owner, extra, second] = await Promise.all([app.signIn('owner'), app.signIn('member1'), app.signIn('member2')])
  save({ enabled: true, extraOwners: [idOf('member1'), idOf('member2')], logChannel: app.channel('general') })
})

const minute = 60_000
const idOf = (login: string) => app.as(login).userId
const services = () => app.product.services
const save = (patch: Parameters<typeof app.product.services.settings.write<typeof antinuke>>[2]) =>
  services().settings.write(app.guildId, antinuke, patch, { userId: null, via: 'test' })
const own = () => services().settings.read(app.guildId, antinuke)
const at = (path = '') => `/api/guild/${app.guildId}/antinuke${path}`
const post = (who: Visitor, body: Record<string, unknown>) => who.call('POST', at(), { antiNukeUpdate: true, ...body })
const accepted = { status: 200, body: { success: true } }
const weakened = (message: APIMessage) => textOf(message).includes('The protection was weakened')
const toOwner = (): APIMessage[] =>
  [...app.sandbox.context.world.channels.values()]
    .filter(({ channel }) => 'recipients' in channel && channel.recipients?.some(({ id }) => id === idOf('owner')))
    .flatMap(({ channel }) => app.messages(channel.id))
    .filter(weakened)
const inLog = () => app.messages(app.channel('general')).filter(weakened)
const tell = async () => {
  clock += minute
  await services().scheduler.tick()
}
const buttons = (message: APIMessage) =>
  (message.components as { components: { custom_id?: string; url?: string }[] }[] | undefined)?.flatMap(
    ({ components }) => components,
  ) ?? []

test('what an extra owner weakens is reported to the owner and the log channel, and only the owner can undo it', async () => {
  expect(await post(extra, { modules: { anti_ban: false }, punishment: 'NONE' })).toMatchObject(accepted)
  await until('the direct message', () => toOwner().length === 1)
  const [log] = await until('the post', () => (inLog().length > 0 ? inLog() : undefined))
  for (const message of [toOwner()[0], log]) {
    const text = textOf(message as APIMessage)
    expect(text).toContain(`<@${idOf('member1')}>`)
    expect(text).toContain('Anti-Ban switched off')
    expect(text).toContain('Punishment: nobody, instead of Ban')
    expect(message).toMatchObject({ mentions: [] })
  }
  expect(buttons(toOwner()[0] as APIMessage)).toMatchObject([{ url: expect.stringContaining('/history') }])
  const undo = buttons(log as APIMessage)[0]?.custom_id ?? ''
  await app.as('member1').press(log as APIMessage, undo)
  await until('the refusal', () => app.shownTo('member1').some(one => textOf(one).includes('server owner')))
  expect(own().punishment).toBe('NONE')
  await app.as('owner').press(log as APIMessage, undo)
  await until('it to be undone', () => own().punishment === 'BAN' && own().modules.anti_ban)
  const [last] = services().settings.history(app.guildId, { limit: 1 })
  expect(last?.author).toMatchObject({ userId: idOf('owner'), via: 'restore' })
  expect(await owner.call('GET', at('/alarms'))).toMatchObject({
    body: { alarms: [{ by: { id: idOf('member1') }, undone: true, revision: expect.any(Number) }] },
  })
})

test('until when somebody may do more is a date on the page, as it is in Discord', async () => {
  const id = idOf('member5')
  const allowances = [{ id, perHour: null, expiresAt: Date.UTC(2100, 10, 30, 12) }]
  expect(await post(owner, { whitelist: [id], allowances })).toMatchObject(accepted)
  const { body } = await owner.call('GET', at('/alarms'))
  expect(JSON.stringify(body)).toContain('until 30 November 2100')
})

test('people are named on the page, in the history and before a restore, even if the bot has not seen them yet', async () => {
  const id = idOf('member5')
  const name = app.sandbox.context.world.accounts.get(id)?.user.global_name ?? 'no name'
  expect(await post(owner, { whitelist: [id] })).toMatchObject(accepted)
  const guild = `/api/guild/${app.guildId}`
  const [newest] = services().settings.history(app.guildId, { limit: 1 })
  for (const path of [at('/alarms'), `${guild}/history?limit=1`, `${guild}/history/${newest?.id}/restore`]) {
    services().client.users.cache.delete(id)
    const text = JSON.stringify((await owner.call('GET', path)).body)
    expect({ path, isNamed: text.includes(name), unnamed: text.match(/a member"|@\d{17}/)?.[0] }).toEqual({
      path,
      isNamed: true,
      unnamed: undefined,
    })
  }
})

test('many changes make few messages, and the owner gets none about their own changes', async () => {
  expect(await post(owner, { whitelist: [idOf('member5')] })).toMatchObject(accepted)
  await until('the post', () => inLog().length === 1)
  expect(toOwner()).toEqual([])
  for (const key of ['anti_ban', 'anti_kick', 'anti_role', 'anti_channel', 'anti_webhook'])
    expect(await post(extra, { modules: { [key]: false } })).toMatchObject(accepted)
  expect(await post(extra, { enabled: false })).toMatchObject(accepted)
  await tell()
  await until('the direct message', () => toOwner().length === 1)
  const text = textOf(toOwner()[0] as APIMessage)
  for (const label of ['Anti-Ban', 'Anti-Webhook', 'Anti-nuke switched off']) expect(text).toContain(label)
  expect(inLog()).toHaveLength(2)
})

test('what was changed since is not undone blindly', async () => {
  await post(extra, { punishment: 'NONE' })
  const [alarm] = listAlarms(services(), app.guildId)
  await post(extra, { punishment: 'KICK' })
  expect(await owner.call('POST', at(`/alarms/${alarm?.id}/undo`))).toMatchObject({ status: 409 })
  expect(await extra.call('POST', at(`/alarms/${alarm?.id}/undo`))).toMatchObject({ status: 403 })
  expect(own().punishment).toBe('KICK')
})

const roleOf = () => {
  const { me } = services().client.guilds.cache.get(app.guildId)?.members ?? {}
  const role = me?.roles.cache.find(one => one.managed) ?? me?.roles.highest
  if (!role) throw new Error('the bot has no role')
  return role
}
/** It has checked its own standing once since it was switched on. */
const settled = async () => {
  await tell()
  await services().scheduler.tick()
}

test('permissions that are taken from the bot are reported with the actor, after a restart, too', async () => {
  await settled()
  const role = roleOf()
  await app.as('owner').rest('PATCH', `/guilds/${app.guildId}/roles/${role.id}`, { permissions: '3072' })
  await until('the product to know', () => roleOf().permissions.bitfield === 3072n)
  await app.restart()
  await until('the alarm', async () => {
    await tell()
    return toOwner().length > 0
  })
  expect(textOf(toOwner()[0] as APIMessage)).toMatch(/Taken from me: .*(Administrator|Ban Members)/)
})

test('deleting a role from which the bot has its permissions is reported', async () => {
  const guild = `/guilds/${app.guildId}`
  const owner = app.as('owner')
  const { permissions } = roleOf()
  const own = roleOf().id
  const { id } = await owner.rest<{ id: string }>('POST', `${guild}/roles`, {
    name: 'Bots',
    permissions: String(permissions.bitfield),
  })
  await owner.rest('PUT', `${guild}/members/${app.botId}/roles/${id}`)
  await owner.rest('PATCH', `${guild}/roles/${own}`, { permissions: '3072' })
  await until('the product to know', () => roleOf().permissions.bitfield === 3072n)
  await settled()
  await owner.rest('DELETE', `${guild}/roles/${id}`)
  await until('the alarm', async () => {
    await tell()
    return toOwner().length > 0
  })
  expect(textOf(toOwner()[0] as APIMessage)).toMatch(/Taken from me: .*Ban Members/)
})

test('deleting the log channel is reported', async () => {
  const { id } = await app
    .as('owner')
    .rest<{ id: string }>('POST', `/guilds/${app.guildId}/channels`, { name: 'alarms' })
  await until('the channel', () => services().client.channels.cache.has(id))
  save({ logChannel: id })
  await app.as('admin').rest('DELETE', `/channels/${id}`)
  await until('Discord to say who', () => listAlarms(services(), app.guildId)[0]?.userId === idOf('admin'))
  await until('the alarm', async () => {
    await tell()
    return toOwner().length > 0
  })
  expect(textOf(toOwner()[0] as APIMessage)).toContain('The log channel was deleted')
  expect(textOf(toOwner()[0] as APIMessage)).toContain(`<@${idOf('admin')}>`)
})

test('roles with power that move above the bot are reported once they have settled', async () => {
  await settled()
  const { roles } = services().client.guilds.cache.get(app.guildId) ?? {}
  const power = roles?.cache.find(({ name }) => name === 'Moderator')
  if (!roles || !power) throw new Error('no such role')
  const above = roleOf().rawPosition + 1
  await app.as('owner').rest('PATCH', `/guilds/${app.guildId}/roles`, [{ id: power.id, position: above }])
  await until('the product to know', () => power.comparePositionTo(roleOf()) > 0)
  await until('the alarm', async () => {
    await tell()
    return toOwner().length > 0
  })
  expect(toOwner().map(textOf).join('')).toContain(`Above me now, with power, and out of my reach: <@&${power.id}>`)
  expect(await owner.call('GET', `/api/guild/${app.guildId}/doctor`)).toMatchObject({
    body: {
      findings: expect.arrayContaining([expect.objectContaining({ title: 'Moderator and Keeper are above Palisade' })]),
    },
  })
})

const waiting = async () =>
  ((await owner.call('GET', at('/requests'))).body as { requests: { id: number; sentences: string[] }[] }).requests

test('with two persons, changes that weaken wait for the second, but never those of the owner', async () => {
  save({ twoPersons: true })
  const asked = await post(extra, { enabled: false })
  expect(asked).toMatchObject({ status: 409, body: { code: 'antinuke.second-person' } })
  expect(await post(extra, { enabled: false })).toMatchObject({ status: 409 })
  expect(own().enabled).toBe(true)
  const [request, ...more] = await waiting()
  expect(more).toEqual([])
  const isAsked = (message: APIMessage) => textOf(message).includes('A second person is needed')
  const question = await until('the question', () => app.messages(app.channel('general')).find(isAsked))
  const [confirm] = buttons(question)
  await app.as('member1').press(question, confirm?.custom_id ?? '')
  await until('the refusal', () => app.shownTo('member1').some(one => textOf(one).includes('Somebody else has to')))
  await app.as('admin').press(question, confirm?.custom_id ?? '')
  await until('the refusal', () => app.shownTo('admin').some(one => textOf(one).startsWith('You do not have')))
  expect(own().enabled).toBe(true)
  expect(request?.sentences).toEqual(['Anti-nuke switched off'])
  expect(await extra.call('POST', at(`/requests/${request?.id}/confirm`))).toMatchObject({ status: 403 })
  expect(await second.call('POST', at(`/requests/${request?.id}/confirm`))).toMatchObject(accepted)
  expect(own().enabled).toBe(false)
  expect(await owner.call('POST', at(`/requests/${request?.id}/confirm`))).toMatchObject({ status: 404 })
  expect(await post(extra, { enabled: true })).toMatchObject(accepted)
  expect(await post(owner, { enabled: false })).toMatchObject(accepted)
})

test('with two persons, no way of changing it makes it at once, and it is not made late or on top of something else', async () => {
  save({ twoPersons: true })
  const general = app.channel('woodwork')
  const say = async (text: string) => textOf(await app.answerTo(await app.as('member1').say(general, text)))
  for (const text of [
    '.antinuke module ban off',
    `.wl add <@${idOf('member5')}>`,
    '.antinuke punishment none',
    '.antinuke twopersons off',
    '.antinuke log off',
  ])
    expect(await say(text)).toContain('Nothing is changed yet')
  expect(await extra.call('PATCH', `/api/guild/${app.guildId}/modules/antinuke`, { enabled: false })).toMatchObject({
    status: 409,
  })
  expect(await say('.antinuke punishment kick')).toBe('Punishment: Kick.')
  const requests = await waiting()
  const numberOf = (sentence: string) => requests.find(({ sentences }) => sentences.includes(sentence))?.id
  const outdated = numberOf('Punishment: nobody, instead of Ban')
  expect(await second.call('POST', at(`/requests/${outdated}/confirm`))).toMatchObject({ status: 409 })
  const rejected = numberOf('Anti-Ban switched off')
  expect(await second.call('POST', at(`/requests/${rejected}/reject`))).toMatchObject(accepted)
  expect(await owner.call('POST', at(`/requests/${rejected}/confirm`))).toMatchObject({ status: 404 })
  save({ extraOwners: [idOf('member2')] })
  const orphaned = numberOf('Two-person confirmation switched off')
  expect(await owner.call('POST', at(`/requests/${orphaned}/confirm`))).toMatchObject({ status: 409 })
  clock += 24 * 60 * minute + 1
  expect(await waiting()).toEqual([])
  expect(own()).toMatchObject({ enabled: true, punishment: 'KICK', twoPersons: true, whitelist: [] })
})

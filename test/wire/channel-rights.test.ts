import { PermissionFlagsBits } from 'discord-api-types/v10'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createHarness, type Harness } from '../harness.ts'
import { until } from '../until.ts'
import type { Visitor } from '../visitor.ts'

/**
 * member2 manages the server without being an administrator, so there are channels that they cannot see or write in.
 */
let app: Harness
let manager: Visitor
let owner: Visitor
let hidden: string
let readOnly: string
let secretCategory: string

beforeAll(async () => {
  app = await createHarness()
  const boss = app.as('owner')
  const { id } = await boss.rest<{ id: string }>('POST', `/guilds/${app.guildId}/roles`, {
    name: 'Manager',
    permissions: String(PermissionFlagsBits.ManageGuild),
  })
  await boss.rest('PUT', `/guilds/${app.guildId}/members/${app.as('member2').userId}/roles/${id}`)
  const without = (permission: bigint) => [{ id: app.guildId, type: 0, allow: '0', deny: String(permission) }]
  const forBot = {
    id: app.botId,
    type: 1,
    deny: '0',
    allow: String(PermissionFlagsBits.ViewChannel | PermissionFlagsBits.SendMessages),
  }
  const make = async (name: string, deny: bigint, more: object = {}) =>
    (
      await boss.rest<{ id: string }>('POST', `/guilds/${app.guildId}/channels`, {
        name,
        permission_overwrites: [...without(deny), forBot],
        ...more,
      })
    ).id
  secretCategory = await make('War room', PermissionFlagsBits.ViewChannel, { type: 4 })
  hidden = await make('council', PermissionFlagsBits.ViewChannel, { parent_id: secretCategory })
  readOnly = await make('proclamations', PermissionFlagsBits.SendMessages)
  await boss.say(hidden, 'nobody may know this')
  await until('the product to know the channels', () => channel(readOnly) && channel(hidden))
  manager = await app.signIn('member2')
  owner = await app.signIn('owner')
  await until('the manager to manage', async () => (await manager.call('GET', at('history'))).status === 200)
})
afterAll(() => app.close())

const at = (path: string) => `/api/guild/${app.guildId}/${path}`
const channel = (id: string) => app.product.services.client.guilds.cache.get(app.guildId)?.channels.cache.get(id)
const said = (login: string, text: string) => app.answer(login, text)

describe('what a call names', () => {
  const replay = (visitor: Visitor, channelId: string) => visitor.call('POST', at('automod/replay'), { channelId })

  test('can be read only through a caller who can read it', async () => {
    const refused = await replay(manager, hidden)
    expect(refused).toMatchObject({
      status: 403,
      body: { code: 'access.channel', fields: { channelId: 'You cannot see that channel.' } },
    })
    expect(JSON.stringify(refused.body)).not.toContain('nobody may know this')
    expect((await replay(owner, hidden)).status).toBe(200)
    expect((await replay(manager, app.channel('general'))).status).toBe(200)
  })

  test('is checked again at each call', async () => {
    const place = `/channels/${hidden}/permissions/${app.as('member2').userId}`
    const may = () => channel(hidden)?.permissionsFor(app.as('member2').userId)?.has('ViewChannel')
    const reading = String(PermissionFlagsBits.ViewChannel | PermissionFlagsBits.ReadMessageHistory)
    await app.as('owner').rest('PUT', place, { type: 1, allow: reading, deny: '0' })
    await until('the permission to be known', () => may() === true)
    expect((await replay(manager, hidden)).status).toBe(200)
    await app.as('owner').rest('DELETE', place)
    await until('its end to be known', () => may() === false)
    expect((await replay(manager, hidden)).status).toBe(403)
  })

  test('a private thread is read by those who were added to it', async () => {
    const boss = app.as('owner')
    const general = app.channel('general')
    const thread = await boss.rest<{ id: string }>('POST', `/channels/${general}/threads`, {
      name: 'whispers',
      type: 12,
    })
    await boss.rest('PUT', `/channels/${thread.id}/thread-members/${app.botId}`)
    await until('the product to know the thread', () => channel(thread.id))
    expect((await replay(manager, thread.id)).status).toBe(403)
    await boss.rest('PUT', `/channels/${thread.id}/thread-members/${app.as('member2').userId}`)
    expect((await replay(manager, thread.id)).status).toBe(200)
  })

  test.each([
    ['by id', () => hidden],
    ['by name', () => '#council'],
    ['where only reading is allowed', () => readOnly],
  ])('is written to only for whoever can write there: %s', async (_name, place) => {
    const before = app.messages(hidden).length + app.messages(readOnly).length
    const sent = await manager.call('POST', at('progression/preview'), { message: 'hello', channel: place() })
    expect(sent).toMatchObject({ status: 403, body: { code: 'access.channel' } })
    expect(app.messages(hidden).length + app.messages(readOnly).length).toBe(before)
    const allowed = await owner.call('POST', at('progression/preview'), { message: 'hello', channel: place() })
    expect(allowed.status).toBe(200)
  })
})

describe('what a setting names', () => {
  const post = (visitor: Visitor, body: object) => visitor.call('POST', at('basic'), { modUpdate: true, ...body })
  const stored = async () =>
    ((await owner.call('GET', at('basic'))).body as { guild: { modlog_channel: unknown } }).guild.modlog_channel

  test('can be chosen by those who see it, and as a place for the bot to write by those who can write there', async () => {
    await post(owner, { modlog_channel: '' })
    const unseen = await post(manager, { modlog_channel: hidden })
    expect(unseen).toMatchObject({
      status: 403,
      body: { error: expect.stringContaining('You cannot see that channel.') },
    })
    const silent = await post(manager, { modlog_channel: readOnly })
    expect(silent).toMatchObject({ status: 403, body: { error: expect.stringContaining('You need Send Messages') } })
    expect(await stored()).toBeNull()
    expect((await post(manager, { modlog_channel: '#general' })).status).toBe(200)
    expect(await stored()).toBe(app.channel('general'))
  })

  test('is not found by name by those who cannot see it, as if it did not exist', async () => {
    const byName = async (name: string) =>
      JSON.stringify((await post(manager, { modlog_channel: name })).body).replaceAll(name, '')
    expect(await byName('#council')).toBe(await byName('#nowhere'))
    expect((await post(owner, { modlog_channel: '#council' })).status).toBe(200)
  })

  test('stays set when somebody who cannot see it saves the page', async () => {
    await post(owner, { modlog_channel: hidden })
    expect((await post(manager, { modlog_channel: hidden, max_warnings: 7 })).status).toBe(200)
    expect(await stored()).toBe(hidden)
    await post(owner, { modlog_channel: '' })
    expect((await post(manager, { modlog_channel: hidden })).status).toBe(403)
  })

  test('is checked for commands as for pages', async () => {
    expect(await said('member2', `.modlog <#${readOnly}>`)).toContain('You need Send Messages')
    expect(await stored()).toBeNull()
    expect(await said('owner', `.modlog <#${readOnly}>`)).toContain('posted to')
    await post(owner, { modlog_channel: '' })
  })
})

describe('the names of channels', () => {
  const listed = async (visitor: Visitor) => {
    const lists = [
      ((await visitor.call('GET', at('channels'))).body as { channels: unknown }).channels,
      ((await visitor.call('GET', at('basic'))).body as { guild: { channels: unknown } }).guild.channels,
    ]
    return lists as { id: string; name: string; callerCanView: boolean }[][]
  }

  test('are shown to those who see them', async () => {
    for (const channels of await listed(manager)) {
      const of = (id: string) => channels.find(one => one.id === id)
      expect(of(hidden)).toMatchObject({ name: 'hidden channel', callerCanView: false })
      expect(of(secretCategory)).toMatchObject({ name: 'hidden channel', callerCanView: false })
      expect(of(readOnly)).toMatchObject({ name: 'proclamations', callerCanView: true })
      expect(JSON.stringify(channels)).not.toContain('council')
    }
    for (const channels of await listed(owner)) expect(channels.find(({ id }) => id === hidden)?.name).toBe('council')
  })

  test('include a category’s when one of its channels is visible, as in Discord', async () => {
    const place = `/channels/${hidden}/permissions/${app.as('member2').userId}`
    const allow = String(PermissionFlagsBits.ViewChannel)
    await app.as('owner').rest('PUT', place, { type: 1, allow, deny: '0' })
    await until('the permission to be known', () =>
      channel(hidden)?.permissionsFor(app.as('member2').userId)?.has('ViewChannel'),
    )
    for (const channels of await listed(manager))
      expect(channels.find(({ id }) => id === secretCategory)?.name).toBe('War room')
    await app.as('owner').rest('DELETE', place)
    await until(
      'its end to be known',
      () => !channel(hidden)?.permissionsFor(app.as('member2').userId)?.has('ViewChannel'),
    )
  })

  test('are not revealed by cases, nor found by their names', async () => {
    await said('owner', `.slowmode 5 <#${hidden}>`)
    const cases = async (visitor: Visitor, search: string) => {
      const { body } = await visitor.call('GET', at(`moderation/cases?search=${search}`))
      return (body as { cases: { kind: string; channel: { name: string } | null }[] }).cases
    }
    expect(await cases(owner, 'council')).toMatchObject([{ kind: 'slowmode', channel: { name: 'council' } }])
    expect(await cases(manager, 'council')).toEqual([])
    const [shown] = (await cases(manager, '')).filter(({ kind }) => kind === 'slowmode')
    expect(shown?.channel?.name).toBe('hidden channel')
  })

  test('are not revealed by the history or the doctor either', async () => {
    await owner.call('POST', at('basic'), { modUpdate: true, modlog_channel: hidden })
    await app.as('owner').rest('PUT', `/channels/${hidden}/permissions/${app.botId}`, {
      type: 1,
      allow: String(PermissionFlagsBits.ViewChannel),
      deny: String(PermissionFlagsBits.SendMessages),
    })
    const told = async (visitor: Visitor) =>
      JSON.stringify([(await visitor.call('GET', at('history'))).body, (await visitor.call('GET', at('doctor'))).body])
    await until('the doctor to find it', async () => (await told(owner)).includes('lacks Send Messages in #council'))
    expect(await told(owner)).toContain('#council')
    expect(await told(manager)).toContain('lacks Send Messages in #hidden channel')
    expect(await told(manager)).not.toContain('council')
  })
})

test('what was written in a channel is not revealed by the strikes it earned', async () => {
  const writer = app.as('member5')
  const place = `/channels/${hidden}/permissions/${writer.userId}`
  const allow = String(PermissionFlagsBits.ViewChannel | PermissionFlagsBits.SendMessages)
  await app.as('owner').rest('PUT', place, { type: 1, allow, deny: '0' })
  const rules = { automodUpdate: true, anti_links: 'on', max_strikes: 5 }
  expect((await owner.call('POST', at('basic'), rules)).status).toBe(200)
  expect((await owner.call('PATCH', at('modules/automod'), { enabled: true })).status).toBe(200)
  await writer.say(hidden, 'https://example.org/palace-plans')
  const textFor = async (visitor: Visitor) => {
    const { members } = (await visitor.call('GET', at('automod/strikes'))).body as {
      members: { id: string; lastText: string | null }[]
    }
    return members.find(({ id }) => id === writer.userId)?.lastText
  }
  await until('the strike', async () => (await textFor(owner)) !== undefined)
  expect(await textFor(owner)).toContain('example.org')
  expect(await textFor(manager)).toBeNull()
  const exported = async (visitor: Visitor) => JSON.stringify((await visitor.call('GET', at('export'))).body)
  expect(await exported(owner)).toContain('palace-plans')
  expect(await exported(manager)).toContain(writer.userId)
  expect(await exported(manager)).not.toMatch(/palace-plans|council/)
})

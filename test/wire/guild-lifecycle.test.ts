// @module-tag long
import { beforeEach, expect, test } from 'vitest'
import type { Harness } from '../harness.ts'
import { textOf } from '../member.ts'
import { serverPerTest } from '../server-per-test.ts'
import { until } from '../until.ts'
import type { Visitor } from '../visitor.ts'

const day = 24 * 60 * 60_000

let harness: Harness
let clock = Date.now()
let owner: Visitor
const openServer = serverPerTest({ now: () => clock })
beforeEach(async () => {
  clock = Date.now()
  harness = await openServer()
  owner = await harness.signIn('owner')
  const { status } = await owner.call('POST', address(), { basicUpdate: true, prefix: '!' })
  if (status !== 200) throw new Error(`the prefix could not be set: ${status}`)
})

const address = () => `/api/guild/${harness.guildId}/basic`
const inCache = () => harness.product.services.client.guilds.cache.has(harness.guildId)
const stored = () =>
  harness.product.services.db.$client.prepare('SELECT document FROM settings WHERE guild_id = ?').all(harness.guildId)

async function removeBot() {
  await harness.as('owner').rest('DELETE', `/guilds/${harness.guildId}/members/${harness.botId}`)
  await until('the bot to have left', () => !inCache())
}

/** Adds the bot as the owner does: the selector's link, consent at Discord. */
async function inviteBot() {
  const { id } = [...harness.sandbox.context.world.applications.values()].find(({ name }) => name === 'Palisade') ?? {}
  const query = new URLSearchParams({ client_id: id ?? '', scope: 'bot applications.commands', permissions: '8' })
  await harness.as('owner').rest('POST', `/oauth2/authorize?${query}`, {
    authorize: true,
    permissions: '8',
    guild_id: harness.guildId,
  })
  await until('the bot to be back', inCache)
}

test('after the bot was removed, settings are refused but kept for 30 days, then erased', async () => {
  await removeBot()
  expect([403, 404]).toContain((await owner.call('GET', address())).status)
  clock += 29 * day
  await harness.restart()
  expect(stored()).toHaveLength(1)
  clock += 2 * day
  await harness.restart()
  await until('the settings to be erased', () => stored().length === 0)
})

test('a bot that comes back within the 30 days finds its settings', async () => {
  await removeBot()
  clock += 29 * day
  await inviteBot()
  clock += 10 * day
  await harness.restart()
  expect(stored()).toHaveLength(1)
  const asked = await harness.as('owner').say(harness.channel('general'), '!ping')
  expect(textOf(await harness.answerTo(asked))).toContain('Pong')
})

test('an outage does not count as leaving the server', async () => {
  const { url } = harness.sandbox
  const outage = await fetch(`${url}/sandbox/guilds/${harness.guildId}/outage`, { method: 'POST' })
  expect(outage.ok).toBe(true)
  await until('the guild to be out', () => {
    const guild = harness.product.services.client.guilds.cache.get(harness.guildId)
    return guild?.available !== true
  })
  const jobs = harness.product.services.db.$client.prepare("SELECT id FROM jobs WHERE job = 'eraseGuild'").all()
  expect(jobs).toEqual([])
  await fetch(`${url}/sandbox/guilds/${harness.guildId}/restore`, { method: 'POST' })
  await until('the guild to be back', async () => (await owner.call('GET', address())).status === 200)
  expect((await owner.call('GET', address())).body).toMatchObject({ guild: { prefix: '!' } })
})

test('an export holds the settings, and forgetting a member takes their name from the history', async () => {
  const { body } = await owner.call('GET', `/api/guild/${harness.guildId}/export`)
  expect(body).toMatchObject({ settings: { general: { prefix: '!' } } })
  const { userId } = harness.as('owner')
  expect(JSON.stringify(body)).toContain(userId)

  const forgotten = await owner.call('POST', `/api/guild/${harness.guildId}/forget-user`, { userId })
  expect(forgotten.status).toBe(200)
  const after = await owner.call('GET', `/api/guild/${harness.guildId}/export`)
  expect(JSON.stringify(after.body)).not.toContain(userId)
})

// @module-tag long
import { beforeEach, expect, test } from 'vitest'
import { GatewayDispatchEvents } from 'discord.js'
import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { contract, field } from '#contract'
import { feature, state } from '#kernel/feature.ts'
import type { Harness } from '#test/harness.ts'
import { serverPerTest } from '#test/server-per-test.ts'
import { until } from '#test/until.ts'
import { forgetUser } from './forget.ts'
import { keptAfterLeavingMs } from './guilds.ts'
import { guilds, jobs, settingsHistory } from '../storage/table.ts'

const notes = contract('notes', {
  title: 'Notes',
  settings: z.object({ text: field.text('Text', { max: 20 }).default('') }),
})
/** Remembers in memory what a feature with a table would keep in rows. */
const kept = new Map<string, string[]>()
const remembering = feature(notes, {
  forgetGuild(_services, guildId) {
    kept.delete(guildId)
  },
  forgetUser(_services, userId, guildId) {
    for (const [id, users] of kept)
      if (guildId === undefined || id === guildId)
        kept.set(
          id,
          users.filter(user => user !== userId),
        )
  },
  exportGuild: (_services, guildId) => ({ users: kept.get(guildId) ?? [] }),
})

let app: Harness
const start = Date.now()
let clock = start
const openServer = serverPerTest({ features: [remembering], now: () => clock })
const mara = { userId: '100000000000000001', via: 'dashboard' }
beforeEach(async () => {
  clock = start
  app = await openServer()
  app.product.services.settings.write(app.guildId, notes, { text: 'ours' }, mara)
  kept.set(app.guildId, [mara.userId, 'other'])
})

const db = () => app.product.services.db
const row = () => db().select().from(guilds).where(eq(guilds.guildId, app.guildId)).get()
const text = () => app.product.services.settings.read(app.guildId, notes).text
const kick = () => app.as('owner').rest('DELETE', `/guilds/${app.guildId}/members/${app.botId}`)
const gone = () => until('the departure to be noted', () => typeof row()?.leftAt === 'number')
const invite = () =>
  app
    .as('owner')
    .rest(
      'POST',
      `/oauth2/authorize?client_id=${app.product.services.config.discord.clientId}&scope=bot&permissions=8`,
      { authorize: true, guild_id: app.guildId, permissions: '8' },
    )

test('the bot knows which guilds it is in', () => {
  expect(row()).toEqual({ guildId: app.guildId, joinedAt: start, leftAt: null })
})

test('a guild that the bot left is kept for 30 days and then erased in every feature', async () => {
  await kick()
  await gone()
  for (const at of [keptAfterLeavingMs - 24 * 60 * 60_000, keptAfterLeavingMs - 1]) {
    clock = start + at
    await app.product.services.scheduler.tick()
    expect(text()).toBe('ours')
  }
  clock = start + keptAfterLeavingMs
  await app.product.services.scheduler.tick()
  expect(text()).toBe('')
  expect(row()).toBeUndefined()
  expect(kept.has(app.guildId)).toBe(false)
  expect(db().select().from(settingsHistory).where(eq(settingsHistory.guildId, app.guildId)).all()).toEqual([])
})

test('the memory about a guild is dropped when the bot leaves it, and again when it is erased', async () => {
  const recent = state(() => new Set<string>())
  const { services } = app.product
  const remember = () => recent(services, app.guildId).add('a message')
  const remembered = () => [...recent(services, app.guildId)]
  recent(services, 'another').add('its own')
  remember()
  expect(remembered()).toEqual(['a message'])
  await kick()
  await gone()
  expect(remembered()).toEqual([])
  remember()
  for (const at of [keptAfterLeavingMs - 24 * 60 * 60_000, keptAfterLeavingMs]) {
    clock = start + at
    await services.scheduler.tick()
  }
  expect(row()).toBeUndefined()
  expect(remembered()).toEqual([])
  expect([...recent(services, 'another')]).toEqual(['its own'])
})

test('a clock that is a month ahead for a while erases no guild', async () => {
  await kick()
  await gone()
  const { scheduler } = app.product.services
  const day = 24 * 60 * 60_000
  for (let time = 0; time < 2; time++) {
    clock += keptAfterLeavingMs
    await scheduler.tick()
    clock -= keptAfterLeavingMs
    await scheduler.tick()
    clock += day
    await scheduler.tick()
    expect(text()).toBe('ours')
  }
  clock = start + keptAfterLeavingMs - day
  await scheduler.tick()
  clock = start + keptAfterLeavingMs
  await scheduler.tick()
  expect(row()).toBeUndefined()
})

test('rejoining within that time keeps everything', async () => {
  await kick()
  await gone()
  await invite()
  await until('the return to be noted', () => row()?.leftAt === null)
  expect(db().select().from(jobs).where(eq(jobs.guildId, app.guildId)).all()).toEqual([])
  clock = start + keptAfterLeavingMs
  await app.product.services.scheduler.tick()
  expect(text()).toBe('ours')
})

test('an outage of Discord is not a departure', async () => {
  const control = (action: string) =>
    fetch(`${app.sandbox.url}/sandbox/guilds/${app.guildId}/${action}`, { method: 'POST' })
  await control('outage')
  const { client } = app.product.services
  await until('the outage to arrive', () => client.guilds.cache.get(app.guildId)?.available === false)
  expect(row()?.leftAt).toBeNull()
  await app.restart()
  expect(row()?.leftAt).toBeNull()
  await control('restore')
  await until('the end of the outage', () => app.product.services.client.guilds.cache.get(app.guildId)?.available)
  expect(row()?.leftAt).toBeNull()
})

test('a departure while the product was down, and a return, are both noticed at the next start', async () => {
  await app.product.close()
  await kick()
  await app.restart()
  expect(row()?.leftAt).toBe(start)
  await app.product.close()
  await invite()
  await app.restart()
  expect(row()?.leftAt).toBeNull()
  expect(db().select().from(jobs).where(eq(jobs.guildId, app.guildId)).all()).toEqual([])
})

test('a departure during a lost connection is noticed when Discord lists the guilds again', () => {
  const { client } = app.product.services
  const others = [...client.guilds.cache.keys()].filter(id => id !== app.guildId).map(id => ({ id }))
  client.ws.emit(GatewayDispatchEvents.Ready, { guilds: [...others, { id: app.guildId }] }, 0)
  expect(row()?.leftAt).toBeNull()
  client.ws.emit(GatewayDispatchEvents.Ready, { guilds: others }, 0)
  expect(row()?.leftAt).toBe(start)
  expect(client.guilds.cache.has(app.guildId)).toBe(false)
})

test('those who manage a guild can export its data as JSON', async () => {
  const owner = await app.signIn('owner')
  const { status, body } = await owner.call('GET', `/api/guild/${app.guildId}/export`)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    guild: { id: app.guildId, name: 'Tidewater Makers' },
    settings: { notes: { text: 'ours' } },
    history: [{ feature: 'notes', author: mara, changes: { text: ['', 'ours'] } }],
    features: { notes: { users: [mara.userId, 'other'] } },
  })
})

test('a member is forgotten in one guild by its owner alone, and everywhere by the operator', async () => {
  kept.set('2', [mara.userId])
  const admin = await app.signIn('admin')
  const owner = await app.signIn('owner')
  const path = `/api/guild/${app.guildId}/forget-user`
  expect((await admin.call('POST', path, { userId: mara.userId })).status).toBe(403)
  expect((await owner.call('POST', path, { userId: 'mara' })).status).toBe(400)
  expect(kept.get(app.guildId)).toContain(mara.userId)
  expect((await owner.call('POST', path, { userId: mara.userId })).body).toEqual({ success: true })
  expect(kept.get(app.guildId)).toEqual(['other'])
  expect(kept.get('2')).toEqual([mara.userId])
  const [change] = app.product.services.settings.history(app.guildId)
  expect(change).toMatchObject({ author: { userId: null }, changes: { text: ['', 'ours'] } })

  forgetUser(app.product.services, mara.userId)
  expect(kept.get('2')).toEqual([])
  const ownerId = app.as('owner').userId
  expect((await owner.call('GET', '/api/user')).status).toBe(200)
  forgetUser(app.product.services, ownerId)
  expect((await owner.call('GET', '/api/user')).status).toBe(401)
})

test('when one feature fails to erase, nothing is erased', async () => {
  const broken = feature(contract('broken', { title: 'Broken' }), {
    forgetUser() {
      throw new Error('not now')
    },
  })
  const services = { ...app.product.services, features: [...app.product.services.features, broken] }
  expect(() => forgetUser(services, mara.userId)).toThrow('not now')
  expect(app.product.services.settings.history(app.guildId)[0]?.author.userId).toBe(mara.userId)
})

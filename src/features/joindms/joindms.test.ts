import { randomUUID } from 'node:crypto'
import { GatewayDispatchEvents, GuildFeature } from 'discord-api-types/v10'
import { beforeEach, expect, test } from 'vitest'
import { emitToGuild } from '#sandbox/world/emit.ts'
import { passScreening } from '#sandbox/world/members/screening.ts'
import { directMessagesTo } from '#test/direct-messages.ts'
import { type Greetings, greetingsOf } from '#test/greetings.ts'
import type { Harness } from '#test/harness.ts'
import { textOf } from '#test/member.ts'
import { serverPerTest } from '#test/server-per-test.ts'
import { until } from '#test/until.ts'
import type { Visitor } from '#test/visitor.ts'
import { budget } from './contract.ts'
import { mostClosedInRow } from './pause.ts'

const minute = 60_000
let app: Harness
let owner: Visitor
let hall: Greetings
let ahead = 0
const openServer = serverPerTest({ now: () => Date.now() + ahead })
beforeEach(async () => {
  ahead = 0
  app = await openServer()
  owner = await app.signIn('owner')
  hall = greetingsOf(app)
  const saved = await save({ enabled: 'on', content: 'Hi {member.name}!', embedTitle: 'Hello {member.name}' })
  if (saved.status !== 200) throw new Error(JSON.stringify(saved.body))
})

const address = (rest = '') => `/api/guild/${app.guildId}/joindms${rest}`
const save = (body: Record<string, unknown>) => owner.call('POST', address(), { joindmsUpdate: true, ...body })
interface Deliveries {
  sent: number
  closed: number
  gaveUp: number
  waiting: number
  screening: number
  pause: { until: number; why: string } | null
}
const deliveries = async () => (await owner.call('GET', address('/deliveries'))).body as Deliveries
const got = (userId: string) => directMessagesTo(app, userId)
const tick = () => app.product.services.scheduler.tick()
const newcomer = (name?: string) => {
  const id = hall.stranger(name)
  hall.join(id)
  return id
}
const close = (userId: string) => {
  const account = app.sandbox.context.world.accounts.get(userId)
  if (account) account.directMessagesClosed = true
}
const counted = (wanted: Partial<Deliveries>) =>
  until(`the deliveries ${JSON.stringify(wanted)}`, async () => {
    await tick()
    const found = await deliveries()
    return Object.entries(wanted).every(([key, value]) => found[key as keyof Deliveries] === value)
  })

test('a newcomer gets the message, which says where it comes from, pings nobody and is counted', async () => {
  const id = newcomer('mallory @everyone')
  await counted({ sent: 1, waiting: 0 })
  const [message, ...more] = got(id)
  expect(more).toEqual([])
  expect(textOf(message ?? ({} as never))).toContain('-# Sent from Tidewater Makers')
  expect(message?.content).not.toContain('@everyone!')
  expect(message?.mention_everyone).toBe(false)
  expect(message?.embeds[0]?.title).toContain('Hello mallory')
})

test('a clock some seconds behind Discord’s does not suppress any message', async () => {
  ahead = -5000
  const id = newcomer()
  await counted({ sent: 1, gaveUp: 0 })
  expect(got(id)).toHaveLength(1)
})

test('nobody gets two messages, neither for a repeated event nor when they come back', async () => {
  const id = hall.stranger()
  const member = hall.join(id)
  await counted({ sent: 1 })
  emitToGuild(app.sandbox.context, app.guildId, GatewayDispatchEvents.GuildMemberAdd, {
    ...member,
    guild_id: app.guildId,
  })
  hall.leave(id)
  hall.join(id)
  const other = newcomer()
  await counted({ sent: 2 })
  expect(got(id)).toHaveLength(1)
  expect(got(other)).toHaveLength(1)
})

test('closed direct messages are counted and not retried; many in a row pause the server, as the doctor says', async () => {
  const closed = Array.from({ length: mostClosedInRow }, () => hall.stranger())
  for (const id of closed) close(id)
  for (const id of closed) hall.join(id)
  await counted({ closed: mostClosedInRow, waiting: 0 })
  const { pause } = await deliveries()
  expect(pause).toMatchObject({ why: expect.stringContaining('accept no direct messages') })
  const late = newcomer()
  await counted({ waiting: 1 })
  expect(got(late)).toEqual([])
  expect((await owner.call('GET', `/api/guild/${app.guildId}/doctor`)).body).toMatchObject({
    findings: expect.arrayContaining([expect.objectContaining({ feature: 'joindms' })]),
  })
  ahead += 61 * minute
  await counted({ sent: 1, closed: mostClosedInRow, waiting: 0 })
  expect(got(late)).toHaveLength(1)
  expect((await deliveries()).pause).toBeNull()
})

test('a raid gets messages within the budget, and the rest are dropped and counted', async () => {
  const raid = Array.from({ length: budget.mostWaiting + 30 }, () => newcomer())
  const asked = () => raid.filter(id => got(id).length > 0).length
  await until('the first minute', async () => {
    await tick()
    return asked() >= budget.perMinute
  })
  await tick()
  expect(asked()).toBe(budget.perMinute)
  for (let passed = 0; passed < 10; passed += 1) {
    ahead += minute + 1
    await tick()
  }
  expect(asked()).toBe(budget.perHour)
  const { sent, gaveUp, waiting } = await deliveries()
  expect(sent + gaveUp + waiting).toBe(raid.length)
  expect(gaveUp).toBeGreaterThan(0)
  ahead += 24 * 60 * minute
  await counted({ waiting: 0 })
  expect(asked()).toBe(budget.perHour)
})

test('with member screening the rules come first, unless that is off; a member who leaves gets no message', async () => {
  hall.state().guild.features.push(GuildFeature.MemberVerificationGateEnabled)
  const [patient, gone] = [newcomer(), newcomer()]
  await counted({ screening: 2, sent: 0 })
  hall.leave(gone)
  await counted({ screening: 1 })
  await app.product.close()
  passScreening(app.sandbox.context, patient, app.guildId)
  await app.restart()
  owner = await app.signIn('owner')
  await counted({ sent: 1, screening: 0 })
  expect([got(patient).length, got(gone).length]).toEqual([1, 0])
  await save({ afterRules: 'off' })
  const hasty = newcomer()
  await counted({ sent: 2 })
  expect(got(hasty)).toHaveLength(1)
})

test('it waits while Discord does not answer; an interrupted message is found again and not sent twice', async () => {
  app.sandbox.context.conditions.failNext = { count: 4, status: 503, route: 'POST /channels/:channel_id/messages' }
  const id = newcomer()
  await until('all tries to fail', () => app.sandbox.context.conditions.failNext === undefined)
  expect(got(id)).toEqual([])
  ahead += 10 * minute
  await counted({ sent: 1, waiting: 0 })
  const { db } = app.product.services
  const person = JSON.stringify({
    username: 'gannet',
    displayName: hall.state().members.get(id)?.nick ?? app.sandbox.context.world.accounts.get(id)?.user.username,
    discriminator: '0',
    avatarURL: '',
    joinedAt: null,
    members: 16,
  })
  // The state after a crash between sending and recording it, hours ago.
  db.$client
    .prepare(
      "UPDATE joindm_queue SET state = 'sending', person = ?, changed_at = changed_at - 3600000 WHERE user_id = ?",
    )
    .run(person, id)
  await app.restart()
  owner = await app.signIn('owner')
  await counted({ waiting: 0 })
  expect(got(id)).toHaveLength(1)
})

test('a test message goes to the member who asks, and says so if their messages are closed', async () => {
  await save({ enabled: 'off' })
  const { userId } = app.as('owner')
  expect(await owner.call('POST', address('/test'))).toMatchObject({
    status: 200,
    body: { message: expect.any(String) },
  })
  expect(got(userId)).toHaveLength(1)
  expect((await owner.call('POST', address('/test'))).status).toBe(429)
  ahead += minute
  // Sent again because no answer came: they already have one.
  const key = randomUUID()
  for (let press = 0; press < 2; press += 1)
    expect((await owner.call('POST', address('/test'), { key })).status).toBe(200)
  expect(got(userId)).toHaveLength(2)
  await save({ content: 'Another message' })
  await owner.call('POST', address('/test'), { key })
  expect(got(userId)).toHaveLength(3)
  ahead += minute
  close(userId)
  expect(await owner.call('POST', address('/test'))).toMatchObject({ status: 409, body: { code: 'joindms.closed' } })
  expect(await deliveries()).toMatchObject({ sent: 0, closed: 0 })
  expect((await (await app.signIn('member1')).call('POST', address('/test'))).status).toBe(403)
})

test('a forgotten member is removed from the queue', async () => {
  const id = newcomer()
  await counted({ sent: 1 })
  await owner.call('POST', `/api/guild/${app.guildId}/forget-user`, { userId: id })
  expect(
    app.product.services.db.$client.prepare('SELECT count(*) FROM joindm_queue WHERE user_id = ?').pluck().get(id),
  ).toBe(0)
})

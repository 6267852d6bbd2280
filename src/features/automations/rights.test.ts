// @module-tag long
import { PermissionFlagsBits } from 'discord.js'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { runSoon } from './run/begin.ts'
import { type Automations, createAutomations } from '#test/automations.ts'
import { without } from '#test/discord-trouble.ts'
import { createHarness, type Harness } from '#test/harness.ts'
import { renameId } from '#kernel/guilds/rename-id.ts'
import { textOf } from '#test/member.ts'
import { until } from '#test/until.ts'
import type { Visitor } from '#test/visitor.ts'

let harness: Harness
let desk: Automations
let ahead = 0
let general: string
let helper: Visitor
let helping: string
beforeAll(async () => {
  harness = await createHarness({ now: () => Date.now() + ahead, writesPerMinute: 1000 })
  desk = await createAutomations(harness)
  general = harness.channel('general')
  helper = await harness.signIn('member2')
  const at = (path: string) => `/api/guild/${harness.guildId}/${path}`
  const grant = {
    kind: 'member',
    id: harness.as('member2').userId,
    feature: 'automations',
    level: 'manage',
    expiresAt: null,
  }
  await desk.owner.call('POST', at('access'), grant)
  await desk.owner.call('POST', at('basic'), { modUpdate: true, modlog_channel: 'mod-log' })
  helping = await role('Helping', PermissionFlagsBits.ManageMessages)
})
afterAll(() => harness.close())
beforeEach(async () => {
  await pass(4 * 3_600_000)
  await desk.clear()
})

/** Lets the limits of earlier tests expire, and tells the scheduler that its clock has jumped. */
const pass = async (ms: number) => {
  ahead += ms
  await harness.product.services.scheduler.tick()
}
const guild = () => harness.product.services.client.guilds.cache.get(harness.guildId)
const owner = () => harness.as('owner')
async function role(name: string, permissions = 0n): Promise<string> {
  const body = { name, permissions: String(permissions) }
  const { id } = await owner().rest<{ id: string }>('POST', `/guilds/${harness.guildId}/roles`, body)
  await until('the role to be known', () => guild()?.roles.cache.has(id))
  return id
}
const held = (login: string, roleId: string) =>
  guild()?.members.cache.get(harness.as(login).userId)?.roles.cache.has(roleId) === true
async function give(login: string, roleId: string, method: 'PUT' | 'DELETE' = 'PUT'): Promise<void> {
  const { userId } = harness.as(login)
  await owner().rest(method, `/guilds/${harness.guildId}/members/${userId}/roles/${roleId}`)
  await until('the role to be known', () => held(login, roleId) === (method === 'PUT'))
}
const said = (channelId: string) => harness.messages(channelId).filter(({ author }) => author.id === harness.botId)
const eyes = [{ kind: 'react', emoji: '👀' }]
const isRefused = (answer: Awaited<ReturnType<Visitor['call']>>, field: string, sentence: string, status = 400) =>
  expect({ status: answer.status, body: answer.body }).toMatchObject({
    status,
    body: { fields: { [field]: expect.stringContaining(sentence) } },
  })

test('it acts with the rights of the member who saved it, at that time and when it runs', async () => {
  const deletes = { name: 'Tidy', conditions: [{ kind: 'contains', words: ['tidy'] }], actions: [{ kind: 'delete' }] }
  isRefused(await desk.save(deletes, helper), 'actions.0.kind', 'You lack Manage Messages for this.')
  const bans = { name: 'Ban', actions: [{ kind: 'ban' }] }
  isRefused(await desk.save(bans, helper), 'actions.0.kind', 'You lack Ban Members for this.')
  await give('member2', helping)
  const saved = await desk.save(deletes, helper)
  expect(saved.status).toBe(200)
  const { id } = (saved.body as { automation: { id: string } }).automation
  expect((await desk.turn(id, true, helper)).status).toBe(200)
  const gone = await harness.as('member3').say(general, 'tidy')
  await until('it to be deleted', () => !harness.messages(general).some(one => one.id === gone.id))
  await give('member2', helping, 'DELETE')
  const kept = await harness.as('member3').say(general, 'tidy')
  const paused = await until('it to be paused', async () => (await desk.one(id)).paused ?? undefined)
  expect(paused.problem).toMatch(/^Delete the message: .+ lacks Manage Messages for this\.$/)
  expect(harness.messages(general).some(one => one.id === kept.id)).toBe(true)
  const log = harness.channel('mod-log')
  await until('it to be told', () =>
    said(log).find(one => textOf(one).includes('The automation **Tidy** could not go on')),
  )
  expect(await desk.turn(id, true, helper)).toMatchObject({ status: 400 })
  // The owner may: from now on it acts with the owner's rights.
  expect((await desk.turn(id, true)).status).toBe(200)
  expect(await desk.one(id)).toMatchObject({ on: true, paused: null })
  const again = await harness.as('member3').say(general, 'tidy')
  await until('it to be deleted', () => !harness.messages(general).some(one => one.id === again.id))
})

test('a moderator who quotes a forbidden text is not banned, whoever saved the automation', async () => {
  await desk.on({
    name: 'Scam',
    conditions: [{ kind: 'contains', words: ['nitro'] }],
    actions: [{ kind: 'ban' }],
  })
  await harness.as('admin').say(general, 'free nitro is a scam')
  const [run] = await desk.ended(1)
  expect(run).toMatchObject({ state: 'moot', why: 'Members with Ban Members are not punished by automations.' })
  await harness.as('member8').say(general, 'free nitro here')
  const [, other] = await desk.ended(2)
  expect(other).toMatchObject({ state: 'done' })
  const { bans } = harness.sandbox.context.world.guilds.get(harness.guildId) ?? { bans: new Map<string, unknown>() }
  expect([...bans.keys()]).toEqual([harness.as('member8').userId])
})

test('a trial says who would be spared a punishment and why, in the same words as a run', async () => {
  const tall = await role('Tall')
  await give('member5', tall)
  const highest = guild()?.roles.highest.position ?? 0
  await owner().rest('PATCH', `/guilds/${harness.guildId}/roles`, [{ id: tall, position: highest }])
  await until('it to be above the bot', () => {
    const there = guild()
    return (there?.roles.cache.get(tall)?.comparePositionTo(there.members.me?.roles.highest ?? '') ?? -1) > 0
  })
  const tried = { name: 'Scam', conditions: [{ kind: 'contains', words: ['spared'] }], actions: [{ kind: 'ban' }] }
  for (const login of ['admin', 'member5', 'member6']) await harness.as(login).say(general, 'who is spared')
  const { body } = await desk.owner.call('POST', desk.under('/try'), { design: desk.body(tried), channel_id: general })
  const { messages } = body as { messages: { author: { id: string }; result: string; spared: unknown }[] }
  const spared = (login: string) =>
    messages.findLast(({ author, result }) => author.id === harness.as(login).userId && result === 'starts')?.spared
  const tooLow = expect.stringMatching(/^I cannot ban .+: my role .+ must be above theirs, “Tall”\./u) as string
  const ofTheTeam = 'Members with Ban Members are not punished by automations.'
  expect(spared('admin')).toEqual({ action: 'Ban the member', why: ofTheTeam })
  expect(spared('member5')).toEqual({ action: 'Ban the member', why: tooLow })
  expect(spared('member6')).toBeNull()
  await desk.on(tried)
  for (const login of ['admin', 'member5', 'member6']) await harness.as(login).say(general, 'who is spared')
  expect((await desk.ended(3)).map(({ state, why }) => ({ state, why }))).toEqual([
    { state: 'moot', why: ofTheTeam },
    { state: 'moot', why: tooLow },
    { state: 'done', why: null },
  ])
})

test('no role with dangerous permissions is given, even if it got them later', async () => {
  const dangerous = await role('Dangerous', PermissionFlagsBits.BanMembers)
  const design = (role_id: string) => ({
    name: 'Give',
    conditions: [{ kind: 'contains', words: ['give'] }],
    actions: [{ kind: 'give_role', role_id }],
  })
  isRefused(await desk.save(design(dangerous)), 'actions.0.kind', 'Ban Members, which nobody should get automatically')
  const harmless = await role('Harmless')
  const id = await desk.on(design(harmless))
  await owner().rest('PATCH', `/guilds/${harness.guildId}/roles/${harmless}`, {
    permissions: String(PermissionFlagsBits.KickMembers),
  })
  await until('that to be known', () => guild()?.roles.cache.get(harmless)?.permissions.has('KickMembers'))
  await harness.as('member3').say(general, 'give')
  const { problem } = await until('it to be paused', async () => (await desk.one(id)).paused ?? undefined)
  expect(problem).toContain('Kick Members, which nobody should get automatically')
  expect(
    harness.sandbox.context.world.guilds.get(harness.guildId)?.members.get(harness.as('member3').userId)?.roles,
  ).not.toContain(harmless)
})

test('a member who cannot see a channel is shown no automation that names it, and cannot save one', async () => {
  const secret = harness.channel('mod-log')
  const send = [{ kind: 'send', channel_id: secret, text: 'secret' }]
  isRefused(await desk.save({ name: 'Leak', actions: send }, helper), 'actions.0.channel_id', 'no such channel')
  const id = await desk.on({ name: 'Secret', conditions: [{ kind: 'contains', words: ['never'] }], actions: send })
  const { body } = await helper.call('GET', desk.under('/list'))
  expect(JSON.stringify(body)).not.toContain('Secret')
  const history = async (who: Visitor) =>
    JSON.stringify((await who.call('GET', `/api/guild/${harness.guildId}/history?feature=automations`)).body)
  expect(await history(desk.owner)).toContain('Secret')
  expect(await history(helper)).toContain('hidden automation')
  expect(await history(helper)).not.toContain('Secret')
  for (const answer of [await desk.turn(id, false, helper), await helper.call('DELETE', desk.under(`/${id}`))])
    expect(answer.status).toBe(404)
  const design = { ...desk.body({ actions: eyes }), id: undefined }
  expect((await helper.call('POST', desk.under('/try'), { design, channel_id: secret })).status).toBe(403)
})

test('events in a channel start nothing if whoever saved the automation cannot, or no longer can, see it', async () => {
  const secret = harness.channel('mod-log')
  const spies = {
    name: 'Spy',
    conditions: [{ kind: 'contains', words: ['plan'] }],
    actions: [{ kind: 'send', channel_id: general, text: 'Heard: {message}' }],
  }
  const { id } = ((await desk.save(spies, helper)).body as { automation: { id: string } }).automation
  expect((await desk.turn(id, true, helper)).status).toBe(200)
  const before = desk.runs().length
  await owner().say(secret, 'the secret plan')
  await harness.as('member3').say(general, 'the open plan')
  await until('the open one to be told', () => said(general).some(one => textOf(one).includes('the open plan')))
  expect(said(general).some(one => textOf(one).includes('the secret plan'))).toBe(false)
  expect(await desk.ended(before + 1)).toHaveLength(before + 1)
  // Begun while they could see it, or were not cached.
  const run = harness.product.services.db.$client.prepare('SELECT * FROM automation_runs ORDER BY id DESC').get() as {
    id: number
  }
  harness.product.services.db.$client
    .prepare("UPDATE automation_runs SET state = 'running', step = 0, channel_id = ?, pending = NULL WHERE id = ?")
    .run(secret, run.id)
  runSoon(harness.product.services, harness.guildId)
  await pass(1000)
  await desk.ended(before + 1)
  expect(desk.runs().find(one => one.id === run.id)).toMatchObject({
    state: 'moot',
    why: 'Whoever saved it does not see the channel.',
  })
  expect((await desk.one(id)).paused).toBeNull()
})

test('automations of a suspended member do nothing, not even send a message', async () => {
  const says = {
    name: 'Says',
    conditions: [{ kind: 'contains', words: ['say it'] }],
    actions: [{ kind: 'reply', text: 'Said.' }],
  }
  const { id } = ((await desk.save(says, helper)).body as { automation: { id: string } }).automation
  expect((await desk.turn(id, true, helper)).status).toBe(200)
  const { userId } = harness.as('member2')
  let stopped = true
  harness.product.services.access.suspend((_, who) => (stopped && who === userId ? 'You were stopped.' : undefined))
  await harness.as('member3').say(general, 'say it')
  const { problem } = await until('it to be paused', async () => (await desk.one(id)).paused ?? undefined)
  stopped = false
  expect(problem).toContain('Whoever saved it was stopped in this server.')
  expect(said(general).some(one => textOf(one) === 'Said.')).toBe(false)
  expect((await desk.turn(id, true)).status).toBe(200)
  await harness.as('member3').say(general, 'say it')
  await until('it to be said', () => said(general).some(one => textOf(one) === 'Said.'))
})

test('deleted things are reported, recreated ones are followed, and a forgotten member lends no rights', async () => {
  const old = await role('Old')
  const id = await desk.on({
    name: 'Names',
    conditions: [{ kind: 'has_role', role_id: old }],
    actions: [{ kind: 'take_role', role_id: old }],
  })
  await owner().rest('DELETE', `/guilds/${harness.guildId}/roles/${old}`)
  await until('it to be told', async () => (await desk.one(id)).problems.length > 0)
  expect((await desk.one(id)).problems.map(({ field }) => field)).toEqual(['conditions.0.role_id', 'actions.0.role_id'])
  const anew = await role('Old')
  renameId(harness.product.services, harness.guildId, { from: old, to: anew }, { userId: null, via: 'test' })
  expect(await desk.one(id)).toMatchObject({
    problems: [],
    actions: [{ role_id: anew }],
    conditions: [{ role_id: anew }],
  })
  await give('member3', anew)
  await harness.as('member3').say(general, 'hello')
  await until('the new one to be taken', () => !held('member3', anew))
  const erased = await desk.owner.call('POST', `/api/guild/${harness.guildId}/forget-user`, {
    userId: harness.as('member3').userId,
  })
  expect(erased.status).toBe(200)
  expect(desk.runs()).toEqual([])
  await desk.owner.call('POST', `/api/guild/${harness.guildId}/forget-user`, { userId: owner().userId })
  expect(await desk.one(id)).toMatchObject({ saved_by: null })
  await give('member1', anew)
  await harness.as('member1').say(general, 'hello')
  const { problem } = await until('it to be paused', async () => (await desk.one(id)).paused ?? undefined)
  expect(problem).toContain('somebody who is forgotten')
})

test('what the bot lacks is reported at the action, in the doctor, and when it runs', async () => {
  const id = await desk.on({
    name: 'Lacks',
    conditions: [{ kind: 'contains', words: ['lacks'] }],
    actions: [{ kind: 'delete' }],
  })
  await without(harness, PermissionFlagsBits.ManageMessages)
  const { body } = await desk.owner.call('GET', desk.under('/list'))
  expect((body as { bot: string[] }).bot).not.toContain('ManageMessages')
  expect((await desk.one(id)).problems).toEqual([{ field: 'actions.0', sentence: 'I need Manage Messages for this.' }])
  const found = JSON.stringify((await desk.owner.call('GET', `/api/guild/${harness.guildId}/doctor`)).body)
  expect(found).toContain('for the automation Lacks')
  await harness.as('member1').say(general, 'lacks')
  await until('it to be paused', async () => (await desk.one(id)).paused ?? undefined)
})

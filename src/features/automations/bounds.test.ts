// @module-tag long
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Automations, createAutomations } from '#test/automations.ts'
import { createHarness, type Harness } from '#test/harness.ts'
import { textOf } from '#test/member.ts'
import { until } from '#test/until.ts'
import type { Visitor } from '#test/visitor.ts'

let harness: Harness
let desk: Automations
let ahead = 0
let general: string
let market: string
beforeAll(async () => {
  harness = await createHarness({ now: () => Date.now() + ahead, writesPerMinute: 1000 })
  desk = await createAutomations(harness)
  general = harness.channel('general')
  market = harness.channel('woodwork')
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
const said = (channelId: string) => harness.messages(channelId).filter(({ author }) => author.id === harness.botId)
const reactions = (id: string) => [...(harness.sandbox.context.world.reactions.get(id)?.keys() ?? [])]
const eyes = [{ kind: 'react', emoji: '👀' }]
/** Posts a message that another automation marks, so that everything before it has been judged. */
async function judged(): Promise<void> {
  const id = await desk.on({
    name: 'Mark',
    conditions: [{ kind: 'contains', words: ['marked'] }],
    actions: [{ kind: 'react', emoji: '✅' }],
  })
  const mark = await harness.as('member1').say(general, 'marked')
  await until('the mark', () => reactions(mark.id).includes('✅'))
  await desk.owner.call('DELETE', desk.under(`/${id}`))
}
const isRefused = (answer: Awaited<ReturnType<Visitor['call']>>, field: string, sentence: string, status = 400) =>
  expect({ status: answer.status, body: answer.body }).toMatchObject({
    status,
    body: { fields: { [field]: expect.stringContaining(sentence) } },
  })

test('beyond its hourly runs it waits, its page says so, and it continues in the next hour', async () => {
  const trigger = { channels: [general] }
  const conditions = [{ kind: 'contains', words: ['count'] }]
  const id = await desk.on({ name: 'Two', trigger, conditions, runs_per_hour: 2, actions: eyes })
  const all = []
  for (const login of ['member1', 'member2', 'member3']) all.push(await harness.as(login).say(general, 'count'))
  await judged()
  await desk.ended(2)
  expect(all.map(one => reactions(one.id))).toEqual([['👀'], ['👀'], []])
  expect(await desk.one(id)).toMatchObject({ runs: { hour: 2 }, held_at: expect.any(Number) as number })
  await pass(3_600_001)
  const later = await harness.as('member3').say(general, 'count')
  await until('it to run again', () => reactions(later.id).includes('👀'))
  // Runs of the previous hour no longer count.
  expect(await desk.one(id)).toMatchObject({ runs: { hour: 1 } })
})

test('a member starts it only once within the set minutes, and others do not have to wait', async () => {
  await desk.on({
    name: 'Once',
    conditions: [{ kind: 'contains', words: ['once'] }],
    member_minutes: 10,
    actions: eyes,
  })
  const mine = [await harness.as('member1').say(general, 'once'), await harness.as('member1').say(general, 'once')]
  const other = await harness.as('member3').say(general, 'once')
  await until('both to be answered', () => reactions(mine[0]?.id ?? '').length + reactions(other.id).length === 2)
  await judged()
  expect(reactions(mine[1]?.id ?? '')).toEqual([])
  await pass(10 * 60_000 + 1)
  const later = await harness.as('member1').say(general, 'once')
  await until('them to start it again', () => reactions(later.id).includes('👀'))
})

test('all automations of a server share the hourly limit, and those that ban may run ten times', async () => {
  const settings = (runsPerHour: number) =>
    desk.owner.call('POST', desk.under(''), { automationsUpdate: true, runsPerHour })
  expect((await settings(1)).status).toBe(200)
  for (const name of ['One', 'Two'])
    await desk.on({ name, conditions: [{ kind: 'contains', words: ['shared'] }], actions: eyes })
  const before = desk.runs().length
  await harness.as('member1').say(general, 'shared')
  await until('one to have run', () => desk.runs().length > before)
  expect(desk.runs()).toHaveLength(before + 1)
  expect((await settings(240)).status).toBe(200)
  // Nobody is banned by it: all their roles are too high.
  const id = await desk.on({
    name: 'Ban',
    conditions: [{ kind: 'contains', words: ['spam'] }],
    actions: [{ kind: 'ban' }],
  })
  for (let time = 0; time < 12; time += 1) await harness.as('owner').say(general, 'spam')
  await judged()
  const bans = (await desk.ended(1)).filter(run => run.automation_id === id)
  expect(bans.map(({ state }) => state)).toEqual(Array.from({ length: 10 }, () => 'moot'))
  // Nobody disables it by having a role that is too high.
  expect(await desk.one(id)).toMatchObject({ paused: null, held_at: expect.any(Number) as number })
})

test('deleting and recreating an automation does not reset its hourly limit', async () => {
  const bans = { name: 'Ban', conditions: [{ kind: 'contains', words: ['spam'] }], actions: [{ kind: 'ban' }] }
  const first = await desk.on(bans)
  // Nobody is banned by it: the owner is above everybody.
  for (let time = 0; time < 10; time += 1) await harness.as('owner').say(general, 'spam')
  expect(await desk.ended(10)).toHaveLength(10)
  expect((await desk.owner.call('DELETE', desk.under(`/${first}`))).status).toBe(200)
  const second = await desk.on(bans)
  await harness.as('owner').say(general, 'spam')
  await judged()
  expect(desk.runs().filter(run => run.automation_id === second)).toEqual([])
  expect(await desk.one(second)).toMatchObject({ held_at: expect.any(Number) as number })
})

test('an invalid automation is refused with the field that is wrong, and changes nothing', async () => {
  const before = (await desk.list()).length
  const none = '100000000000000001'
  const refused: [object, string, string][] = [
    [{ name: ' ' }, 'name', 'needs a name'],
    [{ actions: [] }, 'actions', 'Add an action.'],
    [{ actions: [{ kind: 'send', text: 'x' }] }, 'actions.0.channel_id', 'Choose a channel.'],
    [{ actions: [{ kind: 'send', channel_id: none, text: 'x' }] }, 'actions.0.channel_id', 'no such channel'],
    [{ actions: [{ kind: 'dm', text: ' ' }] }, 'actions.0.text', 'Write the message'],
    [{ actions: [{ kind: 'react', emoji: 'kiln' }] }, 'actions.0.emoji', 'Choose an emoji'],
    [{ actions: [{ kind: 'give_role', role_id: none }] }, 'actions.0.role_id', 'no such role'],
    [{ actions: [{ kind: 'delete' }, { kind: 'copy', channel_id: market }] }, 'actions.1.kind', 'gone before this'],
    [{ actions: [{ kind: 'kick' }, { kind: 'dm', text: 'x' }] }, 'actions.1.kind', 'gone before this'],
    [{ trigger: { kind: 'leave' }, actions: [{ kind: 'dm', text: 'x' }] }, 'actions.0.kind', 'has left'],
    [{ trigger: { kind: 'join' }, actions: [{ kind: 'delete' }] }, 'actions.0.kind', 'no message'],
    [{ trigger: { kind: 'join' }, conditions: [{ kind: 'link' }] }, 'conditions.0.kind', 'Remove it'],
    [{ conditions: [{ kind: 'contains' }] }, 'conditions.0.words', 'Add a word'],
    [{ trigger: { kind: 'reaction', emojis: ['kiln'] } }, 'trigger.emojis.0', 'is not an emoji'],
  ]
  for (const [design, field, sentence] of refused)
    isRefused(
      await desk.save({ actions: [{ kind: 'send', channel_id: market, text: 'x' }], ...design }),
      field,
      sentence,
    )
  expect(await desk.save({ conditions: [{ kind: 'eval', words: ['1+1'] }], actions: eyes })).toMatchObject({
    status: 400,
  })
  expect((await desk.list()).length).toBe(before)
})

test('an emoji of the server can be given by its name, in triggers and in actions', async () => {
  const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='
  const body = { name: 'glazed', image: `data:image/png;base64,${png}` }
  const { id } = await harness.as('owner').rest<{ id: string }>('POST', `/guilds/${harness.guildId}/emojis`, body)
  await harness.heard()
  const saved = await desk.save({
    trigger: { kind: 'reaction', emojis: [':glazed:', '⭐', `<:glazed:${id}>`] },
    actions: [{ kind: 'react', emoji: ':glazed:' }],
  })
  expect(saved).toMatchObject({ status: 200 })
  expect((await desk.list())[0]).toMatchObject({
    trigger: { emojis: [`<:glazed:${id}>`, '⭐'] },
    actions: [{ emoji: `<:glazed:${id}>` }],
  })
  const unknown = await desk.save({ trigger: { kind: 'reaction', emojis: [':wood:'] }, actions: eyes })
  isRefused(unknown, 'trigger.emojis.0', 'This server has no emoji :wood:.')
  await harness.as('owner').rest('POST', `/guilds/${harness.guildId}/emojis`, body)
  await harness.heard()
  const several = 'This server has 2 emojis :glazed:. Choose the one you mean, or paste it.'
  isRefused(
    await desk.save({ trigger: { kind: 'reaction', emojis: [':glazed:'] }, actions: eyes }),
    'trigger.emojis.0',
    several,
  )
  isRefused(await desk.save({ actions: [{ kind: 'react', emoji: ':glazed:' }] }), 'actions.0.emoji', several)
})

test('a loop is refused when it is saved and when it is switched on, with its path', async () => {
  const by = 'automations' as const
  await desk.on({
    name: 'Offers',
    trigger: { by, channels: [general] },
    actions: [{ kind: 'copy', channel_id: market }],
  })
  const tidy = {
    name: 'Market tidy',
    trigger: { by, channels: [market] },
    actions: [{ kind: 'send', channel_id: general, text: 'Tidy' }],
  }
  const sentence = '“Send a message to a channel” starts “Offers”, whose “Copy the message” starts it again.'
  isRefused(await desk.save(tidy), 'actions.0.kind', sentence, 409)
  const [offers] = await desk.list()
  await desk.turn(offers?.id ?? '', false)
  const saved = await desk.save(tidy)
  expect(saved.status).toBe(200)
  const { id } = (saved.body as { automation: { id: string } }).automation
  expect((await desk.turn(id, true)).status).toBe(200)
  expect(await desk.turn(offers?.id ?? '', true)).toMatchObject({ status: 409, body: { code: 'automations.loop' } })
})

test('messages of automations start those that ask for them, once each, about the member who began', async () => {
  const by = 'automations' as const
  await desk.on({
    name: 'Offers',
    trigger: { channels: [general] },
    conditions: [{ kind: 'contains', words: ['offer'] }],
    actions: [{ kind: 'send', channel_id: market, text: 'An offer' }],
  })
  await desk.on({
    name: 'Market',
    trigger: { by, channels: [market] },
    actions: [
      { kind: 'dm', text: 'Seen, {member.name}' },
      { kind: 'react', emoji: '🛒' },
    ],
  })
  await harness.as('member3').say(general, 'offer')
  const copy = await until('the offer', () => said(market).find(one => textOf(one) === 'An offer'))
  await until('it to be seen', () => reactions(copy.id).includes('🛒'))
  expect((await desk.ended(2)).slice(-2).map(({ state }) => state)).toEqual(['done', 'done'])
})

test('trying it on the last messages shows which would have started it and why not, and does nothing', async () => {
  const words = [
    { kind: 'contains', words: ['lathe'] },
    { kind: 'length_from', count: 12 },
  ]
  const [short, long] = [
    await harness.as('member1').say(general, 'lathe'),
    await harness.as('member1').say(general, 'my old lathe, for free'),
  ]
  const design = desk.body({ name: 'Try', conditions: words, actions: [{ kind: 'delete' }, { kind: 'ban' }] })
  const answer = await desk.owner.call('POST', desk.under('/try'), { design, channel_id: general })
  expect(answer.status).toBe(200)
  const { messages } = answer.body as { messages: { id: string; result: string; reason: string }[] }
  expect(messages.length).toBeLessThanOrEqual(100)
  const of = (id: string) => messages.find(one => one.id === id)
  expect(of(long.id)).toMatchObject({ result: 'starts', reason: 'All 2 conditions are true' })
  expect(of(short.id)).toMatchObject({ result: 'near', reason: 'Has 5 characters' })
  expect(messages.filter(({ result }) => result === 'starts')).toHaveLength(1)
  expect(harness.messages(general).map(({ id }) => id)).toEqual(expect.arrayContaining([short.id, long.id]))
  expect(await desk.list()).toEqual([])
  const joining = desk.body({ trigger: { kind: 'join' }, actions: [{ kind: 'dm', text: 'x' }] })
  expect(await desk.owner.call('POST', desk.under('/try'), { design: joining, channel_id: general })).toMatchObject({
    status: 400,
  })
})

test('the history shows changes, and restores what was deleted', async () => {
  const id = await desk.on({ name: 'Kept', conditions: [{ kind: 'contains', words: ['kept'] }], actions: eyes })
  await desk.owner.call('DELETE', desk.under(`/${id}`))
  const read = async () => {
    const { body } = await desk.owner.call('GET', `/api/guild/${harness.guildId}/history?feature=automations`)
    return (body as { revisions: { id: number }[] }).revisions
  }
  const [deletion] = await read()
  const at = `/api/guild/${harness.guildId}/history/${deletion?.id}/restore`
  const preview = (await desk.owner.call('GET', at)).body as { revision: number; fields: { key: string }[] }
  const keys = preview.fields.map(({ key }) => key)
  expect(keys).toEqual(expect.arrayContaining(['name', 'conditions', 'actions'].map(key => `automations/${id}/${key}`)))
  expect((await desk.owner.call('POST', at, { revision: preview.revision, keys })).status).toBe(200)
  expect(await desk.one(id)).toMatchObject({ name: 'Kept', actions: [{ kind: 'react', emoji: '👀' }] })
})

test('somebody who saved first is not overwritten', async () => {
  const saved = await desk.save({ name: 'Both', actions: eyes })
  const { id } = (saved.body as { automation: { id: string } }).automation
  expect((await desk.save({ id, revision: 1, name: 'Theirs' })).status).toBe(200)
  expect(await desk.save({ id, revision: 1, name: 'Mine' })).toMatchObject({
    status: 409,
    body: { code: 'automations.conflict', conflict: { revision: 2 } },
  })
  expect(await desk.one(id)).toMatchObject({ name: 'Theirs' })
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectVoice } from '#sandbox/world/voice.ts'
import { joinGuild } from '#sandbox/world/members/join.ts'
import { setScreening } from '#sandbox/world/members/screening.ts'
import { createHarness, type Harness } from '#test/harness.ts'
import { textOf } from '#test/member.ts'
import { controlsOn } from '#test/ticket-panels.ts'
import { until } from '#test/until.ts'
import type { Visitor } from '#test/visitor.ts'

let harness: Harness
let owner: Visitor
let general: string
/** How far the product's clock is ahead, so that XP cooldowns and voice time pass without waiting. */
let aheadMs = 0
/** The time at which it stands still (Unix ms), so that slow machines make no difference. */
let stoppedAt: number | undefined

beforeAll(async () => {
  harness = await createHarness({ now: () => (stoppedAt ?? Date.now()) + aheadMs })
  owner = await harness.signIn('owner')
  general = harness.channel('general')
})
afterAll(() => harness.close())

const id = (login: string) => harness.as(login).userId
const at = (path: string) => `/api/guild/${harness.guildId}/progression/${path}`
const form = (values: Record<string, unknown>) =>
  owner.call('POST', `/api/guild/${harness.guildId}/basic`, { statsUpdate: true, ...values })
const save = async (values: Record<string, unknown>) => expect(await form(values)).toMatchObject({ status: 200 })
const post = (path: string, body?: unknown) => owner.call('POST', at(path), body)
const ask = async (login: string, text: string) => harness.answerTo(await harness.as(login).say(general, text))
/** The rank card in words. */
const rankOf = async (login: string) => (await ask(login, '.rank')).attachments[0]?.description
const answer = async (login: string, text: string) => textOf(await ask(login, text))
const give = (login: string, action: string, amount?: number) => post(`members/${id(login)}`, { action, amount })
const roles = (login: string) =>
  harness.sandbox.context.world.guilds.get(harness.guildId)?.members.get(id(login))?.roles ?? []
const roleId = (name: string) => {
  const all = harness.sandbox.context.world.guilds.get(harness.guildId)?.roles.values() ?? []
  return [...all].find(role => role.name === name)?.id ?? ''
}

interface Board {
  rows: {
    user: { id: string; name: string }
    rank: number
    level: number
    xp: number
    total: number
    messages: number
  }[]
  total: number
}
const board = async (query = '') => (await owner.call('GET', at(`leaderboard?limit=100${query}`))).body as Board
const standing = async (userId: string) =>
  ((await owner.call('GET', at(`members/${userId}`))).body as { standing: object | null }).standing
const rowOf = async (login: string) => (await board()).rows.find(({ user }) => user.id === id(login))
const told = (text: string) => harness.messages(general).filter(({ content }) => content === text)

test('while ranking is off nobody earns anything and the commands say so', async () => {
  await harness.as('member1').say(general, 'hello')
  expect(await answer('member1', '.rank')).toContain('Levels is switched off')
  expect(await answer('member1', '.lb xp')).toContain('Levels is switched off')
  expect(await answer('member1', '.lb rep')).toContain('Nobody is on the reputation leaderboard yet.')
  expect((await board()).total).toBe(0)
})

test('the form of the specification reads back as it was posted', async () => {
  await save({ ranking: 'on', levelup_message: 'Level {level}, {member:name}!', levelup_channel: '#general' })
  const read = async () =>
    ((await owner.call('GET', `/api/guild/${harness.guildId}/basic`)).body as { guild: object }).guild
  expect(await read()).toMatchObject({
    stats: { enabled: true, levelup_message: 'Level {level}, {member:name}!', levelup_channel: general },
  })
  await save({ levelup_channel: '' })
  expect(await read()).toMatchObject({ stats: { enabled: true, levelup_channel: null } })
  expect((await form({ levelup_channel: 'nowhere' })).status).toBe(400)
})

test('a message earns XP every five seconds; commands earn none; a level is announced once, where it was reached', async () => {
  const { say } = harness.as('member1')
  stoppedAt = Date.now()
  await say(general, 'one')
  const first = await until('the first XP', () => rowOf('member1'))
  expect(first).toMatchObject({ level: 1, rank: 1, messages: 1, user: { name: 'jun_tan' } })
  expect(first.xp).toBeGreaterThanOrEqual(1)
  expect(first.xp).toBeLessThanOrEqual(20)

  await say(general, 'two, too soon')
  await harness.heard()
  aheadMs += 6000
  expect(await rankOf('member1')).toBe(`jun_tan: rank #1, level 1, ${first.xp} / 100 XP`)
  expect(await rowOf('member1')).toMatchObject({ xp: first.xp, messages: 3 })

  expect((await give('member1', 'set', 99)).body).toMatchObject({ level: 1, xp: 99 })
  await say(general, 'three')
  await until('the level-up', () => told('Level 2, jun_tan!').length > 0)
  // Nothing has been read since, so this is what a killed process leaves behind.
  const stored = harness.product.services.db.$client.prepare('SELECT total FROM leveling_members WHERE user_id = ?')
  expect(stored.pluck().get(id('member1'))).toBeGreaterThanOrEqual(100)
  aheadMs += 6000
  expect(await rankOf('member1')).toContain('rank #1, level 2')
  expect(told('Level 2, jun_tan!')).toHaveLength(1)
  expect(await rowOf('member1')).toMatchObject({ level: 2, messages: 5 })
  stoppedAt = undefined
})

test('several levels at once lead to one announcement, which mentions only its member', async () => {
  await save({
    levelup_message: '{member:mention} has {level} @everyone',
    xp_rate: 1000,
    channel_rates: [{ channelId: general, percent: 1000 }],
  })
  await give('member2', 'set', 90)
  const said = await harness.as('member2').say(general, 'a great deal')
  const announced = await harness.answerTo(said)
  const row = await rowOf('member2')
  expect(row?.total).toBeGreaterThanOrEqual(190)
  expect(announced.content).toBe(`<@${id('member2')}> has ${row?.level} @everyone`)
  expect([announced.mentions.map(user => user.id), announced.mention_everyone]).toEqual([[id('member2')], false])
  await save({ xp_rate: 100, channel_rates: [], no_xp_channels: [harness.channel('woodwork')] })
  aheadMs += 6000
  await harness.as('member2').say(harness.channel('woodwork'), 'earns nothing')
  await until('the message to be counted', async () => (await rowOf('member2'))?.messages === 2)
  expect((await rowOf('member2'))?.total).toBe(row?.total)
})

test('a restart loses no message, no XP and no time in voice', async () => {
  const connect = (channelId: string | null) =>
    connectVoice(harness.sandbox.context, id('member3'), harness.guildId, { channelId })
  await harness
    .as('owner')
    .rest('PATCH', `/guilds/${harness.guildId}`, { afk_channel_id: harness.channel('Quiet corner') })
  connect(harness.channel('Bench talk'))
  await harness.as('member3').say(general, 'before the restart')
  const before = await until('the first XP', () => rowOf('member3'))
  aheadMs += 90_000
  await harness.restart()
  owner = await harness.signIn('owner')
  aheadMs += 30_000
  await harness.as('member3').say(general, 'after the restart')
  await until('the second message', async () => (await rowOf('member3'))?.messages === 2)
  expect((await rowOf('member3'))?.total).toBeGreaterThan(before.total)
  const statistics = await answer('member3', '.stats')
  expect(statistics).toContain('Voice connections\n1')
  expect(statistics).toMatch(/Time in voice\n2 minutes/)
  // Waiting in the AFK channel does not count.
  connect(harness.channel('Quiet corner'))
  await until(
    'the end of the session to be heard',
    () =>
      harness.product.services.client.guilds.cache.get(harness.guildId)?.voiceStates.cache.get(id('member3'))
        ?.channelId === harness.channel('Quiet corner'),
  )
  aheadMs += 600_000
  expect(await answer('member3', '.stats')).toMatch(/Time in voice\n2 minutes/)
})

test('a level gives its role, even to members who come back, and losing the level takes it', async () => {
  const potter = roleId('Potter')
  const refused = await form({ level_roles: [{ level: 2, roleId: roleId('Moderator') }] })
  expect(refused.status).toBe(400)
  expect(Object.keys((refused.body as { fields: object }).fields)).toEqual(['level_roles.0.roleId'])
  await save({ level_roles: [{ level: 2, roleId: potter }] })

  const login = 'member4'
  await give(login, 'set', 99)
  aheadMs += 6000
  await harness.as(login).say(general, 'now')
  await until('the role', () => roles(login).includes(potter))
  await harness.as(login).rest('DELETE', `/users/@me/guilds/${harness.guildId}`)
  await until('the board without them', async () => !(await rowOf(login)))
  // A role given before the rules are accepted would let a member skip the rules.
  const screening = (enabled: boolean) =>
    setScreening(harness.sandbox.context, { userId: id('owner') }, harness.guildId, { enabled })
  screening(true)
  joinGuild(harness.sandbox.context, id(login), harness.guildId)
  await until('the board with them', () => rowOf(login))
  expect(roles(login)).not.toContain(potter)
  await harness.as(login).rest('PUT', `/guilds/${harness.guildId}/requests/@me`, {})
  await until('the role again', () => roles(login).includes(potter))
  screening(false)
  expect(await rowOf(login)).toMatchObject({ level: 2 })
  expect(await answer('owner', `.xp take <@${id(login)}> 50`)).toContain('level 1')
  await until('the role to be taken', () => !roles(login).includes(potter))
})

test('XP can be given to members who have never written, and by id to those who left, but not to bots', async () => {
  const silent = 'member7'
  expect(await answer('owner', `.givexp <@${id(silent)}> 250`)).toContain('level 2')
  expect(await rowOf(silent)).toMatchObject({ level: 2, xp: 150, messages: 0 })

  const stranger = harness.as('stranger').userId
  const isMember = () => harness.sandbox.context.world.guilds.get(harness.guildId)?.members.has(stranger)
  expect(isMember()).toBe(false)
  expect(await answer('owner', `.givexp ${stranger} 100`)).toContain('level 2')
  expect(await post(`members/${stranger}`, { action: 'give', amount: 50 })).toMatchObject({
    status: 200,
    body: { level: 2, xp: 50 },
  })
  // They get a rank once they are in the server.
  expect((await board()).rows.map(({ user }) => user.id)).not.toContain(stranger)
  joinGuild(harness.sandbox.context, stranger, harness.guildId)
  await until('the board with them', async () => (await board()).rows.some(({ user }) => user.id === stranger))
  const reached = { level: 2, xp: 50, needed: 400, total: 150, messages: 0 }
  expect(await standing(stranger)).toEqual({ rank: 3, ...reached })
  await harness.as('owner').rest('DELETE', `/guilds/${harness.guildId}/members/${stranger}`)
  await until('the board without them', async () => (await board()).rows.every(({ user }) => user.id !== stranger))
  expect(await standing(stranger)).toEqual({ rank: null, ...reached })

  expect(await answer('owner', `.givexp <@${harness.botId}> 100`)).toContain('Bots earn no XP. Choose a person.')
  expect(await post(`members/${harness.botId}`, { action: 'give', amount: 50 })).toMatchObject({
    status: 400,
    body: { error: 'Bots earn no XP. Choose a person.' },
  })
  expect(await post('members/100000000000000001', { action: 'give', amount: 50 })).toMatchObject({ status: 404 })
  for (const userId of [id(silent), stranger]) await post(`members/${userId}`, { action: 'reset' })
  expect(await standing(stranger)).toBe(null)
  expect((await owner.call('GET', at('members/nobody'))).status).toBe(404)
})

test('level roles can be tried before they are saved, and applied to everybody', async () => {
  const [potter, woodworker] = [roleId('Potter'), roleId('Woodworker')]
  const level_roles = [{ level: 2, roleId: woodworker }]
  const holders = ['member1', 'member2', 'member3', 'member4', 'member5', 'member6', 'member7', 'member8'].filter(
    login => roles(login).includes(woodworker),
  )
  const order = { level_roles, reward_mode: 'stack', take_roles: true }
  const preview = (await post('roles/preview', order)).body as {
    effects: { roleId: string; gains: number; loses: number }[]
  }
  const reached = (await board()).rows.filter(({ level }) => level >= 2).map(({ user }) => user.id)
  const gainers = reached.filter(userId => !holders.some(login => id(login) === userId))
  const losers = holders.filter(login => !reached.includes(id(login)))
  expect(preview.effects).toMatchObject([{ roleId: woodworker, gains: gainers.length, problem: null }])
  expect(preview.effects[0]?.loses).toBeGreaterThanOrEqual(losers.length)
  expect(gainers.length).toBeGreaterThan(0)

  await save({ level_roles })
  await post('roles/apply', { take_roles: true })
  interface Progress {
    progress: { state: string; given: number; taken: number; failed: number }
  }
  const done = await until('the run to end', async () => {
    const { progress } = (await owner.call('GET', at('roles/apply'))).body as Progress
    return progress.state === 'done' && progress
  })
  expect(done).toMatchObject({ given: preview.effects[0]?.gains, taken: preview.effects[0]?.loses, failed: 0 })
  const again = (await post('roles/preview', order)).body
  expect(again).toMatchObject({ effects: [{ gains: 0, loses: 0 }] })
  await save({ level_roles: [{ level: 2, roleId: potter }] })
  await save({ level_roles: [] })
})

test('the leaderboard turns its pages for the member who asked, and finds members by name', async () => {
  const crowd = Array.from(
    { length: 12 },
    (_, index) => `${200_000_000_000_000_000n + BigInt(index)},Guest ${index},${1000 + index}`,
  )
  await post('import', { text: ['id,name,xp', ...crowd].join('\n'), mode: 'set', dry_run: false })
  const asked = await ask('member6', '.lb')
  const { description = '' } = asked.embeds[0] ?? {}
  expect(description.split('\n')).toHaveLength(10)
  expect(asked.embeds[0]?.footer?.text).toContain('Page 1 of 2')
  const [, next = ''] = controlsOn(asked)
  await harness.as('member7').press(asked, next)
  await until('the refusal', () => harness.shownTo('member7').some(one => textOf(one).includes('somebody else')))
  await harness.as('member6').press(asked, next)
  await until('the second page', () => {
    const now = harness.messages(general).find(one => one.id === asked.id)
    return now?.embeds[0]?.description?.includes('**11.**')
  })
  const found = await board('&search=guest%2011')
  expect(found).toMatchObject({ total: 1, rows: [{ user: { name: 'Guest 11' } }] })
  expect(found.rows[0]?.rank).toBe((await board()).rows.findIndex(({ user }) => user.name === 'Guest 11') + 1)
  expect((await board('&search=%25')).total).toBe(0)
})

test('everybody is reset only by the member who asked, after confirming, and it can be undone', async () => {
  const asked = await ask('owner', '.xp resetall')
  const [button = ''] = controlsOn(asked)
  await harness.as('admin').press(asked, button)
  await until('the refusal', () => harness.shownTo('admin').some(one => textOf(one).includes('somebody else')))
  const { total } = await board()
  expect(total).toBeGreaterThan(0)
  await harness.as('owner').press(asked, button)
  await until('an empty board', async () => (await board()).total === 0)
  const { changes } = (await owner.call('GET', at('changes'))).body as { changes: { batch: string }[] }
  expect((await post('undo', { batch: changes[0]?.batch })).body).toMatchObject({ members: total })
  expect((await board()).total).toBe(total)
})

test('somebody who is forgotten leaves no row', async () => {
  const address = `/api/guild/${harness.guildId}/forget-user`
  await owner.call('POST', address, { userId: id('member2') })
  expect(await rowOf('member2')).toBeUndefined()
  const everything = JSON.stringify((await owner.call('GET', `/api/guild/${harness.guildId}/export`)).body)
  expect(everything).not.toContain(`"userId":"${id('member2')}"`)
})

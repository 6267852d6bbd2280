import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '#test/until.ts'
import { createHarness, type Harness } from '#test/harness.ts'
import type { Visitor } from '#test/visitor.ts'
import { reputationBoard } from './public.ts'

const hourMs = 3_600_000
let app: Harness
let owner: Visitor
let general: string
/** The product's clock; it stands still, so that a day is exactly a day. */
let now = Date.now()
beforeAll(async () => {
  app = await createHarness({ now: () => now })
  general = app.channel('general')
  owner = await app.signIn('owner')
})
afterAll(() => app.close())

const ask = (login: string, text: string) => app.answer(login, text, general)
const mention = (login: string) => `<@${app.as(login).userId}>`
const address = () => `/api/guild/${app.guildId}/reputation`
const save = (body: Record<string, unknown>) => owner.call('POST', address(), { reputationUpdate: true, ...body })

test('a member gives once a day, to the millisecond, also after a restart', async () => {
  expect(await ask('member1', `.rep give ${mention('member2')}`)).toContain('They have 1 reputation point now.')
  const again = Math.ceil((now + 24 * hourMs) / 1000)
  expect(await ask('member1', `.rep give ${mention('member3')}`)).toContain(
    `You can give reputation again <t:${again}:R>.`,
  )
  await app.restart()
  owner = await app.signIn('owner')
  now += 24 * hourMs - 1
  expect(await ask('member1', `.rep give ${mention('member2')}`)).toContain('again')
  now += 1
  expect(await ask('member1', `.reputation give ${mention('member2')}`)).toContain('They have 2 reputation points now.')
  expect(await ask('member1', '.rep')).toMatch(/Received\n0\nGiven\n2$/)
  expect(await ask('member1', `.rep ${mention('member2')}`)).toMatch(
    /Received\n2\nGiven\n0\nGive them a point with \.rep give\.$/,
  )
})

test('nobody gives to themselves or a bot, and two gifts at once count as one', async () => {
  expect(await ask('member4', `.rep give ${mention('member4')}`)).toContain('give yourself')
  expect(await ask('member4', `.rep give <@${app.botId}>`)).toContain('Bots cannot')
  const member = app.as('member4')
  const said = await Promise.all(
    ['member5', 'member6'].map(login => member.say(general, `.rep give ${mention(login)}`)),
  )
  const answers = await Promise.all(said.map(message => app.answerTo(message)))
  expect(answers.length).toBe(2)
  const { rows } = reputationBoard(app.product.services.db, app.guildId, { limit: 10, offset: 0 })
  expect(rows.reduce((sum, { received }) => sum + received, 0)).toBe(3)
})

test('the page changes the wait and where gifts are announced; the board counts who received', async () => {
  const channel = app.channel('announcements')
  const saved = await save({ cooldownHours: 1, announceChannel: 'announcements' })
  expect(saved).toMatchObject({ status: 200 })
  expect((await save({ cooldownHours: 0 })).body).toMatchObject({ fields: { cooldownHours: expect.any(String) } })
  expect((await owner.call('GET', address())).body).toMatchObject({
    guild: { enabled: true, cooldownHours: 1, announceChannel: channel },
  })
  now += hourMs
  expect(await ask('member1', `.rep give ${mention('member2')}`)).toContain('3 reputation points')
  const told = `gave ${mention('member2')} a reputation point`
  const announced = await until('the announcement', () => app.messages(channel).find(one => one.content.includes(told)))
  expect(announced.mentions).toEqual([])
  expect((await owner.call('GET', `${address()}/board?limit=1`)).body).toMatchObject({
    total: 2,
    rows: [{ user: { id: app.as('member2').userId, name: 'Ines' }, received: 3 }],
  })
  expect((await save({ enabled: 'off' })).status).toBe(200)
  expect(await ask('member1', '.rep')).toContain('Reputation is switched off')
})

test('when somebody is forgotten, points that they gave stay and those that they received are deleted', async () => {
  const forget = (login: string) =>
    owner.call('POST', `/api/guild/${app.guildId}/forget-user`, { userId: app.as(login).userId })
  await forget('member1')
  const board = () => reputationBoard(app.product.services.db, app.guildId, { limit: 10, offset: 0 })
  expect(board().rows[0]).toEqual({ userId: app.as('member2').userId, received: 3 })
  const { body } = await owner.call('GET', `/api/guild/${app.guildId}/export`)
  expect(JSON.stringify((body as { features: { reputation: unknown } }).features.reputation)).not.toContain(
    app.as('member1').userId,
  )
  await forget('member2')
  expect(board().total).toBe(1)
})

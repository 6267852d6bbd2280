import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHarness, type Harness } from '#test/harness.ts'
import { createTicketDesk } from '#test/tickets.ts'
import type { Visitor } from '#test/visitor.ts'
import type { FoundPerson } from './find-people.ts'

let app: Harness
let owner: Visitor
beforeAll(async () => {
  app = await createHarness()
  owner = await app.signIn('owner')
})
afterAll(() => app.close())

const find = async (search: string, visitor = owner) => {
  const address = `/api/guild/${app.guildId}/people?search=${encodeURIComponent(search)}`
  const { status, body } = await visitor.call('GET', address)
  return { status, people: (body as { people?: FoundPerson[] }).people ?? [] }
}
const nameOf = async (id: string) => (await app.product.services.client.users.fetch(id)).username

test('members are found by the beginning of their name, and bots are called bots', async () => {
  const { userId } = app.as('member1')
  const [found] = (await find((await nameOf(userId)).slice(0, 4))).people.filter(({ id }) => id === userId)
  expect(found).toMatchObject({ bot: false, here: true, avatarURL: expect.stringContaining(userId) })
  const bots = (await find((await nameOf(app.botId)).slice(0, 4))).people
  expect(bots.find(({ id }) => id === app.botId)?.bot).toBe(true)
})

test('anybody is found by id, even outside the server; nobody when there is no such account', async () => {
  const member = app.sandbox.context.world.guilds.get(app.guildId)?.members
  const stranger = [...app.sandbox.context.world.accounts.keys()].find(id => !member?.has(id)) ?? ''
  expect((await find(app.as('member1').userId)).people).toMatchObject([{ here: true }])
  expect((await find(stranger)).people).toMatchObject([{ id: stranger, here: false }])
  expect(await find('100000000000000001')).toEqual({ status: 200, people: [] })
})

test('only those who can open the server’s pages may search its members, and not with an empty or too long text', async () => {
  expect((await find('a', await app.signIn('member1'))).status).toBe(403)
  expect((await find(' ')).status).toBe(400)
  expect((await find('a'.repeat(101))).status).toBe(400)
})

test('somebody who was given access to a single feature may search, since its page asks for people', async () => {
  const { userId } = app.as('member2')
  const helper = await app.signIn('member2')
  const grants = `/api/guild/${app.guildId}/access`
  expect((await find('a', helper)).status).toBe(403)
  const given = await owner.call('POST', grants, {
    kind: 'member',
    id: userId,
    feature: 'leveling',
    level: 'view',
    expiresAt: null,
  })
  expect(given.status).toBe(200)
  expect((await find('a', helper)).status).toBe(200)
})

test('somebody who may open the server only to answer tickets may not search its people here', async () => {
  createTicketDesk(app)
  const moderator = await app.signIn('moderator')
  const own = await moderator.call('GET', `/api/guild/${app.guildId}/own-access`)
  expect(own).toMatchObject({ status: 200, body: { level: 'visit' } })
  expect((await find('a', moderator)).status).toBe(403)
})

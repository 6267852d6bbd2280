// @module-tag long
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHarness, type Harness } from '#test/harness.ts'
import { until } from '#test/until.ts'
import type { Visitor } from '#test/visitor.ts'

const days = 30 * 86_400_000
let app: Harness
let owner: Visitor
let general: string
/** How far the product's clock is ahead (ms). */
let ahead = 0
beforeAll(async () => {
  app = await createHarness({ now: () => Date.now() + ahead })
  owner = await app.signIn('owner')
  general = app.channel('general')
  await owner.call('POST', `/api/guild/${app.guildId}/basic`, { statsUpdate: true, ranking: 'on' })
  await owner.call('POST', `/api/guild/${app.guildId}/reputation`, { reputationUpdate: true, enabled: 'on' })
})
afterAll(() => app.close())

const ask = (login: string, text: string) => app.answer(login, text, general)
const mention = (login: string) => `<@${app.as(login).userId}>`
const totalOf = async (login: string) => {
  const { body } = await owner.call('GET', `/api/guild/${app.guildId}/progression/leaderboard?limit=100`)
  const { rows } = body as { rows: { user: { id: string }; total: number }[] }
  return rows.find(({ user }) => user.id === app.as(login).userId)?.total ?? 0
}
/**
 * Writes until XP is given. Discord and the bot may take a moment; the five seconds between two grants are the
 * product's.
 */
async function earns(login: string) {
  const before = await totalOf(login)
  await app.as(login).say(general, 'hello')
  await until('XP for a message', async () => (await totalOf(login)) > before)
}

test.each([
  ['at once', 'member1', () => Promise.resolve()],
  ['after a restart', 'member2', () => app.restart()],
] as const)(
  'a clock that was a month ahead and came back keeps nobody from XP, reputation and commands %s',
  async (_when, login, settle) => {
    ahead = days
    owner = await app.signIn('owner')
    await earns(login)
    expect(await ask(login, `.rep give ${mention('member3')}`)).toContain('reputation point')
    expect(await ask(login, '.rank')).not.toContain('wait')
    ahead = 0
    await settle()
    owner = await app.signIn('owner')
    await earns(login)
    expect(await ask(login, `.rep give ${mention('member3')}`)).toContain('reputation point')
    expect(await ask(login, `.rep give ${mention('member3')}`)).toContain('again <t:')
  },
)

test('an hour’s ban set while the clock was ahead ends an hour after the clock was corrected', async () => {
  const banned = () => app.sandbox.context.world.guilds.get(app.guildId)?.bans.has(app.as('member5').userId)
  ahead = days
  expect(await ask('owner', `.ban ${mention('member5')} 1h spam`)).toContain('banned')
  expect(banned()).toBe(true)
  ahead = 0
  await app.product.services.scheduler.tick()
  expect(banned()).toBe(true)
  ahead = 3_600_000
  await app.product.services.scheduler.tick()
  expect(banned()).toBe(false)
  ahead = 0
})

test('searches of the history are limited per minute, whatever the clock does meanwhile', async () => {
  const search = () => owner.call('GET', `/api/guild/${app.guildId}/history?search=nothing-of-that`)
  ahead = days
  owner = await app.signIn('owner')
  for (let turn = 0; turn < 20; turn++) expect((await search()).status).toBe(200)
  ahead = 0
  owner = await app.signIn('owner')
  const { status, body } = await search()
  const [, seconds = '0'] = /Try again in (\d+) seconds/.exec((body as { error?: string }).error ?? '') ?? []
  expect(status === 429 ? Number(seconds) : 0).toBeLessThanOrEqual(60)
})

test('a file of an unsent message outlives a clock that was a month ahead', async () => {
  const files = `/api/guild/${app.guildId}/embeds/files`
  const form = new FormData()
  form.set('file', new Blob([Buffer.concat([Buffer.from('GIF89a', 'latin1'), Buffer.alloc(50)])]), 'kiln.gif')
  const { body } = await owner.call('POST', files, form)
  ahead = days
  await app.product.services.scheduler.tick()
  ahead = 0
  await app.product.services.scheduler.tick()
  expect((await owner.call('GET', `${files}/${(body as { id: string }).id}`)).status).toBe(200)
})

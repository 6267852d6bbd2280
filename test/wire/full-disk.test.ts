import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillDisk } from '../full-disk.ts'
import { createHarness, type Harness } from '../harness.ts'
import { textOf } from '../member.ts'

/** What people are told while the database accepts no data: in Discord, on the dashboard, at /healthz. */
let app: Harness
let ahead = 0
beforeAll(async () => {
  app = await createHarness({ now: () => Date.now() + ahead })
})
afterAll(() => app.close())

const health = async () => {
  const { status, body } = await app.visitor().call('GET', '/healthz')
  return { status, reasons: (body as { reasons: string[] }).reasons }
}
const warn = async () => {
  const { userId } = app.as('member1')
  return textOf(await app.answerTo(await app.as('owner').say(app.channel('general'), `.warn <@${userId}> spam`)))
}

test('a full disk is reported where somebody wanted to store something, on the dashboard and to the operator', async () => {
  const owner = await app.signIn('owner')
  const inDashboard = async () => (await owner.call('GET', '/api/disk')).body
  expect([await health(), await inDashboard()]).toMatchObject([{ status: 200, reasons: [] }, { problem: null }])
  const makeRoom = fillDisk(app.product.services.db)
  const sentence = 'The disk I keep my data on is full. Nothing can be saved until whoever runs this bot has made room.'
  expect(await warn()).toBe(sentence)
  expect([await health(), await inDashboard()]).toMatchObject([
    { status: 503, reasons: [sentence] },
    { problem: sentence },
  ])
  expect(app.logged.filter(line => line.includes('the disk accepts no more data'))).toHaveLength(1)
  makeRoom()
  expect(await warn()).toContain('was warned')
  ahead += 60_000
  expect([await health(), await inDashboard()]).toMatchObject([{ status: 200 }, { problem: null }])
})

test('a read-only disk is reported by every form, and nothing is half saved', async () => {
  const owner = await app.signIn('owner')
  const { pragma } = app.product.services.db.$client
  const readOnly = (on: boolean) => pragma.call(app.product.services.db.$client, `query_only = ${on ? 1 : 0}`)
  const basic = `/api/guild/${app.guildId}/basic`
  readOnly(true)
  const refused = {
    status: 503,
    body: {
      success: false,
      code: 'kernel.disk',
      error:
        'The disk I keep my data on no longer accepts data. Nothing can be saved until whoever runs this bot has fixed it.',
    },
  }
  for (const form of [
    { basicUpdate: true, prefix: '!' },
    { modUpdate: true, max_warnings: 5 },
  ])
    expect(await owner.call('POST', basic, form)).toMatchObject(refused)
  expect(await health()).toMatchObject({ status: 503, reasons: [refused.body.error] })
  readOnly(false)
  expect((await owner.call('GET', basic)).body).toMatchObject({ guild: { prefix: '.', max_warn: 3 } })
  expect((await owner.call('POST', basic, { basicUpdate: true, prefix: '.' })).status).toBe(200)
})

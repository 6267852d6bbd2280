// @module-tag long
import { afterEach, expect, test } from 'vitest'
import { type GuardedServer, guardedServer } from '#test/antinuke.ts'
import { failing } from '#test/discord-trouble.ts'
import { until } from '#test/until.ts'
import { isKnown } from '../journal/record.ts'
import { latest } from '../journal/state-at.ts'
import type { IncidentReport } from './contract.ts'

let server: GuardedServer
afterEach(() => server.app.close())

test('the address of a recreated webhook is shown to people who may see it, and to nobody else', async () => {
  server = await guardedServer()
  const { app, guildId } = server
  const { services } = app.product
  await until('the members to be known', () => isKnown(services, guildId, 'member'))
  const general = app.channel('general')
  const rest = app.as('owner').rest<{ id: string; token: string }>
  const feed = await rest('POST', `/channels/${general}/webhooks`, { name: 'Release feed' })
  const doomed = await server.make('channels', 3)
  await until('the webhook to be known', () => latest(services, guildId, 'webhook', feed.id))
  await app.as('rogue').rest('DELETE', `/webhooks/${feed.id}`)
  for (const id of doomed)
    await app
      .as('rogue')
      .rest('DELETE', `/channels/${id}`)
      .catch(() => undefined)
  const owner = await app.signIn('owner')
  const path = `/api/guild/${guildId}/antinuke/incidents/1`
  const { lost } = await until('the recovery', async () => {
    const { recovery } = (await owner.call('GET', path)).body as IncidentReport
    return recovery?.state === 'done' ? recovery : undefined
  })
  expect(lost.filter(({ newAddress }) => newAddress)).toMatchObject([{ id: feed.id, name: 'Release feed' }])
  const asked = (id: string, by = owner) => by.call('POST', `${path}/webhook-address`, { id })
  const { status, body } = await asked(feed.id)
  expect(status).toBe(200)
  const { url } = body as { url: string }
  expect(url).toMatch(/\/api\/webhooks\/\d+\/\S+$/)
  const posted = await fetch(`${url.replace('/api/', '/api/v10/')}?wait=true`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ content: '1.2.0 is out' }),
  })
  expect(posted.status).toBe(200)
  expect(app.messages(general).at(-1)).toMatchObject({ content: '1.2.0 is out', author: { username: 'Release feed' } })
  // Only webhooks of the incident's report, only with the permission that Discord demands, and only to owners and extra
  // owners.
  expect((await asked(doomed[0] ?? '')).status).toBe(404)
  server.set({ extraOwners: [app.as('member1').userId], whitelist: [app.as('admin').userId] })
  expect(await asked(feed.id, await app.signIn('member1'))).toMatchObject({
    status: 403,
    body: { error: expect.stringContaining('Manage Webhooks') },
  })
  expect((await asked(feed.id, await app.signIn('admin'))).status).toBe(403)
  const down = await failing(app, 503, 'GET /webhooks/:webhook_id', () => asked(feed.id))
  expect(down).toMatchObject({ status: 503, body: { error: expect.stringContaining('not answering') } })
  const now = [...server.world().webhooks.values()].find(({ name }) => name === 'Release feed')
  await rest('DELETE', `/webhooks/${now?.id}`)
  expect((await asked(feed.id)).status).toBe(404)
})

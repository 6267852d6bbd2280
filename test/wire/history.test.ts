// @module-tag long
import { afterAll, beforeAll, expect, test } from 'vitest'
import leveling from '#features/leveling/contract.ts'
import { createHarness, type Harness } from '#test/harness.ts'
import { until } from '#test/until.ts'
import type { Visitor } from '#test/visitor.ts'

let app: Harness
let owner: Visitor
let admin: Visitor
beforeAll(async () => {
  app = await createHarness()
  owner = await app.signIn('owner')
  admin = await app.signIn('admin')
})
afterAll(() => app.close())

interface Page {
  total: number
  revisions: {
    id: number
    feature: string
    author: { userId: string | null; via: string; place: string | null }
    restores: number | null
    restoredAt: number | null
    mayNotRestore: string | null
    changes: { key: string; label: string; difference: object }[]
  }[]
  people: { id: string }[]
  features: { name: string; title: string }[]
}
interface Preview {
  revision: number
  fields: { key: string; same: boolean; problem: string | null; omitted: number; changedSince: object | null }[]
}
const at = (path: string) => `/api/guild/${app.guildId}/${path}`
const history = async (query = '') => (await owner.call('GET', at(`history?limit=100${query}`))).body as Page
const newest = async (query = '') => {
  const [first] = (await history(query)).revisions
  if (!first) throw new Error('nothing was changed yet')
  return first
}
const basic = (visitor: Visitor, body: object) => visitor.call('POST', at('basic'), body)
const preview = async (id: number) => (await owner.call('GET', at(`history/${id}/restore`))).body as Preview
const restore = (visitor: Visitor, id: number, body: object) => visitor.call('POST', at(`history/${id}/restore`), body)
const own = () => app.product.services.settings.read(app.guildId, leveling)

test('a change can be restored by anybody who may make it, and that is itself a change that can be restored', async () => {
  const before = own().levelupMessage
  await basic(admin, { statsUpdate: true, levelup_message: 'Up, up, and up to {level}!', xp_rate: 200 })
  const change = await newest()
  expect(change.changes.map(({ label }) => label).toSorted()).toEqual(['Level-up message', 'XP rate'])
  const { revision, fields } = await preview(change.id)
  expect(fields).toMatchObject([
    { same: false, problem: null, changedSince: null },
    { same: false, problem: null, changedSince: null },
  ])
  expect(await restore(owner, change.id, { revision, keys: ['levelupMessage'] })).toMatchObject({ status: 200 })
  expect(own()).toMatchObject({ levelupMessage: before, xpRate: 200 })

  const back = await newest()
  expect(back).toMatchObject({ author: { userId: app.as('owner').userId, via: 'restore' }, restores: change.id })
  expect((await history()).revisions.find(({ id }) => id === change.id)?.restoredAt).not.toBeNull()
  const again = await preview(back.id)
  await restore(owner, back.id, { revision: again.revision, keys: ['levelupMessage'] })
  expect(own().levelupMessage).toBe('Up, up, and up to {level}!')
})

test('a value that was changed again names the author, and concurrent changes are not overwritten', async () => {
  await basic(admin, { statsUpdate: true, xp_rate: 110 })
  const change = await newest()
  await basic(admin, { statsUpdate: true, xp_rate: 120 })
  const { revision, fields } = await preview(change.id)
  expect(fields).toMatchObject([{ key: 'xpRate', changedSince: { by: { userId: app.as('admin').userId } } }])
  await basic(admin, { statsUpdate: true, xp_rate: 130 })
  const answer = await restore(owner, change.id, { revision, keys: ['xpRate'] })
  expect(answer).toMatchObject({ status: 409, body: { code: 'history.changed' } })
  expect(own().xpRate).toBe(130)
})

test('what no longer exists is reported and left out', async () => {
  const { id: roleId } = await app
    .as('owner')
    .rest<{ id: string }>('POST', `/guilds/${app.guildId}/roles`, { name: 'x' })
  await app.heard()
  const kept = app.channel('general')
  await basic(owner, { statsUpdate: true, no_xp_roles: [roleId], no_xp_channels: [kept] })
  await basic(owner, { statsUpdate: true, no_xp_roles: [], no_xp_channels: [] })
  const change = await newest()
  await app.as('owner').rest('DELETE', `/guilds/${app.guildId}/roles/${roleId}`)
  await expect
    .poll(() => app.product.services.client.guilds.cache.get(app.guildId)?.roles.cache.has(roleId))
    .toBe(false)
  const { revision, fields } = await preview(change.id)
  const byKey = new Map(fields.map(field => [field.key, field]))
  expect(byKey.get('noXpChannels')).toMatchObject({ problem: null, omitted: 0 })
  expect(byKey.get('noXpRoles')).toMatchObject({ omitted: 1, same: true })
  expect(await restore(owner, change.id, { revision, keys: ['noXpChannels'] })).toMatchObject({ status: 200 })
  expect(own().noXpChannels).toEqual([kept])
})

test('nobody restores what they may not change, or reads what they may not view', async () => {
  const change = await newest()
  const { revision } = await preview(change.id)
  const member = await app.signIn('member1')
  const keys = change.changes.map(({ key }) => key)
  expect((await restore(member, change.id, { revision, keys })).status).toBe(403)
  expect((await member.call('GET', at('history'))).status).toBe(403)
  expect((await owner.call('GET', at('history/999999/restore'))).status).toBe(404)
  expect((await owner.call('GET', at('history/__proto__/restore'))).status).toBe(404)
  expect((await restore(owner, change.id, { revision, keys: ['__proto__'] })).status).toBe(400)
})

test('changes are found by setting, value, name, person, source and time', async () => {
  await basic(owner, { modUpdate: true, modlog_channel: '#general' })
  await basic(admin, { basicUpdate: true, prefix: '?%' })
  expect((await newest('&search=moderation%20log')).feature).toBe('moderation')
  expect((await newest('&search=general&feature=moderation')).feature).toBe('moderation')
  expect((await history(`&search=${encodeURIComponent('?%')}`)).total).toBe(1)
  expect((await history('&search=_%25_')).total).toBe(0)
  expect((await history(`&person=${app.as('admin').userId}&feature=general`)).total).toBe(1)
  expect((await history('&way=restore')).revisions.every(({ restores }) => restores !== null)).toBe(true)
  expect((await history('&way=bot')).revisions.every(({ author }) => author.userId === null)).toBe(true)
  const all = await history()
  expect((await history('&days=1')).total).toBe(all.total)
  expect(all.features.map(({ name }) => name)).toEqual(expect.arrayContaining(['general', 'leveling', 'moderation']))
  const first = (await owner.call('GET', at('history?limit=2'))).body as Page
  const second = (await owner.call('GET', at(`history?limit=2&before=${first.revisions[1]?.id}`))).body as Page
  expect(second.total).toBe(all.total)
  expect(second.revisions.map(({ id }) => id)).toEqual(all.revisions.slice(2, 4).map(({ id }) => id))
})

test('each change says whether the reader may restore it, and describes list entries in words', async () => {
  const { userId } = app.as('member1')
  const grant = { kind: 'member', id: userId, feature: 'leveling', level: 'view', expiresAt: null }
  expect((await owner.call('POST', at('access'), grant)).status).toBe(200)
  expect((await newest('&feature=access')).changes).toMatchObject([
    { difference: { added: [expect.stringMatching(/^[^:]+: [^:,]+, may see$/)] } },
  ])
  const member = await app.signIn('member1')
  const { revisions } = (await member.call('GET', at('history'))).body as Page
  expect(revisions.length).toBeGreaterThan(0)
  for (const { mayNotRestore } of revisions) expect(mayNotRestore).toContain('Only members')
  expect((await newest('&feature=leveling')).mayNotRestore).toBeNull()
})

test('a person may search twenty times a minute, and does not use up the searches of others in the server', async () => {
  const search = async (who: Visitor) => (await who.call('GET', at('history?search=nothing-of-that'))).status
  const member = await app.signIn('member1')
  const answers: number[] = []
  for (let turn = 0; turn < 31; turn++) answers.push(await search(member))
  expect(answers.filter(status => status === 200)).toHaveLength(20)
  expect(answers.filter(status => status === 429)).toHaveLength(11)
  expect(await search(admin)).toBe(200)
  expect((await owner.call('GET', at(`history?search=${'a'.repeat(61)}`))).status).toBe(400)
  expect((await member.call('GET', at('history'))).status).toBe(200)
})

test('the history names commands as they were called, and pages', async () => {
  const place = async () => (await newest()).author
  const ask = async (text: string) => app.answerTo(await app.as('owner').say(app.channel('general'), text))
  await basic(owner, { basicUpdate: true, prefix: '!' })
  await basic(owner, { basicUpdate: true, prefix: '.' })
  expect(await place()).toMatchObject({ via: 'api', place: null })
  expect((await newest('&way=api')).author).toMatchObject({ via: 'api' })
  await ask('.automod strikes 7')
  expect(await place()).toMatchObject({ via: 'command', place: '.automod strikes' })
  await ask('.levelup message Level {level}, {member}!')
  expect(await place()).toMatchObject({ via: 'command', place: '.levelup message' })
  await ask('.config leveling on')
  expect(await place()).toMatchObject({ via: 'command', place: '.config set' })
  const before = (await newest()).id
  await app.as('owner').slash(app.channel('general'), 'automod strikes', { number: 8 })
  await until('the change', async () => (await newest()).id > before)
  expect(await place()).toMatchObject({ via: 'command', place: '/automod strikes' })
  const { revision } = (await owner.call('GET', at('basic'))).body as { revision: number }
  await basic(owner, { statsUpdate: true, xp_rate: 141, revision })
  expect(await place()).toMatchObject({ via: 'dashboard', place: leveling.title })
  await owner.call('POST', at('greeting'), { welcomeUpdate: true, welcome_content: 'Hello', revision })
  expect(await place()).toMatchObject({ via: 'dashboard', place: 'Welcome Configuration' })
  await owner.call('PATCH', at('modules/leveling'), { enabled: false })
  expect(await place()).toMatchObject({ via: 'dashboard', place: leveling.title })
})

import { beforeEach, expect, test } from 'vitest'
import { drawPng } from '#kit/drawing/picture.ts'
import { depart } from '#sandbox/world/members/departure.ts'
import { joinGuild } from '#sandbox/world/members/join.ts'
import type { Harness } from '#test/harness.ts'
import { serverPerTest } from '#test/server-per-test.ts'
import { until } from '#test/until.ts'
import type { Visitor } from '#test/visitor.ts'
import { mostPutBacks } from './apply.ts'

let app: Harness
let owner: Visitor
/** How far the product's clock is ahead: updates to Discord are sent at a limited pace. */
let ahead = 0
const openServer = serverPerTest({ now: () => Date.now() + ahead, env: { PREMIUM: 'granted' } })
beforeEach(async () => {
  ahead = 0
  app = await openServer()
  app.product.services.entitlements.supply(() => premium)
  premium = true
  owner = await app.signIn('owner')
})
let premium = true

const address = (rest = '') => `/api/guild/${app.guildId}/personalizer${rest}`
const save = (body: Record<string, unknown>) => owner.call('POST', address(), { personalizerUpdate: true, ...body })
const member = () => {
  const found = app.sandbox.context.world.guilds.get(app.guildId)?.members.get(app.botId)
  if (!found) throw new Error('the bot is not there')
  return found as { nick?: string | null; avatar?: string | null; banner?: string | null }
}
const edits = () =>
  app.sandbox.requests().filter(({ method, path }) => method === 'PATCH' && path.endsWith('/members/@me')).length
interface Look {
  parts: { part: string; state: string; problem: string | null }[]
  retryAt: number | null
  name: string
}
const look = async () => (await owner.call('GET', address('/look'))).body as Look
const state = async (part: string) => (await look()).parts.find(one => one.part === part)
/** Lets the pace elapse, and runs what is due. */
const settle = async () => {
  ahead += 11_000
  await app.product.services.scheduler.tick()
}
const picture = async (width: number, height = width) => {
  const bytes = await drawPng(
    { width, height },
    () => Promise.resolve(0),
    () => undefined,
  )
  return new File([new Uint8Array(bytes)], 'harbour.png', { type: 'image/png' })
}
const upload = (file: File) => {
  const form = new FormData()
  form.append('file', file)
  return owner.call('POST', address('/pictures'), form)
}
const kept = async (width: number, height?: number) => {
  const { status, body } = await upload(await picture(width, height))
  expect(status).toBe(200)
  const { id, name } = body as { id: string; name: string }
  return { id, name }
}
const owned = () => app.product.services.client.guilds.cache.get(app.guildId)

test('name, avatar, banner and text are shown in Discord, in the history, and undone there', async () => {
  const [avatar, banner] = [await kept(256), await kept(600, 240)]
  // The page is up to date before Discord has sent any event about it.
  app.sandbox.context.conditions.gatewayLagMs = 50
  const saved = await save({ name: 'Harbour Master', avatar, banner, bio: 'Keeps the boats.' })
  expect(saved).toMatchObject({ status: 200 })
  await settle()
  expect(member()).toMatchObject({ nick: 'Harbour Master', avatar: expect.any(String), banner: expect.any(String) })
  expect(edits()).toBe(1)
  expect((await look()).parts.map(part => part.state)).toEqual(['shown', 'shown', 'shown', 'shown'])
  const served = await owner.call('GET', address(`/pictures/${avatar.id}`))
  expect(served.headers.get('content-type')).toContain('image/png')
  const { body } = await owner.call('GET', `/api/guild/${app.guildId}/history?feature=personalizer`)
  const { revisions } = body as { revisions: { id: number; changes: { label: string; difference: unknown }[] }[] }
  const changed = Object.fromEntries(revisions[0]?.changes.map(one => [one.label, one.difference]) ?? [])
  expect(changed).toMatchObject({ Name: { after: 'Harbour Master' } })
  expect(changed['Avatar']).toEqual({ kind: 'value', before: 'none', after: 'harbour.png' })
  const offered = await owner.call('GET', `/api/guild/${app.guildId}/history/${revisions[0]?.id}/restore`)
  const { revision, fields } = offered.body as { revision: number; fields: { key: string }[] }
  const undone = await owner.call('POST', `/api/guild/${app.guildId}/history/${revisions[0]?.id}/restore`, {
    revision,
    keys: fields.map(({ key }) => key),
  })
  expect(undone.status).toBe(200)
  await settle()
  expect(member()).toMatchObject({ nick: null, avatar: null, banner: null })
  expect((await look()).parts.map(part => part.state)).toEqual(['plain', 'plain', 'plain', 'plain'])
  app.sandbox.context.conditions.gatewayLagMs = 0
})

test('an invalid picture is refused with a sentence, and one that no longer exists at its field', async () => {
  const fake = new File(['<svg onload="alert(1)"/>'], 'a.png', { type: 'image/png' })
  expect(await upload(fake)).toMatchObject({
    status: 415,
    body: { code: 'upload.type', error: 'The file must be a PNG, JPEG or GIF file.' },
  })
  const broken = new File([new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2])], 'b.png')
  expect(await upload(broken)).toMatchObject({ status: 415, body: { code: 'personalizer.unreadable' } })
  expect(await upload(await picture(16))).toMatchObject({
    status: 422,
    body: { error: expect.stringContaining('16 x 16') },
  })
  const huge = new File([new Uint8Array(5_400_000).fill(0x89)], 'c.png')
  expect((await upload(huge)).status).toBe(413)
  const gone = await save({ avatar: { id: 'f'.repeat(32), name: 'gone.png' } })
  expect(gone).toMatchObject({ status: 400, body: { fields: { avatar: expect.stringContaining('Upload it again') } } })
  expect(await save({ name: 'x'.repeat(33) })).toMatchObject({
    status: 400,
    body: { fields: { name: expect.any(String) } },
  })
  expect(await save({ bio: 'x'.repeat(191) })).toMatchObject({
    status: 400,
    body: { fields: { bio: expect.any(String) } },
  })
  expect(edits()).toBe(0)
})

test('a picture that Discord refuses as too soon does not hold up the rest, and is retried automatically', async () => {
  const { conditions } = app.sandbox.context
  conditions.rateLimits = { ...conditions.rateLimits, enabled: true }
  conditions.pictureChanges = { limit: 0, windowMs: 60_000 }
  await save({ name: 'Harbour Master', avatar: await kept(128) })
  await settle()
  expect(member()).toMatchObject({ nick: 'Harbour Master' })
  expect(await state('avatar')).toMatchObject({
    state: 'refused',
    problem: expect.stringContaining('only now and then'),
  })
  const { retryAt } = await look()
  expect(retryAt).toBeGreaterThan(Date.now() + ahead)
  conditions.pictureChanges = { limit: 9, windowMs: 60_000 }
  ahead += 15 * 60_000
  await until('it to be shown', async () => {
    await settle()
    return (await state('avatar'))?.state === 'shown'
  })
  expect((await look()).retryAt).toBeNull()
})

/** All roles from which the bot gets its permissions. */
async function rolesOfBot() {
  interface Listed {
    id: string
    permissions: string
  }
  const all = await app.as('owner').rest<Listed[]>('GET', `/guilds/${app.guildId}/roles`)
  const own = new Set([app.guildId, ...(owned()?.members.me?.roles.cache.keys() ?? [])])
  return { change: 1n << 26n, roles: all.filter(({ id }) => own.has(id)) }
}
async function allow(roles: readonly { id: string; permissions: string }[], change: (permissions: bigint) => bigint) {
  for (const { id, permissions } of roles)
    await app
      .as('owner')
      .rest('PATCH', `/guilds/${app.guildId}/roles/${id}`, { permissions: String(change(BigInt(permissions))) })
}

test('without Change Nickname the rest is applied, the doctor says what is missing, and a retry is possible', async () => {
  const { change, roles } = await rolesOfBot()
  await allow(roles, permissions => permissions & ~change & ~8n)
  await until('the bot to know', () => owned()?.members.me?.permissions.has('ChangeNickname') === false)
  await save({ name: 'Harbour Master', bio: 'Keeps the boats.' })
  await settle()
  expect(await state('name')).toMatchObject({ state: 'refused', problem: expect.stringContaining('Change Nickname') })
  expect(await state('bio')).toMatchObject({ state: 'shown' })
  const before = edits()
  await settle()
  expect(edits()).toBe(before)
  await allow(roles, permissions => permissions | change)
  expect((await owner.call('POST', address('/again'))).status).toBe(200)
  await settle()
  expect(member().nick).toBe('Harbour Master')
})

test('a name that somebody changes in Discord is put back a few times a day, then shown as changed', async () => {
  await save({ name: 'Harbour Master' })
  await settle()
  const rename = async (nick: string) => {
    await app.as('owner').rest('PATCH', `/guilds/${app.guildId}/members/${app.botId}`, { nick })
    await until('the bot to know', () => owned()?.members.me?.nickname === nick)
  }
  for (let time = 0; time < mostPutBacks; time += 1) {
    await rename(`Free Nitro ${time}`)
    await until('the name to be back', async () => {
      await settle()
      return owned()?.members.me?.nickname === 'Harbour Master'
    })
  }
  await rename('Free Nitro')
  // A later event has been received, so this one has been too.
  await app.answerTo(await app.as('owner').say(app.channel('general'), '.help'))
  await settle()
  expect(member().nick).toBe('Free Nitro')
  expect(await state('name')).toMatchObject({ state: 'refused', problem: expect.stringContaining('Somebody') })
  expect((await owner.call('GET', `/api/guild/${app.guildId}/doctor`)).body).toMatchObject({
    findings: expect.arrayContaining([expect.objectContaining({ feature: 'personalizer', setting: 'name' })]),
  })
  await owner.call('POST', address('/again'))
  await settle()
  expect(member().nick).toBe('Harbour Master')
})

test('after being removed and invited back, the bot looks as before, and anti-nuke ignores it', async () => {
  await owner.call('PATCH', `/api/guild/${app.guildId}/modules/antinuke`, { enabled: true })
  await save({ name: 'Harbour Master', avatar: await kept(128), bio: 'Keeps the boats.' })
  await settle()
  const context = app.sandbox.context
  const guild = context.world.guilds.get(app.guildId)
  if (!guild) throw new Error('no guild')
  depart(context, guild, app.botId)
  await until('the bot to be out', () => owned() === undefined)
  joinGuild(context, app.botId, app.guildId)
  await until('the bot to be back', () => owned()?.available)
  await settle()
  await until('the look', () => member().nick === 'Harbour Master' && member().avatar)
  const incidents = await owner.call('GET', `/api/guild/${app.guildId}/antinuke/incidents`)
  expect(incidents).toMatchObject({ status: 200, body: { incidents: [] } })
})

test('without premium the appearance rests, and comes back with it', async () => {
  await save({ name: 'Harbour Master' })
  await settle()
  premium = false
  app.product.services.entitlements.changed(app.guildId)
  await settle()
  expect(member().nick).toBeNull()
  expect(await save({ name: 'Other' })).toMatchObject({ status: 403, body: { code: 'premium.required' } })
  expect((await owner.call('GET', address())).body).toMatchObject({ personalizer: { name: 'Harbour Master' } })
  premium = true
  app.product.services.entitlements.changed(app.guildId)
  await settle()
  expect(member().nick).toBe('Harbour Master')
})

test('settings made with premium can be cleared without it', async () => {
  await save({ name: 'Harbour Master', bio: 'Keeps watch', avatar: await kept(128) })
  premium = false
  app.product.services.entitlements.changed(app.guildId)
  expect(await save({ name: '', bio: 'Still here' })).toMatchObject({ status: 403 })
  expect(await save({ name: '', avatar: null })).toMatchObject({ status: 200 })
  expect((await owner.call('GET', address())).body).toMatchObject({
    personalizer: { name: '', avatar: null, bio: 'Keeps watch' },
  })
  premium = true
  app.product.services.entitlements.changed(app.guildId)
  await settle()
  expect(member().nick ?? null).toBeNull()
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHarness, type Harness } from '#test/harness.ts'
import { textOf } from '#test/member.ts'
import { until } from '#test/until.ts'
import type { Visitor } from '#test/visitor.ts'

let harness: Harness
let owner: Visitor
beforeAll(async () => {
  harness = await createHarness()
  owner = await harness.signIn('owner')
})
afterAll(() => harness.close())

const path = () => `/api/guild/${harness.guildId}/doctor`
const permissions = () => harness.product.services.client.guilds.cache.get(harness.guildId)?.members.me?.permissions

test('a bot that was invited with the proposed permissions lacks nothing', async () => {
  expect(await owner.call('GET', path())).toMatchObject({ status: 200, body: { ok: true, findings: [] } })
  const asked = await harness.as('admin').say(harness.channel('general'), '.doctor')
  expect(textOf(await harness.answerTo(asked))).toContain('All is well')
})

test('a revoked permission is found, with how to fix it, by command and on the page', async () => {
  const state = harness.sandbox.context.world.guilds.get(harness.guildId)
  const own = [...(state?.roles.values() ?? [])].find(({ tags }) => tags?.bot_id === harness.botId)
  const withoutFiles = [10n, 11n, 14n, 16n].reduce((bits, bit) => bits | (1n << bit), 0n).toString()
  await harness.as('owner').rest('PATCH', `/guilds/${harness.guildId}/roles/${own?.id}`, { permissions: withoutFiles })
  await harness
    .as('owner')
    .rest('PATCH', `/guilds/${harness.guildId}/roles/${harness.guildId}`, { permissions: withoutFiles })
  await until('the bot to know', () => permissions()?.has('AttachFiles') === false)
  const { body } = await owner.call('GET', path())
  expect(body).toMatchObject({
    ok: false,
    findings: expect.arrayContaining([
      {
        feature: 'general',
        severity: 'warning',
        permission: 'Attach Files',
        title: 'Palisade lacks Attach Files',
        repair: 'Give its role Attach Files in Server Settings > Roles, to send pictures and transcripts.',
      },
    ]),
  })
  const asked = await harness.as('owner').say(harness.channel('general'), '.doctor')
  expect(textOf(await harness.answerTo(asked))).toContain('Palisade lacks Attach Files')
})

test('a finding names the feature that needs it by its title', async () => {
  const everyone = harness.guildId
  const channel = harness.channel('general')
  const form = { welcomeUpdate: true, welcome_content: 'Hello', welcome_channel: channel }
  expect((await owner.call('POST', `/api/guild/${everyone}/greeting`, form)).status).toBe(200)
  const state = harness.sandbox.context.world.guilds.get(everyone)
  const own = [...(state?.roles.values() ?? [])].find(({ tags }) => tags?.bot_id === harness.botId)
  await harness
    .as('owner')
    .rest('PUT', `/channels/${channel}/permissions/${own?.id}`, { type: 0, allow: '0', deny: String(1n << 14n) })
  const bot = harness.product.services.client.guilds.cache.get(everyone)?.members.me
  await until('the bot to know', () => bot?.permissionsIn(channel).has('EmbedLinks') === false)
  const asked = await harness.as('rogue').say(harness.channel('woodwork'), '.doctor')
  expect(textOf(await harness.answerTo(asked))).toContain('Greetings: Palisade lacks Embed Links in #general')
})

test('a deleted channel is reported once, with every setting that names it', async () => {
  const { guildId } = harness
  const created = await harness.as('owner').rest('POST', `/guilds/${guildId}/channels`, { name: 'porch', type: 0 })
  const { id } = created as { id: string }
  const cache = harness.product.services.client.guilds.cache.get(guildId)?.channels.cache
  await until('the bot to know the channel', () => cache?.has(id))
  for (const kind of ['welcome', 'farewell'])
    expect(
      await owner.call('POST', `/api/guild/${guildId}/greeting`, {
        [`${kind}Update`]: true,
        [`${kind}_content`]: 'Hello',
        [`${kind}_channel`]: id,
      }),
    ).toMatchObject({ status: 200 })
  const moderation = { modUpdate: true, modlog_channel: id }
  expect(await owner.call('POST', `/api/guild/${guildId}/basic`, moderation)).toMatchObject({ status: 200 })
  await harness.as('owner').rest('DELETE', `/channels/${id}`)
  await until('the bot to know', () => cache?.has(id) === false)
  const { body } = await owner.call('GET', path())
  const { findings } = body as { findings: { title: string; repair: string }[] }
  const gone = findings.filter(({ title }) => title.includes('no longer exists'))
  expect(gone).toMatchObject([{ title: 'A channel that is set no longer exists', feature: 'general' }])
  for (const label of [
    '“Moderation log” (Moderation)',
    '“Welcome channel” (Greetings)',
    '“Farewell channel” (Greetings)',
  ])
    expect(gone[0]?.repair).toContain(label)
})

test('only managers may ask', async () => {
  const asked = await harness.as('member1').say(harness.channel('general'), '.doctor')
  expect(textOf(await harness.answerTo(asked))).toBe('You need Manage Server for that.')
  const member = await harness.signIn('member1')
  expect((await member.call('GET', path())).status).toBe(403)
})

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

test('a bot that was invited as proposed lacks nothing', async () => {
  expect(await owner.call('GET', path())).toMatchObject({ status: 200, body: { ok: true, findings: [] } })
  const asked = await harness.as('admin').say(harness.channel('general'), '.doctor')
  expect(textOf(await harness.answerTo(asked))).toContain('All is well')
})

test('a permission that was taken away is found, with how to repair it, on both sides', async () => {
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
        title: 'Palisade lacks Attach Files',
        repair: 'Give its role Attach Files in Server Settings > Roles, to send pictures and transcripts.',
      },
    ]),
  })
  const asked = await harness.as('owner').say(harness.channel('general'), '.doctor')
  expect(textOf(await harness.answerTo(asked))).toContain('Palisade lacks Attach Files')
})

test('only managers may ask', async () => {
  const asked = await harness.as('member1').say(harness.channel('general'), '.doctor')
  expect(textOf(await harness.answerTo(asked))).toBe('You need Manage Server for that.')
  const member = await harness.signIn('member1')
  expect((await member.call('GET', path())).status).toBe(403)
})

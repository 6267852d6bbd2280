import type { APIMessage } from 'discord-api-types/v10'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHarness, type Harness } from '#test/harness.ts'
import { textOf } from '#test/member.ts'
import { createProbeFeature } from '#test/probe-feature.ts'
import { until } from '#test/until.ts'

let harness: Harness
let general: string
beforeAll(async () => {
  harness = await createHarness({ features: [createProbeFeature([])] })
  general = harness.channel('general')
  await until('the menus to be registered', () =>
    harness.sandbox.requests().some(({ method, path }) => method === 'PUT' && path.endsWith('/commands')),
  )
})
afterAll(() => harness.close())

async function chosen(login: string, title: string, target: APIMessage | string) {
  const before = harness.shownTo(login).length
  await harness.as(login).choose(general, title, target)
  const answer = await until('an answer', () => harness.shownTo(login)[before])
  return textOf(answer)
}

test('entries on a user and on a message are answered only to the person who chose them', async () => {
  const said = await harness.as('member2').say(general, 'a bowl')
  expect(await chosen('member1', 'Greet', harness.as('member2').userId)).toMatch(/^hello /)
  expect(await chosen('member1', 'Quote', said)).toBe('“a bowl”')
})

test('the rules for commands apply: cooldown and required permissions', async () => {
  const { userId } = harness.as('member2')
  await chosen('member3', 'Greet', userId)
  expect(await chosen('member3', 'Greet', userId)).toContain('Please wait')
  const said = await harness.as('member2').say(general, 'a plate')
  await expect(chosen('member1', 'Strike', said)).rejects.toThrow('no entry Strike')
  expect(await chosen('moderator', 'Strike', said)).toBe('struck')
})

test('an entry of a module that is off says so', async () => {
  const { settings, features } = harness.product.services
  const [probe] = features
  if (!probe) throw new Error('no probe')
  const switchTo = (enabled: boolean) =>
    settings.write(harness.guildId, probe.contract, { enabled }, { userId: null, via: 'test' })
  switchTo(false)
  expect(await chosen('member4', 'Greet', harness.as('member2').userId)).toContain('switched off')
  switchTo(true)
})

// @module-tag long
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHarness, type Harness } from '#test/harness.ts'
import { textOf } from '#test/member.ts'
import { until } from '#test/until.ts'
import type { Visitor } from '#test/visitor.ts'

let app: Harness
let owner: Visitor
let ahead = 0
const path = (rest: string) => `/api/guild/${app.guildId}${rest}`
const configure = async (body: Record<string, unknown>) => {
  expect(await owner.call('POST', path('/basic'), { automodUpdate: true, ...body })).toMatchObject({ status: 200 })
}
beforeAll(async () => {
  app = await createHarness({ now: () => Date.now() + ahead })
  owner = await app.signIn('owner')
  await owner.call('POST', path('/basic'), { modUpdate: true, modlog_channel: 'mod-log' })
  await configure({
    enabled: 'on',
    words: [],
    wh_channels: [],
    wh_roles: [],
    automod_action: 'TIMEOUT',
    max_strikes: 100,
  })
})
afterAll(() => app.close())

const strikesOf = async (login: string) => {
  const { body } = await owner.call('GET', path('/automod/strikes'))
  const { members } = body as { members: { id: string; strikes: number }[] }
  return members.find(({ id }) => id === app.as(login).userId)?.strikes ?? 0
}
const logged = (text: string) =>
  until(`the log to say ${text}`, () =>
    app.messages(app.channel('mod-log')).find(message => textOf(message).includes(text)),
  )

interface Native {
  rules: { key: string; state: string; problem: string | null }[]
  left: { pattern: string }[]
}
const native = async () => (await owner.call('GET', path('/automod/native'))).body as Native
const stateOf = async (key: string) => (await native()).rules.find(rule => rule.key === key)?.state
const nativeRules = () => [...(app.sandbox.context.world.guilds.get(app.guildId)?.autoModerationRules.values() ?? [])]

test("Discord's own AutoMod is kept in sync, and a message that it blocks is an offense", async () => {
  const words = [
    { pattern: 'unspeakable', kind: 'word' },
    { pattern: 'x{3}y', kind: 'regex' },
  ]
  await configure({ mirror_native: 'on', words, anti_massmention: 'on', anti_invites: 'on', max_mentions: 4 })
  await until(
    'both rules',
    async () => (await stateOf('words')) === 'active' && (await stateOf('mentions')) === 'active',
  )
  const own = nativeRules().filter(({ name }) => name.startsWith('Palisade: '))
  expect(own.map(({ trigger_metadata }) => trigger_metadata)).toEqual([
    expect.objectContaining({ keyword_filter: ['unspeakable'], regex_patterns: ['x{3}y'] }),
    expect.objectContaining({ mention_total_limit: 4 }),
  ])
  expect(await native()).toMatchObject({ left: [{ pattern: 'Invites' }] })

  await expect(app.as('member4').say(app.channel('general'), 'that is Unspeakable')).rejects.toThrow('200000')
  await until('the strike', async () => (await strikesOf('member4')) === 1)
  expect(textOf(await logged('blocked it before anybody saw it'))).toContain('that is Unspeakable')

  const [wordRule, mentionRule] = own
  const rule = (id = '') => `/guilds/${app.guildId}/auto-moderation/rules/${id}`
  await app.as('owner').rest('PATCH', rule(mentionRule?.id), { trigger_metadata: { mention_total_limit: 7 } })
  await until('the setting to follow', async () => {
    const { body } = await owner.call('GET', path('/basic'))
    return (body as { guild: { automod: { max_mentions: number } } }).guild.automod.max_mentions === 7
  })
  await app.as('owner').rest('DELETE', rule(wordRule?.id))
  await until('it to be noticed', async () => (await stateOf('words')) === 'changed')
  await configure({ max_strikes: 50 })
  await until('it to be made again', async () => (await stateOf('words')) === 'active')
  await configure({ mirror_native: 'off' })
  await until('the rules to be gone', () => nativeRules().every(({ name }) => !name.startsWith('Palisade: ')))
  expect(await native()).toEqual({ rules: [], left: [] })
})

test('a rule that could not be written while Discord did not answer is written later', async () => {
  const { conditions } = app.sandbox.context
  conditions.failNext = { count: 4, status: 503, route: 'POST /guilds/:guild_id/auto-moderation/rules' }
  await configure({ mirror_native: 'on', words: [{ pattern: 'unspeakable', kind: 'word' }], anti_massmention: 'off' })
  await until('the rule to be written', async () => {
    ahead += 10_000
    await app.product.services.scheduler.tick()
    return nativeRules().some(({ name }) => name.startsWith('Palisade: '))
  })
  expect(conditions.failNext).toBeUndefined()
  expect(await stateOf('words')).toBe('active')
})

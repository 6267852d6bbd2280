import { afterAll, beforeAll, expect, test } from 'vitest'
import moderation from '#features/moderation/contract.ts'
import { createHarness, type Harness } from '../harness.ts'
import { textOf } from '../member.ts'
import { until } from '../until.ts'

/** The suggestions for what somebody types in the product's own commands. */
let app: Harness
let general: string
beforeAll(async () => {
  app = await createHarness()
  general = app.channel('general')
  await until('the commands to be registered', () =>
    app.sandbox.requests().some(({ method, path }) => method === 'PUT' && path.endsWith('/commands')),
  )
  const reasonTemplates = [
    { name: 'spam', text: 'Unwanted advertising' },
    { name: 'rude', text: 'Insults' },
  ]
  const author = { userId: null, via: 'test' }
  app.product.services.settings.write(app.guildId, moderation, { reasonTemplates }, author)
})
afterAll(() => app.close())

const offered = async (login: string, path: string, option: string, typed: string) =>
  (await app.as(login).complete(general, path, option, typed)).map(({ value }) => value)

test('help suggests the commands that the caller may use', async () => {
  const ofMember = await offered('member1', 'help', 'command', '')
  expect(ofMember).toContain('ping')
  expect(ofMember).not.toContain('kick')
  expect(await offered('owner', 'help', 'command', 'purge b')).toEqual(['purgebots'])
})

test('config suggests modules by name and title', async () => {
  expect(await offered('owner', 'config show', 'module', 'moder')).toContain('moderation')
  expect(await offered('owner', 'config set', 'module', 'no such thing')).toEqual([])
})

test('quick reasons and the newest cases are suggested to moderators', async () => {
  const { userId } = app.as('member4')
  const warned = await app.answerTo(await app.as('moderator').say(general, `.warn <@${userId}> spam`))
  expect(textOf(warned)).toContain('Case #1')
  expect(await offered('moderator', 'warn', 'reason', 'advert')).toEqual(['spam'])
  expect(await offered('moderator', 'case show', 'number', '')).toEqual([1])
  expect(await offered('moderator', 'case reason', 'number', '2')).toEqual([])
  expect(await offered('moderator', 'case reason', 'number', "1' OR 1")).toEqual([])
})

test('the moderation history of a member is an entry in their context menu, for moderators alone', async () => {
  const { userId } = app.as('member4')
  const before = app.shownTo('moderator').length
  await app.as('moderator').choose(general, 'Moderation history', userId)
  expect(textOf(await until('the history', () => app.shownTo('moderator')[before]))).toContain('Unwanted advertising')
  await expect(app.as('member1').choose(general, 'Moderation history', userId)).rejects.toThrow('no entry')
})

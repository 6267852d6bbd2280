// @module-tag long
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHarness, type Harness } from '#test/harness.ts'
import { until } from '#test/until.ts'

let app: Harness
beforeAll(async () => {
  app = await createHarness()
})
afterAll(() => app.close())

test('slow patterns hold up nobody: they are validated and matched off the event loop', async () => {
  const owner = await app.signIn('owner')
  const general = app.channel('general')
  const path = (rest: string) => `/api/guild/${app.guildId}${rest}`
  const hostile = Array.from({ length: 30 }, (_, index) => ({ pattern: `[a-z]{1,${880 - index}}9`, kind: 'regex' }))
  const words = [...hostile, { pattern: 'sel{2}ing', kind: 'regex' }, { pattern: 'forbidden', kind: 'word' }]
  let ended = false
  const tried = owner
    .call('POST', path('/automod/test'), { text: 'a'.repeat(4000), settings: { words } })
    .finally(() => (ended = true))
  const others = await app.visitor().call('GET', '/healthz')
  expect([others.status, ended]).toEqual([200, false])
  const { status, body } = await tried
  const { outcome, error } = body as { outcome?: string; error?: string }
  // Which of the two happens depends on the machine; nobody waits for either.
  expect(`${status} ${outcome ?? error}`).toMatch(/^200 Nothing happens|^422 .*take too long to (?:read|look for)/)
  expect((await owner.call('POST', path('/basic'), { automodUpdate: true, enabled: 'on', words })).status).toBe(200)
  const say = (text: string) => app.as('member3').say(general, text)
  const exists = ({ id }: { id: string }) => app.messages(general).some(message => message.id === id)
  const forbidden = await say(`${'a'.repeat(1900)} forbidden`)
  const innocent = await say('all is well')
  await until('the word to be gone', () => !exists(forbidden))
  // On a busy machine, the worker gives up on some messages, and says so.
  const givenUp = () => app.logged.filter(line => JSON.stringify(line).includes('patterns not looked for')).length
  const before = givenUp()
  const selling = [await say('selling')]
  await until('the pattern to be found', async () => {
    if (selling.some(message => !exists(message))) return true
    if (givenUp() - before >= selling.length) selling.push(await say('selling'))
    return false
  })
  expect(exists(innocent)).toBe(true)
})

test('a word is found in the first message after a large list is saved', async () => {
  const owner = await app.signIn('owner')
  const general = app.channel('general')
  const phrase = (number: number) =>
    Array.from({ length: 36 }, (_, at) => `word${number * 36 + at}`.slice(-6)).join(' ')
  const words = Array.from({ length: 199 }, (_, number) => ({ pattern: phrase(number), kind: 'word' }))
  const saved = await owner.call('POST', `/api/guild/${app.guildId}/basic`, {
    automodUpdate: true,
    enabled: 'on',
    words: [...words, { pattern: 'unheardof', kind: 'word' }],
  })
  expect(saved.status).toBe(200)
  const innocent = await app.as('member4').say(general, 'all is well')
  const forbidden = await app.as('member4').say(general, 'what an unh3ardof thing')
  const exists = ({ id }: { id: string }) => app.messages(general).some(message => message.id === id)
  await until('the word to be gone', () => !exists(forbidden))
  expect(exists(innocent)).toBe(true)
})

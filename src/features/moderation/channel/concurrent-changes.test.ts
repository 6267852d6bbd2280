import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHarness, type Harness } from '#test/harness.ts'
import { textOf } from '#test/member.ts'
import { until } from '#test/until.ts'
import { findCases } from '../cases/case-search.ts'
import { recordCase } from '../cases/case-store.ts'
import { oneAtATime } from '../sanctions/one-at-a-time.ts'

/** Changes of one channel are made one after another. */
let app: Harness
let general: string
let ahead = 0
beforeAll(async () => {
  app = await createHarness({ now: () => Date.now() + ahead })
  general = app.channel('general')
})
afterAll(() => app.close())

const ask = async (text: string) => textOf(await app.answerTo(await app.as('owner').say(general, text)))

/** Work on the channel that continues until `end` is called, and then runs `last`. */
function underWay(last: () => void = () => undefined): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  void oneAtATime(app.product.services, `${app.guildId}/${general}`, () => promise.then(last))
  return resolve
}

test('a purge that has found its messages waits for other work on the channel before it deletes them', async () => {
  const said = await app.as('member1').say(general, 'one too many')
  const stands = () => app.messages(general).some(({ id }) => id === said.id)
  let end: (() => void) | undefined
  const { rest } = app.product.services.client
  const onAnswer = ({ method, path }: { method: string; path: string }) => {
    if (method === 'GET' && path.startsWith(`/channels/${general}/messages`)) end ??= underWay()
  }
  rest.on('response', onAnswer)
  await app.as('owner').say(general, '.purge 1')
  const finish = await until('the purge to have searched', () => end)
  rest.off('response', onAnswer)
  expect(await ask('.ping')).toContain('Pong')
  expect(stands()).toBe(true)
  finish()
  await until('the purge to be done', () =>
    app.messages(general).some(each => textOf(each).startsWith('Deleted 1 message')),
  )
  expect(stands()).toBe(false)
})

test('an expired lock waits, too, and does not open a channel whose lock has been extended in the meantime', async () => {
  const { services } = app.product
  const kinds = () => findCases(services, app.guildId, {}, { limit: 100 }).found.map(({ kind }) => kind)
  await ask('.lock 10m')
  const end = underWay(() => {
    const channel = { id: general, name: 'general' }
    const moderator = { id: app.as('owner').userId, name: 'mara.w' }
    const expiresAt = services.now() + 60 * 60_000
    recordCase(services, {
      guildId: app.guildId,
      kind: 'lock',
      source: 'person',
      channel,
      moderator,
      reason: null,
      expiresAt,
    })
  })
  ahead += 11 * 60_000
  const done = services.scheduler.tick()
  expect(await ask('.ping')).toContain('Pong')
  expect(kinds()).not.toContain('unlock')
  end()
  await done
  expect(kinds()).not.toContain('unlock')
  await expect(app.as('member6').say(general, 'let me in')).rejects.toThrow('50013')
  await ask('.unlock')
})

import { DiscordAPIError } from 'discord.js'
import { beforeEach, expect, test } from 'vitest'
import { directMessagesTo } from '#test/direct-messages.ts'
import type { Harness } from '#test/harness.ts'
import { serverPerTest } from '#test/server-per-test.ts'
import { until } from '#test/until.ts'
import { refusalSentence } from './refusal.ts'

const dayMs = 24 * 60 * 60_000
/** How far the bot's clock is ahead of Discord's. */
let ahead = 0
const openServer = serverPerTest({ now: () => Date.now() + ahead })
let harness: Harness
beforeEach(async () => {
  ahead = 0
  harness = await openServer()
})

/** How much longer somebody is timed out, by Discord's clock. */
function timeoutOf(login: string): number {
  const { context } = harness.sandbox
  const { userId } = harness.as(login)
  const until = context.world.guilds.get(harness.guildId)?.members.get(userId)?.communication_disabled_until
  return Date.parse(until ?? '') - context.now()
}

test.each([
  ['14 hours ahead', 14 / 24],
  ['a month ahead', 31],
  ['an hour behind', -1 / 24],
])('with a clock that is %s, timeouts last as long as was said', async (_, days) => {
  ahead = days * dayMs
  for (const [login, typed, ms] of [
    ['member1', '28d', 28 * dayMs],
    ['member2', '10m', 600_000],
  ] as const) {
    const answer = await harness.answer('moderator', `.timeout <@${harness.as(login).userId}> ${typed} Enough`)
    expect(answer).toContain('timed out')
    await until('the timeout', () => timeoutOf(login) > 0)
    expect(Math.abs(timeoutOf(login) - ms)).toBeLessThan(60_000)
  }
  const owner = await harness.signIn('owner')
  const { userId } = harness.as('member2')
  const shown = () => owner.call('GET', `/api/guild/${harness.guildId}/members/${userId}`)
  expect((await shown()).body).toMatchObject({ member: { timedOutUntil: expect.any(Number) } })
  expect(await harness.answer('moderator', `.untimeout <@${userId}>`)).toContain('no longer timed out')
})

test('the longest timeout works with a clock that is slightly ahead, and is reported as requested', async () => {
  // The response contains Discord's time.
  await harness.product.services.client.rest.get('/gateway')
  ahead = 3900
  const { userId } = harness.as('member1')
  expect(await harness.answer('moderator', `.timeout <@${userId}> 28d Enough`)).toContain('timed out for 4 weeks')
  await until('the timeout', () => timeoutOf('member1') > 0)
  expect(timeoutOf('member1')).toBeLessThanOrEqual(28 * dayMs)
  expect(timeoutOf('member1')).toBeGreaterThan(28 * dayMs - 60_000)
  const told = await until('the direct message', () => directMessagesTo(harness, userId).at(-1))
  expect(JSON.stringify(told)).toContain('4 weeks')
})

test('with a clock that is a month ahead, no message is too old to be deleted', async () => {
  ahead = 31 * dayMs
  await harness.as('member1').say(harness.channel('general'), 'said just now')
  expect(await harness.answer('moderator', '.purge 1')).toBe('Deleted 1 message.')
})

test('a timeout that Discord finds too long says what to do', () => {
  const problem = { code: 'USER_TIMEOUT_TOO_LONG', message: 'Timeouts cannot be longer than 28 days.' }
  const raw = {
    code: 50_035,
    message: 'Invalid Form Body',
    errors: { communication_disabled_until: { _errors: [problem] } },
  }
  const refused = new DiscordAPIError(raw, 50_035, 400, 'PATCH', '/members', {})
  expect(refusalSentence(refused)).toContain('such as 27d')
})

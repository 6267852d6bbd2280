// @module-tag long
import { afterAll, beforeAll, expect, test } from 'vitest'
import { failing } from '#test/discord-trouble.ts'
import { createHarness, type Harness } from '#test/harness.ts'
import { until } from '#test/until.ts'
import { sanction } from './sanction.ts'
import { thresholdTimer } from './threshold-timer.ts'
import { thresholdJob } from './warning-threshold.ts'

let app: Harness
beforeAll(async () => {
  app = await createHarness()
  const owner = await app.signIn('owner')
  const settings = { modUpdate: true, max_warnings: 1, max_warn_action: 'kick', modlog_channel: 'safety' }
  await owner.call('POST', `/api/guild/${app.guildId}/basic`, settings)
})
afterAll(() => app.close())

const kicking = 'DELETE /guilds/:guild_id/members/:user_id'
const told = () =>
  app.messages(app.channel('safety')).filter(({ embeds }) => embeds[0]?.author?.name.endsWith('Not done'))

/** A rule of auto-moderation warns a member, who then has as many warnings as the server allows. */
async function warn(login: string) {
  const { services } = app.product
  const guild = services.client.guilds.cache.get(app.guildId)
  if (!guild) throw new Error('no guild')
  const target = await services.client.users.fetch(app.as(login).userId)
  const order = { guild, target, kind: 'warn', source: 'automod', moderatorId: app.botId, reason: 'links' } as const
  return sanction(services, { ...order, key: `message:${login}`, dm: false })
}
const isMember = (login: string) =>
  app.sandbox.context.world.guilds.get(app.guildId)?.members.has(app.as(login).userId) === true
const isScheduled = (login: string) =>
  app.product.services.scheduler.waits(thresholdTimer, `${app.guildId}/${app.as(login).userId}`)

test('an action at the limit that meets an outage is tried again if nobody reads that it failed', async () => {
  const { threshold, caseNumber } = await failing(app, 500, kicking, () => warn('member3'))
  expect(threshold).toMatchObject({ action: 'kick', done: false })
  expect([isMember('member3'), isScheduled('member3')]).toEqual([true, true])
  const payload = { userId: app.as('member3').userId, warning: caseNumber ?? 0 }
  const run = () => thresholdJob.run(app.product.services, payload, { attempt: 1, guildId: app.guildId })
  await expect(failing(app, 500, kicking, async () => run())).rejects.toThrow('outage')
  await run()
  expect([isMember('member3'), isScheduled('member3')]).toEqual([false, false])
  expect(told()).toEqual([])
})

test('an action at the limit that Discord refuses is reported in the log if a rule gave the warning', async () => {
  await failing(app, 403, kicking, () => warn('member4'))
  expect(isScheduled('member4')).toBe(false)
  const [post] = await until('the report', () => (told().length > 0 ? told() : undefined))
  expect(post?.embeds[0]?.description).toMatch(
    new RegExp(`^<@${app.as('member4').userId}> has reached the limit of warnings, but I could not kick them.*\\. .+`),
  )
})

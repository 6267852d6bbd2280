// @module-tag long
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { budget } from '#features/joindms/contract.ts'
import { createAutomations } from '#test/automations.ts'
import { directMessagesTo } from '#test/direct-messages.ts'
import { greetingsOf } from '#test/greetings.ts'
import { createHarness, type Harness } from '#test/harness.ts'
import { createTicketDesk } from '#test/tickets.ts'
import { until } from '#test/until.ts'
import type { Visitor } from '#test/visitor.ts'

/**
 * Limits that were used up while the clock was a month ahead are free again once it is right, so nobody waits for a
 * month.
 */

const days = 30 * 86_400_000
let app: Harness
let owner: Visitor
let ahead = 0
beforeAll(async () => {
  app = await createHarness({ now: () => Date.now() + ahead, writesPerMinute: 1000 })
})
afterAll(() => app.close())
beforeEach(() => turnTo(days))

/** Signs in again, since sessions from the time when the clock was ahead have ended. */
async function turnTo(ms: number): Promise<void> {
  ahead = ms
  await app.product.services.scheduler.tick()
  owner = await app.signIn('owner')
}

test('an automation that ran for a member, or as often as it may in an hour, runs again', async () => {
  const desk = await createAutomations(app)
  const conditions = [{ kind: 'contains', words: ['count'] }]
  const actions = [{ kind: 'react', emoji: '👀' }]
  await desk.on({ name: 'Once an hour', conditions, actions, runs_per_hour: 1, member_minutes: 0 })
  await desk.on({ name: 'Once for a member', conditions, actions, member_minutes: 60 })
  const count = () => app.as('member1').say(app.channel('general'), 'count')
  await count()
  await desk.ended(2)
  await turnTo(0)
  await count()
  expect(await desk.ended(4)).toHaveLength(4)
})

test('a person who wrote to the operator can write again', async () => {
  const write = async () => {
    const body = { key: randomUUID(), name: 'okonjo', email: 'okonjo@harbour.example', subject: 'Hello', message: 'Hi' }
    return (await app.visitor().call('POST', '/api/contact', body)).status
  }
  const all = [await write(), await write(), await write(), await write()]
  expect(all).toEqual([200, 200, 200, 429])
  await turnTo(0)
  expect(await write()).toBe(200)
})

test('a member of the team can answer a ticket again, and its channel is renamed at once', async () => {
  const desk = createTicketDesk(app)
  const ticket = await desk.open('member1')
  const answer = async () => {
    const path = `/api/guild/${app.guildId}/tickets/ticket/${ticket.id}/answer`
    return (await owner.call('POST', path, { text: 'Any news?', key: randomUUID() })).status
  }
  const all: number[] = []
  while (all.length < 100 && all.at(-1) !== 429) all.push(await answer())
  expect(all.at(-1)).toBe(429)
  const rename = (name: string) => desk.command('owner', ticket, `.ticket rename ${name}`)
  for (const name of ['first', 'second']) await rename(name)
  expect(await rename('third')).toContain('<t:')
  await turnTo(0)
  expect(await answer()).toBe(200)
  expect(await rename('fourth')).not.toContain('<t:')
})

test('newcomers get their message', async () => {
  await turnTo(20 * 60_000)
  const hall = greetingsOf(app)
  await owner.call('POST', `/api/guild/${app.guildId}/joindms`, { joindmsUpdate: true, enabled: 'on', content: 'Hi' })
  const got = (id: string) => directMessagesTo(app, id).length > 0
  const join = () => {
    const id = hall.stranger()
    hall.join(id)
    return id
  }
  const raid = Array.from({ length: budget.perMinute }, join)
  await until('all of a minute', async () => {
    await app.product.services.scheduler.tick()
    return raid.every(got)
  })
  await turnTo(0)
  const late = join()
  await until('the message', async () => {
    await app.product.services.scheduler.tick()
    return got(late)
  })
  expect(directMessagesTo(app, late)).toHaveLength(1)
})

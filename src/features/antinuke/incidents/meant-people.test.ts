// @module-tag long
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type GuardedServer, guardedServer } from '#test/antinuke.ts'
import { textOf } from '#test/member.ts'
import { until } from '#test/until.ts'
import antinuke from '../contract.ts'
import { settleSanction, writeSanction } from '../engine/punish/sanctions.ts'
import type { PunishStep } from '../engine/punish/steps.ts'
import { closeIncident, eventsOf, openIncident } from './incidents.ts'

/** Who is said to have meant it, and what the timeline says about each of them. */

let server: GuardedServer
beforeEach(async () => {
  server = await guardedServer()
})
afterEach(() => server.app.close())

const ban: PunishStep = { do: 'ban', enough: true }
const deleteWebhook: PunishStep = { do: 'delete-webhook', enough: true }
const webhook = '111111111111111111'

/** An incident that is under way. @param did what was done against whom; null where Discord refused it */
function incidentOf(did: Readonly<Record<string, PunishStep | null>>): void {
  const { services } = server.app.product
  const { guildId } = server
  const [actorId = null] = Object.keys(did)
  const opened = openIncident(services, {
    guildId,
    module: 'anti_role',
    punishment: 'BAN',
    actorId,
    startedAt: services.now(),
  })
  for (const [userId, step] of Object.entries(did)) {
    const sanction = writeSanction(services, opened, userId, [step ?? ban])
    settleSanction(services, sanction, step ? { state: 'done', done: step.do } : { state: 'refused' })
  }
}

/** What the timeline says, with people by their ids. */
const told = () =>
  eventsOf(server.app.product.services, { guildId: server.guildId, number: 1 }).map(({ parts }) =>
    (parts as (string | { user: string })[]).map(one => (typeof one === 'string' ? one : one.user)).join(''),
  )

async function say(users: readonly string[]): Promise<void> {
  const owner = await server.app.signIn('owner')
  const at = `/api/guild/${server.guildId}/antinuke/incidents/1/meant`
  expect((await owner.call('POST', at, { users })).status).toBe(200)
}

const whitelist = () => server.app.product.services.settings.read(server.guildId, antinuke).whitelist

test('nothing is said to be taken back from people against whom nothing was done', async () => {
  const { app } = server
  const [owner, rogue, above] = ['owner', 'rogue', 'admin'].map(login => app.as(login).userId)
  incidentOf({ [rogue!]: ban, [above!]: null })
  await say([rogue!, above!])
  await until('it to be taken back', () => told().length === 3)
  expect(told()).toEqual([
    `${owner} said that this was meant. I undo what was done against ${rogue}, stop putting the server back, and let ${rogue} and ${above} be for a day.`,
    `${owner} undid what was done against ${rogue}.`,
    `Nothing had been done against ${above}, so there was nothing to undo.`,
  ])
  expect(whitelist()).toEqual([rogue, above])
})

test('where nothing was done against anybody, nothing is said to be taken back', async () => {
  const [owner, above] = ['owner', 'admin'].map(login => server.app.as(login).userId)
  incidentOf({ [above!]: null })
  await say([above!])
  expect(told()[0]).toBe(
    `${owner} said that this was meant. I stop putting the server back and let ${above} be for a day.`,
  )
})

test('a webhook is named, because something was done against it, but has no place on the whitelist', async () => {
  const [owner, rogue] = ['owner', 'rogue'].map(login => server.app.as(login).userId)
  incidentOf({ [webhook]: deleteWebhook, [rogue!]: ban })
  await say([webhook, rogue!])
  expect(told()[0]).toBe(
    `${owner} said that this was meant. I undo what was done against ${rogue}, stop putting the server back, and let them be for a day.`,
  )
  expect(whitelist()).toEqual([rogue])
})

test('where only webhooks were stopped, only the recovery ends', async () => {
  const { userId: owner } = server.app.as('owner')
  incidentOf({ [webhook]: deleteWebhook })
  await say([webhook])
  expect(told()[0]).toBe(`${owner} said that this was meant. I stop putting the server back.`)
  expect(whitelist()).toEqual([])
})

test('what is taken back later claims nothing about people against whom nothing was done', async () => {
  const { userId: above } = server.app.as('admin')
  incidentOf({ [above]: null })
  await say([above])
  await until('it to be taken back', () => told().length > 1)
  expect(told()[1]).toBe(`Nothing had been done against ${above}, so there was nothing to undo.`)
})

test('where nothing could be done against somebody, undoing the punishment leaves them as they are', async () => {
  const { userId: above } = server.app.as('admin')
  incidentOf({ [above]: null })
  const key = { guildId: server.guildId, number: 1 }
  closeIncident(server.app.product.services, key, 'not-stopped')
  const owner = await server.app.signIn('owner')
  const { body } = await owner.call('POST', `/api/guild/${server.guildId}/antinuke/incidents/1/undo`, {})
  expect(body).toMatchObject({ undone: [] })
  expect(told()).toEqual([])
  expect(server.incidents()[0]?.state).toBe('not-stopped')
})

test('where more people were stopped than a question in chat can name, it leads to the page, which names them all', async () => {
  const { app } = server
  const ids = Array.from({ length: 60 }, (_, place) => String(10n ** 17n + BigInt(place)))
  incidentOf(Object.fromEntries(ids.map(id => [id, ban])))
  const answer = await app.answerTo(await app.as('owner').say(app.channel('general'), '.antinuke meant 1'))
  expect(textOf(answer)).toContain('more people than fit into a message')
  expect(answer.components ?? []).toEqual([])
})

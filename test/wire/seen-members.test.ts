// @module-tag long
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { antinukeSanctions } from '#features/antinuke/engine/table.ts'
import { antinukeIncidentEvents, antinukeIncidents } from '#features/antinuke/incidents/table.ts'
import ticketFeature from '#features/tickets/contract.ts'
import { ticketEvents, ticketGuests, tickets } from '#features/tickets/table.ts'
import { createDelegatedAccess } from '../delegated-access.ts'
import type { Visitor } from '../visitor.ts'

/** People who are not in the server have a page for those who may see what remembers them. */
let rig: Awaited<ReturnType<typeof createDelegatedAccess>>
/** Somebody who was never there. */
let stranger: string
beforeAll(async () => {
  rig = await createDelegatedAccess()
  const { accounts, guilds } = rig.app.sandbox.context.world
  stranger = [...accounts.keys()].find(id => guilds.get(rig.app.guildId)?.members.has(id) !== true) ?? ''
})
afterAll(() => rig.app.close())

const look = async (userId: string, visitor = rig.owner) => {
  const { status, body } = await visitor.call('GET', rig.at(`members/${userId}`))
  return { status, ...(body as object) }
}
const unknown = { status: 404, code: 'members.unknown' }

test('people who opened, joined or answered a ticket and left are shown to those who may read it', async () => {
  const { app: own, owner: boss, helper, helperId, give } = rig
  const { guildId } = own
  const { db, settings } = own.product.services
  const { rest } = own.as('owner')
  const role = await rest<{ id: string }>('POST', `/guilds/${guildId}/roles`, { name: 'Team' })
  await rest('PUT', `/guilds/${guildId}/members/${helperId}/roles/${role.id}`)
  const [openerId, guestId, agentId] = ['member3', 'member4', 'member5'].map(login => own.as(login).userId) as [
    string,
    string,
    string,
  ]
  const named = { openerId, openerName: 'member3', panelId: 'x', panelTitle: 'Help', name: 'ticket-1' }
  const when = { openedAt: Date.now(), lastMessageAt: Date.now() }
  const [ticket] = db
    .insert(tickets)
    .values({ guildId, number: 1, kind: 'channel', ...named, state: 'deleted', ...when })
    .returning()
    .all()
  const ticketId = ticket?.id ?? 0
  db.insert(ticketGuests).values({ guildId, ticketId, kind: 'user', targetId: guestId, at: 1 }).run()
  db.insert(ticketEvents).values({ guildId, ticketId, at: 1, kind: 'closed', byId: agentId, detail: {} }).run()
  const gone = [openerId, guestId, agentId]
  for (const id of gone) await rest('DELETE', `/guilds/${guildId}/members/${id}`)
  await own.heard()
  const statuses = async (visitor: Visitor) => {
    const found: number[] = []
    for (const id of gone) found.push((await look(id, visitor)).status)
    return found
  }
  await give({ feature: 'tickets', level: 'view' })
  expect(await statuses(boss)).toEqual([200, 200, 200])
  expect(await statuses(helper)).toEqual([404, 404, 404])
  settings.write(guildId, ticketFeature, { supportTeamRole: role.id }, { userId: null, via: 'test' })
  expect(await statuses(helper)).toEqual([200, 200, 200])
})

test('attackers who are gone are shown to people who may see incidents, and an incident lists webhooks separately', async () => {
  const { app, owner } = rig
  const { guildId } = app
  const { db } = app.product.services
  const hook = await app
    .as('owner')
    .rest<{ id: string }>('POST', `/channels/${app.channel('general')}/webhooks`, { name: 'Feed' })
  const when = { startedAt: 1, lastAt: 1, decidedAt: 1, endedAt: 1 }
  const attack = { guildId, state: 'contained', module: 'anti_webhook', punishment: 'NONE', ...when } as const
  const incident = db.insert(antinukeIncidents)
  incident.values({ ...attack, number: 1, actorId: hook.id }).run()
  expect(await look(stranger)).toMatchObject(unknown)
  const event = { guildId, number: 1, at: 1, lane: 'attack', userId: stranger, parts: [] } as const
  const noted = db.insert(antinukeIncidentEvents).values(event).returning().get()
  expect(await look(stranger)).toMatchObject({ member: { state: 'gone' } })
  db.delete(antinukeIncidentEvents).where(eq(antinukeIncidentEvents.id, noted.id)).run()
  expect(await look(stranger)).toMatchObject(unknown)
  incident.values({ ...attack, number: 2, actorId: stranger }).run()
  expect(await look(stranger)).toMatchObject({ member: { state: 'gone' } })

  // The sanction was refused for lack of a permission, so nothing in it shows that its target is a webhook.
  const refused = { state: 'refused', done: null, steps: [] } as const
  db.insert(antinukeSanctions)
    .values({ guildId, number: 1, userId: hook.id, at: 1, ...refused })
    .run()
  expect(await look(hook.id)).toMatchObject(unknown)
  const report = async (number: number) =>
    (await owner.call('GET', `/api/guild/${guildId}/antinuke/incidents/${number}`)).body
  expect(await report(1)).toMatchObject({ incident: { actor: { id: hook.id } }, webhooks: [hook.id] })
  expect(await report(2)).toMatchObject({ incident: { actor: { id: stranger } }, webhooks: [] })
})

// @module-tag long
import { beforeEach, expect, test } from 'vitest'
import type { Harness } from '#test/harness.ts'
import { serverPerTest } from '#test/server-per-test.ts'
import { createTicketDesk, type Desk } from '#test/tickets.ts'
import { until } from '#test/until.ts'
import type { Visitor } from '#test/visitor.ts'
import type { Ticket } from '../life/rows.ts'
import { attachmentsOf } from '../record/rows.ts'
import { tickets as ticketRows } from '../table.ts'
import { transcriptFor } from '../transcripts/rows.ts'

let harness: Harness
let desk: Desk
const openServer = serverPerTest()
beforeEach(async () => {
  harness = await openServer()
  desk = createTicketDesk(harness)
})

const services = () => harness.product.services
const at = (rest: string) => `/api/guild/${harness.guildId}/tickets/${rest}`
const status = async (who: Visitor, path: string) => (await who.call('GET', path)).status

/** Every way to read a ticket with a transcript and a file, and the response to each. */
async function readings(who: Visitor, ticket: Ticket) {
  const made = transcriptFor(services(), ticket)
  const [file] = attachmentsOf(services(), ticket)
  const paths = [
    `ticket/${ticket.id}`,
    `ticket/${ticket.id}/messages`,
    `ticket/${ticket.id}/attachments/${file?.id}`,
    `transcripts/${made?.id}`,
    `transcripts/${made?.id}/read`,
    `transcripts/${made?.id}/download`,
    `transcripts/${made?.id}/attachments/${file?.id}`,
  ]
  const found = []
  for (const path of paths) found.push(await status(who, at(path)))
  const lists = []
  for (const query of ['', '?search=secret']) {
    const { status: answered, body } = await who.call('GET', at(`transcripts${query}`))
    const { transcripts } = body as { transcripts?: { id: string }[] }
    lists.push(answered === 200 && transcripts?.some(({ id }) => id === made?.id) === true)
  }
  return { statuses: [...new Set(found)], lists: [...new Set(lists)] }
}

test('what a claim hides is hidden in every place where a ticket is read, until its channel is deleted', async () => {
  desk.panel({ claim_visibility: 'hidden' })
  const ticket = await desk.open('member1')
  const [owner, moderator] = [await harness.signIn('owner'), await harness.signIn('moderator')]
  await harness.as('member1').say(ticket.channelId ?? '', 'my secret', {}, [new File(['x'], 'proof.txt')])
  await until('the file', () => attachmentsOf(services(), ticket).some(one => one.state === 'kept'))
  expect((await owner.call('POST', at(`ticket/${ticket.id}/transcript`))).status).toBe(200)
  const all = { statuses: [200], lists: [true] }
  expect(await readings(moderator, ticket)).toEqual(all)
  expect((await owner.call('POST', at(`ticket/${ticket.id}/claim`), {})).status).toBe(200)
  expect(await readings(moderator, ticket)).toEqual({ statuses: [403], lists: [false] })
  expect(await readings(owner, ticket)).toEqual(all)
  expect((await owner.call('POST', at(`ticket/${ticket.id}/release`))).status).toBe(200)
  expect((await moderator.call('POST', at(`ticket/${ticket.id}/claim`), {})).status).toBe(200)
  expect(await readings(moderator, ticket)).toEqual(all)
  // The opener can read the transcript regardless of any claim.
  const opener = await harness.signIn('member1')
  expect(await status(opener, at(`transcripts/${transcriptFor(services(), ticket)?.id}/read`))).toBe(200)
  services()
    .db.update(ticketRows)
    .set({ claimedById: harness.as('owner').userId, state: 'deleted' })
    .run()
  expect(await status(moderator, at(`ticket/${ticket.id}`))).toBe(200)
  expect(await status(moderator, at(`transcripts/${transcriptFor(services(), ticket)?.id}/read`))).toBe(200)
})

test('a claim hides nothing in a thread, neither in the browser nor in Discord', async () => {
  desk.panel({ claim_visibility: 'hidden', kind: 'thread' })
  const ticket = await desk.open('member1')
  services().db.update(ticketRows).set({ kind: 'thread' }).run()
  const [owner, moderator] = [await harness.signIn('owner'), await harness.signIn('moderator')]
  await harness.as('member1').say(ticket.channelId ?? '', 'my secret', {}, [new File(['x'], 'proof.txt')])
  await until('the file', () => attachmentsOf(services(), ticket).some(one => one.state === 'kept'))
  expect((await owner.call('POST', at(`ticket/${ticket.id}/transcript`))).status).toBe(200)
  expect((await owner.call('POST', at(`ticket/${ticket.id}/claim`), {})).status).toBe(200)
  expect(await readings(moderator, ticket)).toEqual({ statuses: [200], lists: [true] })
  const answer = { text: 'Hello', key: crypto.randomUUID() }
  expect((await moderator.call('POST', at(`ticket/${ticket.id}/answer`), answer)).status).toBe(200)
})

test('people who answered a panel’s tickets keep their pages, role and statistics after it is deleted', async () => {
  const owner = await harness.signIn('owner')
  const { id: role } = await harness
    .as('owner')
    .rest<{ id: string }>('POST', `/guilds/${harness.guildId}/roles`, { name: 'Old team' })
  const { userId } = harness.as('member2')
  await harness.as('owner').rest('PUT', `/guilds/${harness.guildId}/members/${userId}/roles/${role}`)
  await until('the role to be theirs', () =>
    services().client.guilds.cache.get(harness.guildId)?.members.cache.get(userId)?.roles.cache.has(role),
  )
  desk.panel({ support_team_view: false, support_roles: [role], transcript: false })
  const ticket = await desk.open('member1')
  const theirs = await harness.signIn('member2')
  const moderator = await harness.signIn('moderator')
  const seenBy = async (who: Visitor) => {
    const { body } = await who.call('GET', at(`ticket/${ticket.id}`))
    const { signature, people, transcripts } = body as Record<string, unknown>
    const counted = (await who.call('GET', at('statistics'))).body as { opened?: { total: number } }
    return {
      ticket: [await status(who, at(`ticket/${ticket.id}`)), signature, people, transcripts],
      access: await status(who, `/api/guild/${harness.guildId}/own-access`),
      opened: counted.opened?.total,
    }
  }
  const before = [await seenBy(theirs), await seenBy(moderator)]
  expect(before[0]).toMatchObject({
    ticket: [200, { role: 'Old team' }, ['member1', 'Old team'], false],
    access: 200,
    opened: 1,
  })
  expect(before[1]).toMatchObject({ ticket: [403, undefined, undefined, undefined], opened: 0 })
  expect((await owner.call('DELETE', at('panels/help'))).status).toBe(200)
  expect([await seenBy(theirs), await seenBy(moderator)]).toEqual(before)
})

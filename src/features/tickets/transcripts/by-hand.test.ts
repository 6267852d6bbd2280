// @module-tag long
import { beforeEach, expect, test } from 'vitest'
import type { Harness } from '#test/harness.ts'
import { serverPerTest } from '#test/server-per-test.ts'
import { createTicketDesk, type Desk } from '#test/tickets.ts'
import { until } from '#test/until.ts'
import type { Visitor } from '#test/visitor.ts'
import { deleteTicket } from '../life/close.ts'
import type { Ticket } from '../life/rows.ts'
import { countMessages } from '../record/rows.ts'
import { transcriptFor } from './rows.ts'

let harness: Harness
let desk: Desk
const openServer = serverPerTest()
beforeEach(async () => {
  harness = await openServer()
  desk = createTicketDesk(harness)
})

const services = () => harness.product.services
const at = (rest: string) => `/api/guild/${harness.guildId}/tickets/${rest}`
const make = async (who: Visitor, { id }: Ticket) => {
  const { status, body } = await who.call('POST', at(`ticket/${id}/transcript`))
  return { status, error: (body as { error?: string }).error }
}

test('nobody makes a transcript by hand for a panel that keeps none, even after the panel is deleted', async () => {
  desk.panel({ transcript: false })
  const ticket = await desk.open('member1')
  await harness.as('member1').say(ticket.channelId ?? '', 'Between us')
  const [moderator, owner] = [await harness.signIn('moderator'), await harness.signIn('owner')]
  const refused = { status: 400, error: 'Tickets of this panel have no transcripts, as its settings say.' }
  expect(await make(moderator, ticket)).toEqual(refused)
  expect(await desk.command('moderator', ticket, '.ticket transcript')).toContain(refused.error)
  expect((await owner.call('DELETE', at('panels/help'))).status).toBe(200)
  expect(await make(moderator, ticket)).toEqual(refused)
  await harness.as('member1').say(ticket.channelId ?? '', 'Still between us')
  const { body } = await moderator.call('GET', at(`ticket/${ticket.id}/messages`))
  expect(JSON.stringify(body)).toContain('Still between us')
  expect(body).toMatchObject({ kept: false })
  expect([countMessages(services(), ticket), transcriptFor(services(), ticket)]).toEqual([0, undefined])
})

test('no empty transcript is made for a ticket whose channel and transcript were deleted', async () => {
  const ticket = await desk.open('member1')
  await harness.as('member1').say(ticket.channelId ?? '', 'My kiln is cold')
  const [moderator, owner] = [await harness.signIn('moderator'), await harness.signIn('owner')]
  await until('the record', () => countMessages(services(), ticket) > 0)
  await deleteTicket(services(), desk.now(ticket), { by: null })
  await until('the transcript', () => desk.now(ticket).state === 'deleted' && transcriptFor(services(), ticket))
  expect((await owner.call('DELETE', at(`transcripts/${transcriptFor(services(), ticket)?.id}`))).status).toBe(200)
  expect(await make(moderator, ticket)).toEqual({
    status: 400,
    error: expect.stringContaining('none of its messages are kept any more'),
  })
  expect(transcriptFor(services(), ticket)).toBeUndefined()
})

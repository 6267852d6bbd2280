// @module-tag long
import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { failing } from '#test/discord-trouble.ts'
import type { Harness } from '#test/harness.ts'
import { serverPerTest } from '#test/server-per-test.ts'
import { createTicketDesk, type Desk } from '#test/tickets.ts'
import { until } from '#test/until.ts'
import { ticketAnswers } from './table.ts'

let harness: Harness
let desk: Desk
const openServer = serverPerTest()
beforeEach(async () => {
  harness = await openServer()
  desk = createTicketDesk(harness)
})

test('the same text sent twice on purpose is two messages, even if the second had to be retried', async () => {
  const ticket = await desk.open('member1')
  const moderator = await harness.signIn('moderator')
  const answer = (key: string) =>
    moderator.call('POST', `/api/guild/${harness.guildId}/tickets/ticket/${ticket.id}/answer`, {
      text: 'Any news?',
      key,
    })
  expect((await answer(randomUUID())).status).toBe(200)
  const key = randomUUID()
  const lost = await failing(harness, 500, 'POST /channels/:channel_id/messages', () => answer(key))
  expect(lost.status).toBeGreaterThanOrEqual(500)
  expect((await answer(key)).status).toBe(200)
  const said = harness.messages(ticket.channelId ?? '').filter(({ content }) => content.endsWith('Any news?'))
  expect(said).toHaveLength(2)
})

test('an answer is identified by its key as soon as Discord has it, only for the person who sent it', async () => {
  const ticket = await desk.open('member1')
  const under = `/api/guild/${harness.guildId}/tickets/ticket/${ticket.id}`
  const moderator = await harness.signIn('moderator')
  const owner = await harness.signIn('owner')
  const key = randomUUID()
  const sentBy = async (who: typeof owner) =>
    ((await who.call('GET', `${under}/messages`)).body as { sent: string[] }).sent
  expect(await sentBy(moderator)).toEqual([])
  // The event of a message whose request has had no response yet contains its nonce.
  const row = harness.product.services.db
    .insert(ticketAnswers)
    .values({
      guildId: harness.guildId,
      ticketId: ticket.id,
      key,
      at: harness.product.services.now(),
      byId: harness.as('moderator').userId,
    })
    .returning()
    .get()
  const channel = harness.product.services.client.channels.cache.get(ticket.channelId ?? '')
  if (!channel?.isSendable()) throw new Error('no channel')
  await channel.send({ content: 'On our way', nonce: `answer-${row.id}`, enforceNonce: true })
  await until('the key', async () => (await sentBy(moderator)).includes(key))
  expect(await sentBy(owner)).toEqual([])
  const later = randomUUID()
  expect((await moderator.call('POST', `${under}/answer`, { text: 'Done', key: later })).status).toBe(200)
  await until('both', async () => (await sentBy(moderator)).length === 2)
  expect(new Set(await sentBy(moderator))).toEqual(new Set([key, later]))
})

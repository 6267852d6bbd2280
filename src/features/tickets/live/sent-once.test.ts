// @module-tag long
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { failing } from '#test/discord-trouble.ts'
import { createHarness, type Harness } from '#test/harness.ts'
import { createTicketDesk, type Desk } from '#test/tickets.ts'

let harness: Harness
let desk: Desk
beforeEach(async () => {
  harness = await createHarness()
  desk = createTicketDesk(harness)
})
afterEach(() => harness.close())

test('the same words sent twice on purpose are two messages, also where the second had to be tried again', async () => {
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

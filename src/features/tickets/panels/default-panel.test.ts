import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHarness, type Harness } from '#test/harness.ts'
import { createTickets, type Tickets } from '#test/ticket-panels.ts'

let harness: Harness
let desk: Tickets
beforeAll(async () => {
  harness = await createHarness()
  desk = await createTickets(harness)
})
afterAll(() => harness.close())

const call = (method: string, path: string, body?: unknown) => desk.owner.call(method, desk.under(path), body)

test('the default panel is posted as documented', async () => {
  const channelId = harness.channel('general')
  const panelData = {
    title: 'Support Ticket',
    description: 'Please use the button below to create a ticket',
    color: '#ff0000',
  }
  const sent = await call('POST', '/panels/deploy-default', { channelId, panelData })
  expect(sent).toMatchObject({ status: 200, body: { success: true, message_id: expect.any(String) } })
  expect((await call('GET', '/panels')).body).toMatchObject({
    panels: [{ id: 'default', color: '#ff0000', message_id: (sent.body as { message_id: string }).message_id }],
  })
  expect((await call('GET', '')).body).toMatchObject({ settings: { panelData: { embedData: { color: '#ff0000' } } } })
})

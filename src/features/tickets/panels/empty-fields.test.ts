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

test('empty fields are refused in the words of the documents', async () => {
  const refused = (error: string) => ({ status: 400, body: { success: false, error } })
  const title = 'Panel title is required'
  const both = 'Please select both an embed panel and a channel'
  for (const channel_id of ['', null, undefined])
    expect(await call('POST', '/panels', { title: 'x', channel_id })).toMatchObject(
      refused('Please select a channel for the panel'),
    )
  for (const given of [' ', null, undefined])
    expect(await call('POST', '/panels', { title: given, channel_id: harness.channel('rules') })).toMatchObject(
      refused(title),
    )
  expect(await call('POST', '/panels', {})).toMatchObject(refused('Panel title and channel are required'))
  const id = await desk.panel()
  const channels = [{ channelId: '' }, { channelId: null }, {}]
  for (const channel of channels) {
    expect(await call('POST', `/panels/${id}/deploy`, channel)).toMatchObject(
      refused('Please select a channel before deploying'),
    )
    for (const data of [{ panelData: {} }, { panelData: null }, {}])
      expect(await call('POST', '/panels/deploy-default', { ...channel, ...data })).toMatchObject(refused(both))
  }
  for (const data of [{ panelData: null }, {}])
    expect(
      await call('POST', '/panels/deploy-default', { channelId: harness.channel('rules'), ...data }),
    ).toMatchObject(refused(both))
  expect(await call('POST', '/panels', { title: '', channel_id: 'nonsense' })).toMatchObject(
    refused(`${title}. Not a Discord ID.`),
  )
  expect((await call('GET', '/panels')).body).toMatchObject({ panels: [{ id }] })
})

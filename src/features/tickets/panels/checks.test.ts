// @module-tag long
import { beforeEach, expect, test } from 'vitest'
import type { Harness } from '#test/harness.ts'
import { serverPerTest } from '#test/server-per-test.ts'
import { createTickets, type Tickets } from '#test/ticket-panels.ts'
import { until } from '#test/until.ts'

let harness: Harness
let desk: Tickets
const openServer = serverPerTest()
beforeEach(async () => {
  harness = await openServer()
  desk = await createTickets(harness)
})

const call = (method: string, path: string, body?: unknown) => desk.owner.call(method, desk.under(path), body)

test('the checks show what would happen before a panel is posted, in reading order', async () => {
  const channel_id = harness.channel('general')
  const check = async (body: Record<string, unknown>) =>
    ((await call('POST', '/panels/check', body)).body as { checks: { level: string; sentence: string }[] }).checks
  expect(await check({ title: 'x' })).toMatchObject([
    { level: 'danger', sentence: 'Please select a channel before deploying', field: 'channel_id' },
    ...Array.from({ length: 4 }, () => ({})),
  ])
  const all = await check({ title: 'x', channel_id, transcript: false })
  expect(all.map(({ level }) => level)).toEqual(['good', 'good', 'warning', 'good', 'warning', 'warning'])
  expect(all.at(-1)).toMatchObject({ offer: { field: 'transcript', value: true } })
  const made = await call('POST', '/categories', { type: 'open', categoryName: 'Help' })
  expect(await check({ title: 'x', channel_id })).toEqual(
    expect.arrayContaining([{ level: 'good', sentence: 'Tickets go to Help.', field: null, offer: null }]),
  )
  expect(made.status).toBe(200)
  // Each text is within its own limit, but all of them together exceed what one message can hold.
  const [title, text, footer] = ['x'.repeat(256), 'y'.repeat(4096), 'z'.repeat(2048)]
  const long = { title, description: text, footer, open_title: title, open_description: text, open_footer: footer }
  const cut = 'has 6,400 characters, and Discord takes 6,000 in one message: some of its text is cut.'
  expect(await check({ channel_id, ...long })).toEqual(
    expect.arrayContaining([
      { level: 'warning', sentence: `The panel ${cut}`, field: 'description', offer: null },
      { level: 'warning', sentence: `The opening message ${cut}`, field: 'open_description', offer: null },
    ]),
  )
  expect(JSON.stringify(await check({ channel_id, ...long, footer: '', open_footer: '' }))).not.toContain('6,000')
})

test('the checks show which team members get into private threads before any are opened', async () => {
  const guild = harness.product.services.client.guilds.cache.get(harness.guildId)
  const named = (name: string) => guild?.roles.cache.find(role => role.name === name)
  const [team, other] = [named('Moderator'), named('Regular')]
  const channel_id = harness.channel('general')
  const check = async () => {
    const body = {
      title: 'x',
      kind: 'thread',
      channel_id,
      claim_visibility: 'hidden',
      support_roles: [team?.id, other?.id],
    }
    const { checks } = (await call('POST', '/panels/check', body)).body as { checks: { sentence: string }[] }
    return checks.map(({ sentence }) => sentence)
  }
  expect(await check()).toContain('Members with Moderator and Regular are added to each.')
  await harness
    .as('owner')
    .rest('PUT', `/channels/${channel_id}/permissions/${other?.id}`, { type: 0, allow: '0', deny: '1024' })
  await until('the bot to know', () => {
    const channel = guild?.channels.cache.get(channel_id)
    return channel && other && !channel.permissionsFor(other.id)?.has('ViewChannel')
  })
  const sentences = await check()
  expect(sentences).toContain('Members with Moderator are added to each.')
  expect(sentences).toContainEqual(expect.stringContaining('A claim keeps nobody out of a thread'))
  expect(sentences).toContain(
    'Regular: members who cannot see its channel are not added to its threads. Give them access to it.',
  )
})

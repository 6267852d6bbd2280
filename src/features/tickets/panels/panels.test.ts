// @module-tag long
import { PermissionFlagsBits } from 'discord.js'
import { beforeEach, expect, test } from 'vitest'
import { renameId } from '#kernel/guilds/rename-id.ts'
import { appointDelegate } from '#test/delegate.ts'
import type { Harness } from '#test/harness.ts'
import { serverPerTest } from '#test/server-per-test.ts'
import { controlsOn, createTickets, type Tickets } from '#test/ticket-panels.ts'
import { until } from '#test/until.ts'

let harness: Harness
let desk: Tickets
let later = 0
const openServer = serverPerTest({ now: () => Date.now() + later })
beforeEach(async () => {
  harness = await openServer()
  desk = await createTickets(harness)
})

const call = (method: string, path: string, body?: unknown) => desk.owner.call(method, desk.under(path), body)
const list = async () => ((await call('GET', '/panels')).body as { panels: Record<string, unknown>[] }).panels
const has = (channel: string, id: string) => harness.messages(harness.channel(channel)).some(one => one.id === id)

test('a panel is saved, shown, copied and deleted as documented', async () => {
  const channel_id = harness.channel('general')
  const saved = await call('POST', '/panels', { title: 'Help', channel_id, button_label: 'Ask us' })
  expect(saved).toMatchObject({
    status: 200,
    body: {
      success: true,
      panel: {
        title: 'Help',
        color: '#068ADD',
        button_label: 'Ask us',
        button_emoji: '🎫',
        close_button_emoji: '🔒',
        open_color: '#43B581',
        auto_delete_time: 60,
        max_duration: 72,
        transcript: true,
        support_team_view: true,
        message_id: null,
        channel_info: { name: 'general' },
        revision: 1,
        opened: 0,
        message_missing: false,
        outdated: false,
      },
    },
  })
  const { panel } = saved.body as { panel: { id: string } }
  // The documented calls have no revision: a client that copies posts the original's, and its own form of `created_at`.
  const copied = { ...panel, id: 'my-copy', title: 'Help (Copy)', message_id: null }
  const copy = await call('POST', '/panels', { ...copied, created_at: '2026-11-22T08:00:00.000Z' })
  expect(copy).toMatchObject({
    status: 200,
    body: { panel: { id: 'my-copy', title: 'Help (Copy)', button_label: 'Ask us' } },
  })
  expect(await list()).toMatchObject([{ id: panel.id }, { id: 'my-copy' }])
  expect((await call('DELETE', '/panels/my-copy')).status).toBe(200)
  expect((await call('DELETE', '/panels/my-copy')).status).toBe(404)
  // Saving a panel that was deleted in the meantime does not restore it.
  expect(await call('POST', '/panels', copied)).toMatchObject({
    status: 404,
    body: { error: 'That panel has been deleted in the meantime. Save it as a new one.' },
  })
  expect(await list()).toMatchObject([{ id: panel.id }])
})

test('a panel keeps the UUID that a client gives it, and tickets are opened from it', async () => {
  const id = 'f47ac10b-58cc-4372-a567-0e02b2c3d479'
  await desk.general({ twoStepTicket: true })
  expect(await desk.panel({ id, required_inputs: ['Why?'] })).toBe(id)
  const message = await desk.deploy(id)
  const asked = await desk.told('member1', () => harness.as('member1').press(message, controlsOn(message)[0] ?? ''))
  await harness.as('member1').press(asked, controlsOn(asked)[0] ?? '')
  await desk.submit('member1', [{ custom_id: 'q0', value: 'Because' }])
  await until('the ticket to be open', async () => (await desk.channels()).length === 1)
  expect(await desk.panel({ title: 'Sales', joined_to: id })).not.toBe(id)
  expect(await call('POST', '/panels', { id: `${id}0`, title: 'Help' })).toMatchObject({
    status: 400,
    body: { error: 'The ID of a panel can have at most 36 characters.' },
  })
})

test.each<[Record<string, string>, string | RegExp]>([
  [{}, 'Panel title and channel are required'],
  [{ title: ' ', channel_id: '1'.repeat(18) }, 'Panel title is required'],
  [{ title: 'Help' }, 'Please select a channel for the panel'],
  [{ title: 'Help', channel_id: '1'.repeat(18) }, 'There is no such channel in this server.'],
  [{ title: 'x'.repeat(257), channel_id: 'general' }, /title/i],
  [{ title: 'Help', channel_id: 'general', image: 'no address' }, 'Please enter a valid URL'],
])('%j is refused: %s', async (posted, error) => {
  const body = posted['channel_id'] === 'general' ? { ...posted, channel_id: harness.channel('general') } : posted
  const { status, body: answer } = await call('POST', '/panels', body)
  expect(status).toBe(400)
  expect((answer as { error: string }).error).toMatch(error)
  expect(await list()).toEqual([])
})

test('saving over somebody else’s save is refused with a sentence, and nothing is saved', async () => {
  const id = await desk.panel({ description: 'first' })
  const [before] = await list()
  const admin = await harness.signIn('admin')
  expect((await admin.call('POST', desk.under('/panels'), { ...before, description: 'theirs' })).status).toBe(200)
  const late = await call('POST', '/panels', { ...before, description: 'mine' })
  expect(late).toMatchObject({
    status: 409,
    body: {
      error: expect.stringMatching(/^Tobias .*saved this panel .+ ago/),
      conflict: {
        revision: 2,
        fields: [{ key: 'description', label: 'Description', theirs: 'theirs', yours: 'mine' }],
      },
    },
  })
  expect(await list()).toMatchObject([{ id, description: 'theirs', revision: 2 }])
  await call('DELETE', `/panels/${id}`)
  expect((await call('POST', '/panels', { ...before })).status).toBe(404)
})

test('the refusal to post where the bot may not write is readable on pages, too', async () => {
  const id = await desk.panel()
  const channelId = harness.channel('general')
  await harness.as('owner').rest('PUT', `/channels/${channelId}/permissions/${harness.botId}`, {
    type: 1,
    allow: '0',
    deny: String(PermissionFlagsBits.SendMessages),
  })
  await harness.heard()
  expect(await call('POST', `/panels/${id}/deploy`, { channelId })).toMatchObject({
    status: 403,
    body: { error: 'I need Send Messages in that channel to post a panel there.' },
  })
})

test('a panel is posted, updated in place and moved, and its message is deleted with it', async () => {
  const id = await desk.panel({ description: 'Ask away', image: 'https://example.org/a.png' })
  const message = await desk.deploy(id)
  expect(message.embeds).toMatchObject([{ title: 'Help', description: 'Ask away', color: 0x068add }])
  expect(controlsOn(message)).toEqual([`tickets:open:${id}`])
  expect(message).toMatchObject({ components: [{ components: [{ label: 'Create Ticket', emoji: { name: '🎫' } }] }] })

  await call('POST', '/panels', { id, description: 'Ask anything' })
  expect(await list()).toMatchObject([{ message_id: message.id, outdated: true }])
  const again = await desk.deploy(id)
  expect(again).toMatchObject({ id: message.id, embeds: [{ description: 'Ask anything' }] })
  expect(await list()).toMatchObject([{ outdated: false, message_missing: false }])

  const moved = await desk.deploy(id, 'rules')
  expect(moved.id).not.toBe(message.id)
  await until('the old message to go', () => !has('general', message.id))
  expect(await list()).toMatchObject([{ message_id: moved.id, channel_info: { name: 'rules' } }])

  await call('DELETE', `/panels/${id}`)
  await until('its message to go', () => !has('rules', moved.id))
})

test('an editor that was open while a panel was moved does not put its channel back', async () => {
  const id = await desk.panel()
  await desk.deploy(id)
  const [stale] = await list()
  await desk.deploy(id)
  expect(await list()).toMatchObject([{ revision: stale?.['revision'] }])
  await desk.deploy(id, 'rules')
  const { status, body } = await call('POST', '/panels', { ...stale, description: 'Typed meanwhile' })
  expect(status).toBe(409)
  expect(body).toMatchObject({ error: expect.stringMatching(/^.+ saved this panel .+ ago\. Nothing was saved\.$/) })
  const [now] = await list()
  expect(now).toMatchObject({ channel_info: { name: 'rules' }, description: stale?.['description'] })
})

test('the refusal of a panel by Discord is explained', async () => {
  const id = await desk.panel()
  harness.sandbox.context.conditions.failNext = { count: 1, status: 400, route: 'POST /channels/' }
  const { status, body } = await call('POST', `/panels/${id}/deploy`, { channelId: harness.channel('general') })
  expect(status).toBe(400)
  expect((body as { error: string }).error).toMatch(/^Discord does not accept this panel: .+\. Check/)
  expect(await list()).toMatchObject([{ message_id: null }])
})

test('a message that somebody deletes is reported as missing, and can be posted again', async () => {
  const id = await desk.panel()
  const message = await desk.deploy(id)
  await harness.as('owner').rest('DELETE', `/channels/${message.channel_id}/messages/${message.id}`)
  await until('it to be missing', async () => (await list())[0]?.['message_missing'])
  const again = await desk.deploy(id)
  expect(again.id).not.toBe(message.id)
  expect(await list()).toMatchObject([{ message_id: again.id, message_missing: false }])
})

test('a panel whose channel is restored under another id is posted there again', async () => {
  const { services } = harness.product
  const guild = services.client.guilds.cache.get(harness.guildId)
  const made = async () => (await guild?.channels.create({ name: 'desk' }))?.id ?? ''
  const from = await made()
  const id = await desk.panel({ channel_id: from })
  await desk.deploy(id, 'desk')
  await guild?.channels.delete(from)
  await until('its message to be missing', async () => (await list())[0]?.['message_missing'])
  const to = await made()
  renameId(services, harness.guildId, { from, to }, { userId: null, via: 'bot' })
  later = 10 * 60_000
  await services.scheduler.tick()
  await until('it to be posted again', () =>
    harness.messages(to).some(one => controlsOn(one).includes(`tickets:open:${id}`)),
  )
  expect(await list()).toMatchObject([{ id, channel_id: to, message_missing: false }])
})

test.each(['buttons', 'select'])('panels are joined on one message, as %s', async offered_as => {
  const id = await desk.panel({ offered_as })
  const second = await desk.panel({ title: 'Report', button_label: 'Report somebody', joined_to: id })
  const message = await desk.deploy(id)
  const ids = offered_as === 'buttons' ? [`tickets:open:${id}`, `tickets:open:${second}`] : [`tickets:choose:${id}`]
  expect(controlsOn(message)).toEqual(ids)
  expect(await list()).toMatchObject([{ message_id: message.id }, { message_id: message.id }])
  const chain = await call('POST', '/panels', { title: 'x', channel_id: message.channel_id, joined_to: second })
  expect(chain).toMatchObject({ status: 400, body: { fields: { joined_to: expect.any(String) } } })
  expect((await call('POST', '/panels', { id, joined_to: second })).status).toBe(400)
  await call('DELETE', `/panels/${id}`)
  expect(await list()).toMatchObject([{ id: second, joined_to: null, message_id: null }])
})

test('nobody can make the bot ping a role that they could not ping', async () => {
  const guild = harness.product.services.client.guilds.cache.get(harness.guildId)
  const role = guild?.roles.cache.find(({ name, mentionable }) => name === 'Keeper' && !mentionable)?.id ?? ''
  const deputy = await harness.signIn('member1')
  await appointDelegate(harness, desk.owner)
  const body = { title: 'x', channel_id: harness.channel('general'), ping_roles: [role] }
  expect(await deputy.call('POST', desk.under('/panels'), body)).toMatchObject({
    status: 403,
    body: { fields: { ping_roles: expect.any(String) } },
  })
  const inAll = await deputy.call('POST', desk.under('/general'), { pingRole: role })
  expect(inAll).toMatchObject({ status: 403, body: { fields: { pingRole: expect.any(String) } } })
  expect((await call('POST', '/panels', body)).status).toBe(200)
  expect((await call('POST', '/general', { pingRole: role })).status).toBe(200)
})

test('a panel, channel or role of another server cannot be used here', async () => {
  const { guildId } = harness
  const [other] = [...harness.sandbox.context.world.guilds.entries()].find(([id]) => id !== guildId) ?? []
  const { services } = harness.product
  const id = await desk.panel()
  services.db.$client.prepare('update ticket_panels set guild_id = ?').run(other)
  expect((await call('POST', `/panels/${id}/deploy`, { channelId: harness.channel('general') })).status).toBe(404)
  expect((await call('DELETE', `/panels/${id}`)).status).toBe(404)
  expect(await list()).toEqual([])
  const channel = [...(harness.sandbox.context.world.guilds.get(other ?? '')?.channelIds ?? [])][0]
  const role = [...(harness.sandbox.context.world.guilds.get(other ?? '')?.roles.keys() ?? [])][0]
  const base = { title: 'x', channel_id: harness.channel('general') }
  expect((await call('POST', '/panels', { ...base, channel_id: channel })).status).toBe(400)
  for (const key of ['support_roles', 'view_roles', 'ping_roles', 'required_roles', 'categories'])
    expect(await call('POST', '/panels', { ...base, [key]: [role] })).toMatchObject({
      status: 400,
      body: { fields: { [key]: expect.any(String) } },
    })
})

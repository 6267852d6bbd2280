// @module-tag long
import { beforeEach, expect, test } from 'vitest'
import type { RevisionItem } from '#kernel/history/contract.ts'
import type { Harness } from '#test/harness.ts'
import { serverPerTest } from '#test/server-per-test.ts'
import { createTickets, type Tickets } from '#test/ticket-panels.ts'
import { until } from '#test/until.ts'
import type { Visitor } from '#test/visitor.ts'

let harness: Harness
let desk: Tickets
let later = 0
/** Longer than the time within which saves become one entry. */
const pause = () => void (later += 6 * 60_000)
const openServer = serverPerTest({ now: () => Date.now() + later })
beforeEach(async () => {
  later = 0
  harness = await openServer()
  desk = await createTickets(harness)
})

const under = (path: string) => `/api/guild/${harness.guildId}/history${path}`
const call = (method: string, path: string, body?: unknown) => desk.owner.call(method, desk.under(path), body)
async function history(query = '', visitor = desk.owner): Promise<RevisionItem[]> {
  const { status, body } = await visitor.call('GET', under(`?feature=tickets${query}`))
  expect(status).toBe(200)
  return (body as { revisions: RevisionItem[] }).revisions
}
const panels = async () => ((await call('GET', '/panels')).body as { panels: Record<string, unknown>[] }).panels
const told = ({ thing, changes }: RevisionItem) => [thing?.act, thing?.name, changes.map(({ label }) => label)]

interface Preview {
  revision: number
  fields: { key: string; problem: string | null; omitted: number; changedSince: unknown }[]
}
const preview = async (id: number, visitor = desk.owner) =>
  (await visitor.call('GET', under(`/${id}/restore`))) as { status: number; body: Preview }
async function restore(id: number, visitor: Visitor = desk.owner) {
  const { status, body } = await preview(id)
  expect({ status, body }).toMatchObject({ status: 200 })
  const keys = body.fields.filter(({ problem }) => problem === null).map(({ key }) => key)
  return visitor.call('POST', under(`/${id}/restore`), { revision: body.revision, keys })
}

test('saves in quick succession are one entry; one after a pause, or by somebody else, is another', async () => {
  const id = await desk.panel({ description: 'Ask us anything about the kiln.' })
  pause()
  for (const description of ['Ask us anything about the new kiln.', 'Ask us all about the new kiln.'])
    await call('POST', '/panels', { id, description })
  await call('POST', '/panels', { id, button_style: 'danger', categories: [] })
  const [edited, made, ...rest] = await history()
  expect(rest).toEqual([])
  expect(made && told(made)).toEqual(['created', 'Help', ['Panel title', 'Description', 'Default channel']])
  expect(edited).toMatchObject({
    thing: { noun: 'panel', name: 'Help', act: 'changed' },
    changes: [
      { label: 'Description', difference: { kind: 'text' } },
      { label: 'Button color', difference: { kind: 'value', before: 'Blurple', after: 'Red' } },
    ],
  })
  const [{ difference } = { difference: undefined }] = edited?.changes ?? []
  expect(difference?.kind === 'text' && difference.parts.filter(({ is }) => is === 'removed')[0]?.text).toBe('anything')

  const admin = await harness.signIn('admin')
  await admin.call('POST', desk.under('/panels'), { id, description: 'Ask me.' })
  await call('POST', '/panels', { id, description: 'Ask us.' })
  pause()
  await call('POST', '/panels', { id, description: 'Ask.' })
  expect(await history()).toHaveLength(5)
  expect((await history('&search=button%20color')).map(told)).toEqual([
    ['changed', 'Help', ['Description', 'Button color']],
  ])
})

test('a change and its reversal in quick succession are both recorded', async () => {
  const id = await desk.panel()
  pause()
  await call('POST', '/panels', { id, feedback: false })
  await call('POST', '/panels', { id, feedback: true })
  expect((await history()).map(({ changes }) => changes.map(({ difference }) => difference))).toMatchObject([
    [{ before: 'Off', after: 'On' }],
    [{ before: 'On', after: 'Off' }],
    [{}, {}],
  ])
})

test('a panel is restored as it was, unless somebody was faster; fields that others changed stay', async () => {
  const id = await desk.panel({ description: 'first' })
  pause()
  await call('POST', '/panels', { id, description: 'second', footer: 'below' })
  const [edited] = await history()
  const seen = await preview(edited?.id ?? 0)
  const admin = await harness.signIn('admin')
  await admin.call('POST', desk.under('/panels'), { id, description: 'third' })
  const late = await desk.owner.call('POST', under(`/${edited?.id}/restore`), {
    revision: seen.body.revision,
    keys: seen.body.fields.map(({ key }) => key),
  })
  expect(late).toMatchObject({ status: 409 })
  expect((await preview(edited?.id ?? 0)).body.fields).toMatchObject([
    { label: 'Description', changedSince: { by: { userId: harness.as('admin').userId } } },
    { label: 'Footer', changedSince: null },
  ])
  const footer = `panels/${id}/footer`
  const { body } = await preview(edited?.id ?? 0)
  expect(
    await desk.owner.call('POST', under(`/${edited?.id}/restore`), { revision: body.revision, keys: [footer] }),
  ).toMatchObject({ status: 200 })
  expect(await panels()).toMatchObject([{ description: 'third', footer: '', revision: 4 }])
  const [restored] = await history()
  expect(restored).toMatchObject({ restores: edited?.id, author: { via: 'restore' }, changes: [{ label: 'Footer' }] })
})

test('a deleted panel is restored with its earlier settings; a posting cannot be undone', async () => {
  const role = desk.roleCalled('Keeper')
  const id = await desk.panel({ description: 'Ask away', support_roles: [role] })
  const joined = await desk.panel({ title: 'Other', joined_to: id })
  await desk.deploy(id)
  await call('DELETE', `/panels/${id}`)
  const [deleted, released, posted] = await history()
  expect(deleted && told(deleted)).toEqual([
    'deleted',
    'Help',
    ['Panel title', 'Description', 'Default channel', 'Roles that answer'],
  ])
  expect(released).toMatchObject({ thing: { name: 'Other' }, changes: [{ difference: { after: 'none' } }] })
  expect(posted).toMatchObject({
    thing: { name: 'Help', act: 'posted' },
    mayNotRestore: 'What was posted stays.',
    changes: [{ label: 'Posted in', difference: { after: '#general' } }],
  })
  expect(await restore(deleted?.id ?? 0)).toMatchObject({ status: 200 })
  expect((await panels()).find(one => one['id'] === id)).toMatchObject({
    title: 'Help',
    description: 'Ask away',
    support_roles: [role],
    message_id: null,
  })
  expect(await restore(released?.id ?? 0)).toMatchObject({ status: 200 })
  expect((await panels()).find(one => one['id'] === joined)).toMatchObject({ joined_to: id })
  const again = (await history()).find(one => one.id === deleted?.id)
  expect(again).toMatchObject({ restoredAt: expect.any(Number), mayNotRestore: 'The panel exists again.' })
  expect((await preview(posted?.id ?? 0)).status).toBe(409)
})

test('a member who may not set who reads tickets cannot restore readers; a stranger reads nothing', async () => {
  const role = desk.roleCalled('Keeper')
  const id = await desk.panel({ support_roles: [role] })
  pause()
  await call('POST', '/panels', { id, support_roles: [], footer: 'below' })
  const [edited] = await history()
  const { userId } = harness.as('member1')
  const grant = { kind: 'member', id: userId, feature: 'tickets', level: 'manage', expiresAt: null }
  await desk.owner.call('POST', `/api/guild/${harness.guildId}/access`, grant)
  const { body } = await preview(edited?.id ?? 0, await harness.signIn('member1'))
  expect(body.fields).toMatchObject([
    { label: 'Footer', problem: null },
    { label: 'Roles that answer', problem: expect.stringContaining('manage') },
  ])
  const member = await harness.signIn('member2')
  expect((await member.call('GET', under(`/${edited?.id}/restore`))).status).toBeGreaterThanOrEqual(403)
})

test('a deleted channel is not restored; the rest is', async () => {
  const [former, other] = [harness.channel('woodwork'), harness.channel('general')]
  const id = await desk.panel({ channel_id: former })
  pause()
  await call('POST', '/panels', { id, channel_id: other, footer: 'below' })
  const [edited] = await history()
  await harness.as('owner').rest('DELETE', `/channels/${former}`)
  const { client } = harness.product.services
  await until('the channel to be gone', () => !client.channels.cache.has(former))
  expect((await preview(edited?.id ?? 0)).body.fields).toMatchObject([
    { label: 'Footer', problem: null },
    { label: 'Default channel', problem: expect.stringContaining('no such channel') },
  ])
  expect(await restore(edited?.id ?? 0)).toMatchObject({ status: 200 })
  expect(await panels()).toMatchObject([{ footer: '', channel_id: other }])
})

test('ready answers and categories are in the history and can be restored', async () => {
  const tag = { name: 'refund', text: 'Refunds take five days, as our terms say.', words: ['money'] }
  await call('POST', '/tags', { ...tag, changedAt: null })
  pause()
  await call('POST', '/tags', { ...tag, text: 'Refunds take six days, as our terms say.', words: [] })
  await call('DELETE', '/tags/refund')
  const [deleted, changed] = await history()
  expect(changed).toMatchObject({
    thing: { noun: 'ready answer', name: 'refund', act: 'changed' },
    changes: [{ label: 'Answer' }, { label: 'Suggested for', difference: { removed: ['money'] } }],
  })
  expect(changed?.mayNotRestore).toBe('The ready answer was deleted. Restore it first.')
  expect(await restore(deleted?.id ?? 0)).toMatchObject({ status: 200 })
  expect(await restore(changed?.id ?? 0)).toMatchObject({ status: 200 })
  expect((await call('GET', '/tags/used')).body).toMatchObject({ tags: [tag] })
  await call('POST', '/categories', { type: 'open', categoryId: null, categoryName: 'Tickets' })
  expect((await history())[0]).toMatchObject({ thing: null, mayNotRestore: null })
})

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

const guild = () => harness.product.services.client.guilds.cache.get(harness.guildId)
const isKnown = (id: string) => guild()?.roles.cache.has(id) === true || guild()?.channels.cache.has(id) === true
const rest = (method: string, path: string, body?: unknown) =>
  harness.as('owner').rest<{ id: string }>(method, path, body)

async function make(path: 'roles' | 'channels', body: object): Promise<string> {
  const { id } = await rest('POST', `/guilds/${harness.guildId}/${path}`, body)
  await until('the bot to know it', () => isKnown(id))
  return id
}
async function deleted(path: string, id: string) {
  await rest('DELETE', `${path}/${id}`)
  await until('the bot to know it is gone', () => !isKnown(id))
}
const post = async (path: string, body: unknown) =>
  expect(await desk.owner.call('POST', desk.under(path), body)).toMatchObject({ status: 200 })
const findings = async () => {
  const { body } = await desk.owner.call('GET', `/api/guild/${harness.guildId}/doctor`)
  return (body as { findings: { title: string; repair: string; setting?: string }[] }).findings
}

test('the doctor reports every deleted role, category and channel that the settings of tickets refer to', async () => {
  const role = await make('roles', { name: 'Desk' })
  const category = await make('channels', { name: 'Help', type: 4 })
  const channel = await make('channels', { name: 'records', type: 0 })
  const own = { supportTeamRoles: role, additionalRoles: [{ id: role, name: 'Desk' }], pingRole: role }
  await post('/general', own)
  await desk.limits({ requiredRoles: [role] })
  for (const type of ['open', 'closed']) {
    await post('/categories', { type, categoryId: category })
    const chosen = await desk.owner.call('PATCH', desk.under('/categories/default'), { type, categoryId: category })
    expect(chosen.status).toBe(200)
  }
  await post('/transcript', { config: { logChannel: channel } })
  await desk.panel({ support_roles: [role], categories: [category] })
  expect(await findings()).toEqual([])
  await deleted(`/guilds/${harness.guildId}/roles`, role)
  await deleted('/channels', category)
  await deleted('/channels', channel)
  const found = await findings()
  expect(found.map(({ setting }) => setting)).toEqual([
    'transcriptChannel',
    'supportTeamRole',
    'additionalRoles',
    'pingRole',
    'requiredRoles',
    'openCategories',
    'closedCategories',
    undefined,
    undefined,
  ])
  expect(found.map(({ title }) => title)).toEqual([
    'A channel that is set no longer exists',
    '“Support team role” of tickets names a role that was deleted',
    '“Additional roles” of tickets names a role that was deleted',
    '“Role to ping” of tickets names a role that was deleted',
    '“Required roles” of tickets names a role that was deleted',
    '“Open categories” of tickets names a category that was deleted',
    '“Closed categories” of tickets names a category that was deleted',
    'The ticket panel Help names a role that was deleted',
    'The ticket panel Help names a category that was deleted',
  ])
  expect(found[0]?.repair).toContain('Transcript channel')
})

test('the doctor says to which panel a deleted channel belongs', async () => {
  const channel = await make('channels', { name: 'counter', type: 0 })
  const id = await desk.panel({ title: 'Kiln booking', channel_id: channel })
  const deployed = await desk.owner.call('POST', desk.under(`/panels/${id}/deploy`), { channelId: channel })
  expect(deployed.status).toBe(200)
  expect(await findings()).toEqual([])
  await deleted('/channels', channel)
  const found = await until('the panel to be known to be gone, too', async () => {
    const all = await findings()
    return all.length > 1 && all
  })
  expect(found.map(({ repair }) => repair)).toEqual([
    'Choose another channel for the ticket panel Kiln booking.',
    'Redeploy it on the page of ticket panels, or delete the panel.',
  ])
})

test('a panel whose required roles were all deleted is reported as unusable, others as lacking one role', async () => {
  const role = await make('roles', { name: 'Woodworker', permissions: '0' })
  const design = { title: 'x', channel_id: harness.channel('general') }
  const check = async (more: object) => {
    const { body } = await desk.owner.call('POST', desk.under('/panels/check'), { ...design, ...more })
    return (body as { checks: object[] }).checks
  }
  await deleted(`/guilds/${harness.guildId}/roles`, role)
  expect(await check({ required_roles: [role] })).toContainEqual({
    level: 'danger',
    sentence: 'Every role that it requires was deleted. Choose others: until then, only the team can open a ticket.',
    field: 'required_roles',
    offer: null,
  })
  expect(await check({ ping_roles: [role], view_roles: [role] })).toContainEqual(
    expect.objectContaining({ level: 'warning', sentence: 'One of its roles was deleted.' }),
  )
})

// @module-tag long
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createDelegatedAccess } from '#test/delegated-access.ts'
import { createTicketDesk } from '#test/tickets.ts'
import { until } from '#test/until.ts'
import tickets from '../contract.ts'
import { ticketWebhooks } from '../transcripts/table.ts'
import { closeTicket } from '../life/close.ts'
import { transcriptFor } from '../transcripts/rows.ts'

type Delegated = Awaited<ReturnType<typeof createDelegatedAccess>>
let all: Delegated
let role: string
beforeEach(async () => {
  all = await createDelegatedAccess()
  await all.give({ feature: 'tickets', level: 'manage' })
  role = await all.role('Their own')
  await all.app.as('owner').rest('PUT', `/guilds/${all.app.guildId}/members/${all.helperId}/roles/${role}`)
})
afterEach(() => all.app.close())

const services = () => all.app.product.services
const closedBy = async (login: string) => {
  const desk = createTicketDesk(all.app)
  const ticket = await desk.open(login)
  await closeTicket(services(), desk.now(ticket), { by: null })
  const made = transcriptFor(services(), ticket)
  if (!made) throw new Error('no transcript')
  return { desk, ticket, transcript: `tickets/transcripts/${made.id}` }
}

test('access to the ticket pages does not let people make themselves readers of tickets', async () => {
  const { transcript, desk } = await closedBy('member2')
  const { helper, at, status } = all
  const refused = 'Only managers of this server can decide who reads its tickets and transcripts.'
  const hook = `https://discord.com/api/webhooks/100000000000000001/${'x'.repeat(60)}`
  const general = all.app.channel('general')
  const design = { title: 'Help', channel_id: general }
  for (const [path, body] of [
    ['tickets/general', { supportTeamRoles: role }],
    ['tickets/general', { additionalRoles: [{ id: role, name: 'x' }] }],
    ['tickets/transcript', { config: { webhookUrl: hook } }],
    ['tickets/transcript', { config: { logChannel: general } }],
    ['tickets/panels', { ...design, id: 'help', support_roles: [role] }],
    ['tickets/panels', { ...design, id: 'help', view_roles: [role] }],
    ['tickets/panels', { ...design, id: 'help', support_team_view: false }],
    ['tickets/panels', { ...design, support_roles: [role] }],
  ] as const) {
    const { body: answer, status: code } = await helper.call('POST', at(path), body)
    expect({ path, body, code, answer: JSON.stringify(answer) }).toEqual({
      path,
      body,
      code: 403,
      answer: expect.stringContaining(refused),
    })
  }
  expect(await status('GET', transcript)).toBe(403)
  // They may change everything else, and managers of the server may change this as well.
  expect(await status('POST', 'tickets/panels', { ...design, id: 'help', description: 'Tell us' })).toBe(200)
  expect(await status('POST', 'tickets/limits', { limits: { maxTicketsPerUser: 2 } })).toBe(200)
  expect(await status('POST', 'tickets/general', { supportTeamRoles: role }, all.admin)).toBe(200)
  expect(await status('GET', transcript)).toBe(200)
  desk.configure({ supportTeamRole: desk.teamRole })
  expect(await status('GET', transcript)).toBe(403)
})

test('the tickets of a deleted panel stay with the people who read them', async () => {
  const { transcript, desk, ticket } = await closedBy('member2')
  await until('the role to be theirs', () =>
    services().client.guilds.cache.get(all.app.guildId)?.members.cache.get(all.helperId)?.roles.cache.has(role),
  )
  desk.panel({ support_team_view: false, support_roles: [role], claim_visibility: 'hidden' })
  const team = await all.app.signIn('moderator')
  const statuses = async () => [
    await all.status('GET', transcript),
    await all.status('GET', transcript, undefined, team),
  ]
  expect(await statuses()).toEqual([200, 403])
  expect(await all.status('DELETE', 'tickets/panels/help', {}, all.owner)).toBe(200)
  expect(await statuses()).toEqual([200, 403])
  // A new panel with the same id does not take them over either.
  const again = { id: 'help', title: 'Help', channel_id: all.app.channel('general') }
  expect(await all.status('POST', 'tickets/panels', again)).toBe(403)
  expect(await statuses()).toEqual([200, 403])
  expect(desk.now(ticket).panelId).toBe('help')
})

test('nobody is shown the token of a webhook, and changing the address works', async () => {
  const hook = await all.app
    .as('owner')
    .rest<{ id: string; token: string }>('POST', `/channels/${all.app.channel('general')}/webhooks`, {
      name: 'Archive',
    })
  const url = `https://discord.com/api/webhooks/${hook.id}/${hook.token}`
  await all.give({ feature: 'tickets', level: 'view' })
  const { owner, helper, at } = all
  expect(await all.status('POST', 'tickets/transcript', { config: { webhookUrl: url } }, owner)).toBe(200)
  const shown = async (path: string, who = helper) => JSON.stringify((await who.call('GET', at(path))).body)
  for (const path of ['tickets/transcript', 'history']) {
    expect(await shown(path)).toContain(hook.id)
    expect(await shown(path)).not.toContain(hook.token)
  }
  for (const path of ['history/export', 'export']) expect(await shown(path, owner)).not.toContain(hook.token)
  const stored = services().settings.read(all.app.guildId, tickets).webhookUrl
  expect(stored).toMatch(/hidden-[0-9a-f]{12}$/)
  // Posted back as displayed, the URL stays; an unknown one is refused.
  const post = (webhookUrl: string) => owner.call('POST', at('tickets/transcript'), { config: { webhookUrl } })
  expect((await post(stored)).status).toBe(200)
  expect((await post(stored.replace(/.{3}$/, '000'))).body).toMatchObject({
    fields: { webhookUrl: expect.stringContaining('is no longer known') },
  })
  // A URL refused together with another field leaves no token behind.
  const tokens = () => services().db.select().from(ticketWebhooks).all().length
  expect(tokens()).toBe(1)
  const other = `https://discord.com/api/webhooks/${hook.id}/${'y'.repeat(60)}`
  const refused = { config: { webhookUrl: other, transcriptChannel: '1'.repeat(18) } }
  expect((await owner.call('POST', at('tickets/transcript'), refused)).status).toBe(400)
  expect(tokens()).toBe(1)
  await closedBy('member2')
  await services().scheduler.tick()
  await until('the transcript', () =>
    all.app.messages(all.app.channel('general')).find(({ webhook_id }) => webhook_id === hook.id),
  )
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHarness, type Harness } from '../harness.ts'
import { textOf } from '../member.ts'
import { createMenus, type Menus } from '../reaction-roles.ts'
import { controlsOn, createTickets, type Tickets } from '../ticket-panels.ts'
import { until } from '../until.ts'
import type { Visitor } from '../visitor.ts'

/**
 * Buttons of custom messages that use other features, checked when the message is saved and when the button is pressed.
 */
let app: Harness
let tickets: Tickets
let menus: Menus
let panelId: string
let joinery: string
let menu: Awaited<ReturnType<Menus['menu']>>
beforeAll(async () => {
  app = await createHarness()
  tickets = await createTickets(app)
  menus = await createMenus(app)
  await tickets.atOnce()
  panelId = await tickets.panel({ title: 'Kiln booking' })
  joinery = await menus.role('Joinery')
  menu = await menus.menu({ name: 'Crafts', kind: 'buttons', choices: menus.choices(joinery) })
})
afterAll(() => app.close())

let keys = 0
const under = (path: string) => `/api/guild/${app.guildId}/embeds${path}`
const send = (act: object, as: Visitor = tickets.owner) =>
  as.call('POST', under('/posts'), {
    key: `offer-of-test-${(keys += 1)}`,
    channelId: app.channel('general'),
    message: { content: 'Come in', components: [{ type: 1, components: [{ type: 2, style: 1, label: 'Go', act }] }] },
  })
const sent = async (act: object) => {
  const { status, body } = await send(act)
  expect(status).toBe(200)
  const { messageId } = (body as { post: { messageId: string } }).post
  const found = app.messages(app.channel('general')).find(({ id }) => id === messageId)
  if (!found) throw new Error('the message is not there')
  return found
}
const press = async (login: string, message: Awaited<ReturnType<typeof sent>>) =>
  textOf(await tickets.told(login, () => app.as(login).press(message, controlsOn(message)[0] ?? '')))
const offersTo = async (visitor: Visitor) => {
  const { body } = await visitor.call('GET', under(''))
  return (body as { offers: { key: string; title: string; choices: { id: string; label: string }[] }[] }).offers
}

test('a button opens a ticket of a panel, and gives a role of a menu by its mode', async () => {
  expect(await offersTo(tickets.owner)).toEqual(
    expect.arrayContaining([
      { key: 'tickets.panel', title: 'Opens a ticket', choices: [{ id: panelId, label: 'Kiln booking' }] },
      {
        key: 'reactionroles.choice',
        title: 'Gives a role of a menu',
        choices: [{ id: `${menu.id}/c0`, label: 'Crafts: Joinery' }],
      },
    ]),
  )
  const opens = await sent({ offer: 'tickets.panel', id: panelId })
  expect(await press('member1', opens)).toContain('Your ticket')
  await until('the ticket', async () => (await tickets.channels()).length === 1)

  const gives = await sent({ offer: 'reactionroles.choice', id: `${menu.id}/c0` })
  expect(await press('member2', gives)).toBe('You have **Joinery** now.')
  await menus.holds('member2', [joinery], [joinery])
})

test('nobody can offer what they may not decide about, or what does not exist', async () => {
  const { userId: id } = app.as('member3')
  const grant = { kind: 'member', id, feature: 'embeds', level: 'manage', expiresAt: null }
  expect((await tickets.owner.call('POST', `/api/guild/${app.guildId}/access`, grant)).status).toBe(200)
  const delegate = await app.signIn('member3')
  expect((await offersTo(delegate)).flatMap(({ choices }) => choices)).toEqual([])
  const path = 'components.0.components.0.act'
  const fields = { [path]: expect.stringContaining('not yours to offer') }
  for (const act of [
    { offer: 'tickets.panel', id: panelId },
    { offer: 'reactionroles.choice', id: `${menu.id}/c0` },
  ])
    expect(await send(act, delegate)).toMatchObject({ status: 400, body: { fields } })
  for (const act of [
    { offer: 'tickets.panel', id: 'nowhere' },
    { offer: 'tickets.gone', id: panelId },
  ])
    expect(await send(act)).toMatchObject({ status: 400, body: { fields } })
})

test('the state at the time of the press decides: a deleted panel, a module that is off', async () => {
  const opens = await sent({ offer: 'tickets.panel', id: panelId })
  const gives = await sent({ offer: 'reactionroles.choice', id: `${menu.id}/c0` })
  const switched = (enabled: boolean) =>
    tickets.owner.call('PATCH', `/api/guild/${app.guildId}/modules/reactionroles`, { enabled })
  expect((await switched(false)).status).toBe(200)
  expect(await press('member4', gives)).toContain('The module Reaction Roles is switched off')
  expect((await switched(true)).status).toBe(200)
  expect((await tickets.owner.call('DELETE', tickets.under(`/panels/${panelId}`))).status).toBe(200)
  expect(await press('member4', opens)).toContain('can no longer be opened')
  expect(await tickets.channels()).toHaveLength(1)
})

import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { automodStrikes } from '#features/automod/table.ts'
import { inviteJoins } from '#features/invites/table.ts'
import { cases } from '#features/moderation/table.ts'
import { tickets } from '#features/tickets/table.ts'
import { createTicketDesk } from '../tickets.ts'
import { createDesk, type Desk } from './desk.ts'
import { everythingOn } from './everything-on.ts'
import { nameFaults } from './page-faults.ts'
import { settled } from './page-settled.ts'

/** Lists that are narrowed to one person say so, also on a phone and with any name. */
let desk: Desk
let userId: string
const longest = 'W'.repeat(32)

beforeAll(async () => {
  desk = await createDesk()
  await everythingOn(desk)
  const { harness } = desk
  const { guildId, product, as } = harness
  const { db, client } = product.services
  userId = as('member1').userId
  await harness.answer('owner', `.warn <@${userId}> Off topic`)
  const row = { guildId, userId, at: Date.now() }
  db.insert(automodStrikes)
    .values({ ...row, userName: longest, channelId: null, evidence: '', source: '1', rule: 'spam' })
    .run()
  db.insert(inviteJoins)
    .values({ ...row, via: 'invite', certainty: 'certain', inviterId: as('member3').userId, code: 'kiln-day' })
    .run()
  const ticketDesk = createTicketDesk(harness)
  ticketDesk.panel()
  await ticketDesk.open('member1')
  await harness.heard()
  db.update(cases).set({ targetName: longest }).run()
  db.update(tickets).set({ openerName: longest }).run()
  const user = await client.users.fetch(userId)
  user.globalName = longest
})
afterAll(() => desk.close())

test('with the longest possible name, no narrowed list is wider than a phone', async () => {
  const page = await desk.signedIn('owner', { viewport: { width: 390, height: 844 } })
  for (const place of ['automod?strikes', 'invites?joins', 'moderation?target', 'tickets/open?member']) {
    await page.goto(desk.dashboard(`/manage/${desk.harness.guildId}/${place}=%22${userId}%22`))
    await settled(page)
    await page.getByRole('button', { name: `of ${longest} , show everybody’s` }).waitFor()
    expect([place, ...(await nameFaults(page))]).toEqual([place])
  }
  expect(desk.complaints).toEqual([])
})

/** The space between a name and each edge of its chip (px). */
const roomAround = (name: Locator): Promise<number[]> =>
  name.evaluate(element => {
    const range = document.createRange()
    range.selectNodeContents(element)
    const text = range.getBoundingClientRect()
    const chip = element.closest('li')?.getBoundingClientRect() ?? text
    return [text.top - chip.top, chip.bottom - text.bottom, text.left - chip.left, chip.right - text.right]
  })

test('the name of a role has space around it in its chip, however many lines it takes', async () => {
  const { guildId, as } = desk.harness
  const role = await as('owner').rest<{ id: string }>('POST', `/guilds/${guildId}/roles`, { name: 'W'.repeat(100) })
  await as('owner').rest('PUT', `/guilds/${guildId}/members/${userId}/roles/${role.id}`)
  await desk.harness.heard()
  const page = await desk.signedIn('owner', { viewport: { width: 390, height: 844 } })
  await page.goto(desk.dashboard(`/manage/${guildId}/members/${userId}`))
  await settled(page)
  const name = page.getByRole('region', { name: 'Roles' }).getByText('W'.repeat(100), { exact: true })
  expect(Math.min(...(await roomAround(name)))).toBeGreaterThanOrEqual(4)

  await page.goto(desk.dashboard(`/manage/${guildId}/autorole`))
  await settled(page)
  const main = page.getByRole('main')
  if (!(await main.getByRole('combobox', { name: 'Roles for members' }).isVisible()))
    await main.getByRole('switch', { name: 'Enable Auto Roles' }).click()
  await main.getByRole('combobox', { name: 'Roles for members' }).click()
  await page.getByRole('option', { name: 'W'.repeat(100) }).click()
  await page.keyboard.press('Escape')
  const chosen = main.getByRole('list', { name: 'Chosen: Roles for members' })
  expect(Math.min(...(await roomAround(chosen.getByText('W'.repeat(100), { exact: true }))))).toBeGreaterThanOrEqual(3)
  // Its cross is as high as the chip, so that a finger hits it.
  const { height = 0 } = (await chosen.getByRole('button', { name: /^Remove / }).boundingBox()) ?? {}
  expect(height).toBeGreaterThanOrEqual(40)
})

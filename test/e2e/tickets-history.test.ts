import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTickets, type Tickets } from '#test/ticket-panels.ts'
import { axeFindings } from './axe.ts'
import { createDesk, type Desk } from './desk.ts'

let desk: Desk
let tickets: Tickets
let page: Page

beforeAll(async () => {
  desk = await createDesk()
  tickets = await createTickets(desk.harness)
  page = await desk.signedIn('owner')
})
afterAll(() => desk.close())

test('a deleted panel is found in the history, item by item, and restored', async () => {
  const id = await tickets.panel({ title: 'Kiln help', description: 'Ask us about firing.' })
  await tickets.deploy(id)
  await tickets.owner.call('DELETE', tickets.under(`/panels/${id}`))
  await page.goto(desk.dashboard(`/manage/${desk.harness.guildId}/history`))
  const entry = (verb: string) => page.getByRole('listitem').filter({ hasText: `${verb} panel “Kiln help”` })
  await entry('deleted').getByText('Ask us about firing.').waitFor()
  await entry('posted').getByText('#general').waitFor()
  await expect
    .poll(() =>
      entry('posted')
        .getByRole('button', { name: /^Restore/ })
        .isDisabled(),
    )
    .toBe(true)
  expect(await axeFindings(page)).toEqual([])

  await entry('deleted')
    .getByRole('button', { name: /^Restore/ })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Restore panel “Kiln help”' })
  await dialog.getByRole('checkbox', { name: 'Description' }).waitFor()
  expect(await axeFindings(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Restore 3 fields' }).click()
  await page.getByRole('status').getByText('The panel “Kiln help” is as it was').waitFor()
  await entry('deleted')
    .getByText(/Undone/)
    .waitFor()
  expect((await tickets.owner.call('GET', tickets.under('/panels'))).body).toMatchObject({
    panels: [{ id, title: 'Kiln help', description: 'Ask us about firing.' }],
  })
})

import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import automod from '#features/automod/contract.ts'
import ticketFeature from '#features/tickets/contract.ts'
import { createTicketDesk } from '../tickets.ts'
import { answered } from './answered.ts'
import { createDesk, type Desk } from './desk.ts'
import { intercept } from './network.ts'
import { settled } from './page-settled.ts'

/** Who uses the keyboard goes on where they were, whatever was disabled meanwhile, or went with what they pressed. */
let desk: Desk
let page: Page
beforeAll(async () => {
  desk = await createDesk()
  page = await desk.signedIn('owner')
})
afterAll(() => desk.close())

const open = (path: string) => page.goto(desk.dashboard(`/manage/${desk.harness.guildId}/${path}`))
const press = async (what: Locator) => {
  await what.focus()
  await page.keyboard.press('Enter')
}
const hasFocus = (what: Locator) => what.and(page.locator(':focus')).waitFor()
const button = (name: string) => page.getByRole('main').getByRole('button', { name, exact: true })

test('who saves with the key goes on typing in the field', async () => {
  await open('tickets/limits')
  const most = page.getByLabel('Tickets per member')
  await most.fill('5')
  await answered(page, () => page.keyboard.press('Control+s'))
  await hasFocus(most)
  await page.keyboard.press('ArrowUp')
  await answered(page, () => page.keyboard.press('Control+s'))
  const { services } = desk.harness.product
  expect(services.settings.read(desk.harness.guildId, ticketFeature).maxTicketsPerUser).toBe(6)
})

test('a button that is pressed keeps the focus while it works; what went leaves it in the page', async () => {
  await open('tickets/panel')
  await press(button('Refresh'))
  await page.locator('[aria-busy="true"]').waitFor({ state: 'detached' })
  await hasFocus(button('Refresh'))

  await open('tickets/limits')
  for (const name of ['Save', 'Reset']) {
    await page.getByLabel('Tickets per member').fill(name === 'Save' ? '7' : '8')
    await press(page.getByRole('button', { name, exact: true }))
    await page.getByText('Unsaved changes').waitFor({ state: 'detached' })
    await hasFocus(page.getByRole('main'))
  }
  expect(desk.complaints).toEqual([])
})

test('a ticket is claimed, closed and opened again without losing the place', async () => {
  const tickets = createTicketDesk(desk.harness)
  tickets.panel()
  const ticket = await tickets.open('member1')
  await open(`tickets/open/${ticket.id}`)
  await press(button('Claim').first())
  await hasFocus(button('Release').first())
  await press(button('Close').first())
  await page.getByLabel('Reason').press('Tab')
  await press(page.getByRole('button', { name: 'Close ticket' }))
  await button('Reopen').first().waitFor()
  await hasFocus(page.getByRole('main'))
  await press(button('Reopen').first())
  await button('Close').first().waitFor()
  await hasFocus(page.getByRole('main'))
  expect(desk.complaints).toEqual([])
})

test('who shows the tickets of everybody again goes on at the list, which said whose it showed though none of them is open', async () => {
  const { harness } = desk
  const { userId } = harness.as('member8')
  await open(`tickets/open?member=%22${userId}%22`)
  const known = harness.sandbox.context.world.accounts.get(userId)?.user.global_name ?? ''
  await press(button(`Tickets of ${known} , show those of everybody`))
  await expect.poll(() => new URL(page.url()).search).toBe('')
  await hasFocus(page.getByRole('main'))
})

test('who dismisses a banner goes on where it stood', async () => {
  const { as, guildId } = desk.harness
  await as('owner').rest('POST', `/guilds/${guildId}/roles`, { name: 'Kiln' })
  await desk.harness.heard()
  await open(`members/${as('member7').userId}`)
  const roles = page.getByRole('region', { name: 'Roles' })
  const dialog = page.getByRole('dialog')
  await press(roles.getByRole('button', { name: 'Add a role' }))
  await press(dialog.getByRole('combobox', { name: 'Role' }))
  await page.getByRole('option', { name: 'Kiln' }).click()
  await press(dialog.getByRole('button', { name: 'Give role' }))
  await dialog.waitFor({ state: 'detached' })
  await press(roles.getByRole('button', { name: 'Take Kiln' }))
  await roles.getByText(/^Kiln was taken from /).waitFor()
  await press(roles.getByRole('button', { name: 'Dismiss' }))
  await hasFocus(roles.getByRole('heading'))
  expect(desk.complaints).toEqual([])
})

test('whoever writes elsewhere by the time a linked list is there goes on writing', async () => {
  const { guildId, product, as } = desk.harness
  const { userId } = as('owner')
  product.services.settings.write(guildId, automod, { enabled: true }, { userId, via: 'test' })
  const answer = Promise.withResolvers<void>()
  await intercept(page, /\/automod\/strikes(\?|$)/, async route => {
    await answer.promise
    await route.fallback()
  })
  await open(`automod?strikes=%22${userId}%22`)
  const words = page.getByLabel('Words and patterns')
  await words.click()
  await page.keyboard.type('first, ')
  answer.resolve()
  await page.getByText('No strikes that count.').waitFor()
  await settled(page)
  await page.keyboard.type('second')
  await expect.poll(() => words.inputValue()).toBe('first, second')
})

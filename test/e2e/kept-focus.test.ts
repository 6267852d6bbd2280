import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import leveling from '#features/leveling/contract.ts'
import automod from '#features/automod/contract.ts'
import ticketFeature from '#features/tickets/contract.ts'
import { createTicketDesk } from '../tickets.ts'
import { answered } from './answered.ts'
import { createDesk, type Desk } from './desk.ts'
import { intercept } from './network.ts'
import { navigateTo, settled, turnTo } from './page-settled.ts'

/** People who use the keyboard continue where they were, even if what they pressed was disabled or removed. */
let desk: Desk
let page: Page
beforeAll(async () => {
  desk = await createDesk()
  const { guildId, product, as } = desk.harness
  product.services.settings.write(guildId, leveling, { enabled: true }, { userId: as('owner').userId, via: 'test' })
  page = await desk.signedIn('owner')
})
afterAll(() => desk.close())

const address = (path: string) => desk.dashboard(`/manage/${desk.harness.guildId}/${path}`)
const open = (path: string) => turnTo(page, address(path))
const press = async (what: Locator) => {
  await what.focus()
  await page.keyboard.press('Enter')
}
const hasFocus = (what: Locator) => what.and(page.locator(':focus')).waitFor()
const button = (name: string) => page.getByRole('main').getByRole('button', { name, exact: true })

test('after saving with the keyboard shortcut, typing continues in the same field', async () => {
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

test('a pressed button keeps the focus while it works; if it disappears, the focus goes to the page', async () => {
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

test('claiming, closing and reopening a ticket keeps the focus in the page', async () => {
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

test('removing the filter by member moves the focus to the list, even if that filter matched no open ticket', async () => {
  const { harness } = desk
  const { userId } = harness.as('member8')
  await open(`tickets/open?member=%22${userId}%22`)
  const known = harness.sandbox.context.world.accounts.get(userId)?.user.global_name ?? ''
  await press(button(`Tickets of ${known} , show everybody’s`))
  await expect.poll(() => new URL(page.url()).search).toBe('')
  await hasFocus(page.getByRole('main'))
})

test('after dismissing a banner, the focus is where it was', async () => {
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

test('a linked list that finishes loading does not take the focus from somebody who is typing elsewhere', async () => {
  const { guildId, product, as } = desk.harness
  const { userId } = as('owner')
  product.services.settings.write(guildId, automod, { enabled: true }, { userId, via: 'test' })
  const answer = Promise.withResolvers<void>()
  await intercept(page, /\/automod\/strikes(\?|$)/, async route => {
    await answer.promise
    await route.fallback()
  })
  await navigateTo(page, address(`automod?strikes=%22${userId}%22`))
  const words = page.getByLabel('Words and patterns')
  await words.click()
  await page.keyboard.type('first, ')
  answer.resolve()
  await page.getByText('No strikes that count.').waitFor()
  await settled(page)
  await page.keyboard.type('second')
  await expect.poll(() => words.inputValue()).toBe('first, second')
})

/** Pages with lists that can be added to, the button that opens one, and the buttons that add to an empty list. */
const lists: [path: string, opens: string | undefined, adds: RegExp][] = [
  ['automations', 'New automation', /^Add (condition|action)$/],
  ['customcommands', 'New command', /^Add (a word|another answer|embed)$/],
  ['reactionroles', 'New menu', /^Add (role|embed|field)$/],
  ['tickets/panel', 'Create Panel', /^Add (a question|embed)$/],
  ['embeds', undefined, /^Add (embed|field|button row)$/],
  ['invites', undefined, /^Add a rank$/],
  ['progression', undefined, /^Add a level role$/],
  ['moderation', undefined, /^Add a quick reason$/],
  ['tickets/limits', undefined, /^Add a role’s limit$/],
]

/** 'kept' if the focus is on something usable, otherwise the tag that has it. */
const focusedPlace = () =>
  page.evaluate(() => {
    const { activeElement: active } = document
    return active?.matches('button, input, [role="combobox"], h2') === true ? 'kept' : active?.tagName
  })

test.for(lists)('emptying the lists of %s with the keyboard never loses the focus', async ([path, opens, adds]) => {
  await open(path)
  const within = page.getByRole(opens === 'Create Panel' ? 'dialog' : 'main')
  const opener = page
    .getByRole('main')
    .locator('a, button')
    .filter({ hasText: opens ?? '' })
  if (opens !== undefined) await opener.first().click()
  await within.getByRole('button', { name: adds }).first().waitFor()
  await settled(page)
  const usable = async (name: RegExp) => {
    const all = await within.getByRole('button', { name }).all()
    const can = await Promise.all(all.map(async one => (await one.isVisible()) && (await one.isEnabled())))
    return all.filter((_, place) => can[place])
  }
  for (const twice of [1, 2])
    for (const one of await usable(adds)) await one.press('Enter', { timeout: twice * 30_000 })
  const grips = / move, copy, remove$/
  const removes = /^Remove (?!files)| move, copy, remove$/
  let removed = 0
  for (let left = await usable(removes); left.length > 0 && removed < 40; left = await usable(removes)) {
    // Alternates between both ends, since removing the last entry leaves no next one to focus.
    const one = left.at(removed % 2 === 0 ? 0 : -1)
    const name = (await one?.getAttribute('aria-label')) ?? (await one?.textContent()) ?? ''
    await one?.press('Enter')
    if (grips.test(name)) await page.getByRole('menuitem', { name: 'Remove' }).press('Enter')
    // Removing an entry may reveal other ones.
    await expect.poll(async () => (await usable(removes)).length).not.toBe(left.length)
    removed += 1
    // A menu returns the focus a moment after it has closed.
    await expect.poll(async () => ({ name, place: await focusedPlace() })).toEqual({ name, place: 'kept' })
  }
  expect(removed).toBeGreaterThan(1)
  expect(desk.complaints).toEqual([])
})

/** The names of what was focused meanwhile. Waits two frames longer, in case something returns the focus late. */
async function focusedBy(act: () => Promise<unknown>): Promise<string[]> {
  const log = await page.evaluateHandle(() => {
    const names: string[] = []
    document.addEventListener('focusin', ({ target }) => {
      if (target instanceof Element) names.push(target.id === 'main' ? 'main' : (target.textContent ?? ''))
    })
    return names
  })
  await act()
  await settled(page)
  return log.jsonValue()
}

test('leaving a page or a dialog with the keyboard focuses nothing else on the way', async () => {
  await open('reactionroles')
  await button('New menu').first().focus()
  // The button is in the empty list, which is replaced by the editor and its 'Add role'.
  expect(
    await focusedBy(async () => {
      await page.keyboard.press('Enter')
      await button('Add role').waitFor()
    }),
  ).toEqual(['main'])
  await open('progression')
  await open('progression/leaderboard')
  await page.getByRole('main').getByRole('link', { name: 'Levels' }).focus()
  expect(
    await focusedBy(async () => {
      await page.keyboard.press('Enter')
      await button('Add a role').first().waitFor()
    }),
  ).toSatisfy((names: string[]) => names.length > 0 && names.every(name => name === 'main'))
  await open('tickets/panel')
  await press(button('Create Panel').first())
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  expect(
    await focusedBy(async () => {
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      await hasFocus(button('Create Panel').first())
    }),
  ).toEqual(['Create Panel'])
  expect(desk.complaints).toEqual([])
})

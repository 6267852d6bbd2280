import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { forms as ticketForms } from '#features/tickets/settings/contract.ts'
import { createDesk, type Desk } from './desk.ts'
import { everythingOn } from './everything-on.ts'
import { turnTo } from './page-settled.ts'
import { routes } from './routes.ts'
import { deletedName, deleteReferenced, settingsWithReferences } from '../deleted-references.ts'

let desk: Desk
let page: Page
let gone: readonly string[]
beforeAll(async () => {
  desk = await createDesk()
  await everythingOn(desk)
  gone = await deleteReferenced(desk.harness)
  page = await desk.signedIn('owner')
})
afterAll(() => desk.close())

test('the walk finds every setting that names channels or roles, including lists and rules', () => {
  expect(settingsWithReferences.map(({ contract, key }) => `${contract.name}.${key}`)).toEqual(
    expect.arrayContaining([
      'moderation.modlogChannel',
      'automod.exemptRoles',
      'leveling.levelRoles',
      'leveling.channelRates',
      'invites.ranks',
      'general.commandRules',
    ]),
  )
})

/** Where a setting is shown if not on the first tab of its feature's page; appended to the address. */
const places: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    Object.entries(ticketForms).flatMap(([form, { settings }]) =>
      Object.keys(settings.shape).map(key => [`tickets.${key}`, `/${form}`]),
    ),
  ),
  ...Object.fromEntries(
    ['openCategories', 'closedCategories', 'defaultOpen', 'defaultClosed'].map(key => [`tickets.${key}`, '/category']),
  ),
  'antinuke.bypassRole': '?tab=permissions',
  'antinuke.logChannel': '?tab=logs',
}

/**
 * Where a page also names things besides the setting itself: its latest changes, a preview, and the people who are
 * never stopped.
 */
const beside = ['.difference-added', '.preview-place', 'dd', '.section-purpose']
/** Settings that are shown among the entries of another one, and rules that are loaded once their command is opened. */
const elsewhere = new Set(['tickets.defaultOpen', 'tickets.defaultClosed', 'general.commandRules'])
const placed = settingsWithReferences.filter(
  ({ contract, key }) => contract.page && !elsewhere.has(`${contract.name}.${key}`),
)
const settingsAt = Map.groupBy(
  placed,
  ({ contract, key }) => `/manage/:id/${contract.page?.path}${places[`${contract.name}.${key}`] ?? ''}`,
)
const addresses = new Set([...routes('/manage/:id/'), ...settingsAt.keys()])

/** Whether a setting still names the deleted thing: some are cleared when Discord reports the deletion. */
function isKept({ contract, key }: (typeof placed)[number]): boolean {
  const { harness } = desk
  const own: Record<string, unknown> = harness.product.services.settings.read(harness.guildId, contract)
  return gone.some(id => JSON.stringify(own[key]).includes(id))
}

test.each([...addresses])(
  '%s says that what it names was deleted, and shows neither its id nor its old name',
  async path => {
    desk.complaints.length = 0
    await turnTo(page, desk.dashboard(path.replace(':id', desk.harness.guildId)))
    const named = settingsAt.get(path)?.filter(isKept) ?? []
    const told = page
      .getByRole('main')
      .getByText(/(^|\s)a deleted (channel|category|role)$/)
      .and(page.locator(beside.map(other => `:not(${other})`).join('')))
    const message = `each of ${named.map(({ key }) => key).join(', ')} is told`
    await expect.poll(() => told.count(), { message }).toBeGreaterThanOrEqual(named.length)
    const shown = await page
      .locator('body')
      .evaluate(body => [
        body.textContent ?? '',
        ...[...body.querySelectorAll<HTMLElement>('[title], [aria-label], [placeholder], [alt]')].map(element =>
          ['title', 'aria-label', 'placeholder', 'alt'].map(name => element.getAttribute(name)).join(' '),
        ),
        ...[...document.querySelectorAll<HTMLInputElement>('input, textarea')].map(({ value }) => value),
      ])
    expect(shown.filter(text => [deletedName, ...gone].some(one => text.includes(one)))).toEqual([])
    expect(desk.complaints).toEqual([])
  },
)

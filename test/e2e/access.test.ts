import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeFindings } from './axe.ts'
import { createDesk, type Desk } from './desk.ts'
import { settled, turnTo } from './page-settled.ts'
import { routes } from './routes.ts'

let desk: Desk
let owner: Page
let helper: Page
const open = (page: Page, name: string) => page.goto(desk.dashboard(`/manage/${desk.harness.guildId}/${name}`))

beforeAll(async () => {
  desk = await createDesk()
  owner = await desk.signedIn('owner')
  helper = await desk.signedIn('member1')
})
afterAll(() => desk.close())

const choose = async (page: Page, label: string, option: string) => {
  await page.getByRole('combobox', { name: label, exact: true }).click()
  await page.getByRole('option', { name: option }).first().click()
}

test('the owner lets a member view one feature; the other features tell the member why they cannot be seen', async () => {
  await open(helper, 'moderation')
  await helper.getByRole('heading', { name: 'You cannot manage this server' }).waitFor()

  const user = await desk.harness.product.services.client.users.fetch(desk.harness.as('member1').userId)
  await open(owner, 'access')
  await owner.getByRole('radio', { name: 'One member' }).click()
  await owner.getByLabel('Find a member').fill(user.username.slice(0, 4))
  await owner.getByRole('combobox', { name: 'Member', exact: true }).click()
  await owner.getByRole('option').first().click()
  await choose(owner, 'Feature', 'Moderation')
  await choose(owner, 'How long', 'For a week')
  await owner.getByRole('button', { name: 'Give access' }).click()
  await owner.getByText('Can see', { exact: true }).waitFor()
  expect(await axeFindings(owner)).toEqual([])

  await open(helper, 'moderation')
  await helper.getByText('You can look at these settings, not change them.').waitFor()
  await helper.getByText('Welcome Configuration, not shared with you').first().waitFor()
  await expect.poll(() => helper.getByRole('link', { name: 'Moderation', exact: true }).count()).toBe(1)
  await expect.poll(() => helper.getByRole('link', { name: 'Welcome Configuration' }).count()).toBe(0)
  expect(await axeFindings(helper)).toEqual([])
  await open(helper, 'dashboard')
  const main = helper.getByRole('main')
  await main.getByText('Welcome Message, not shared with you').waitFor()
  await main.getByText('Welcome Configuration, not shared with you').waitFor()
  await main.getByText('No changes you may see.').waitFor()
  await expect
    .poll(() => main.getByRole('button', { name: /^Server Settings ?, not shared with you$/ }).isDisabled())
    .toBe(true)
  await expect.poll(() => main.getByRole('link', { name: /^Moderation / }).count()).toBe(1)
  await settled(helper)
  expect(await axeFindings(helper)).toEqual([])
  await open(helper, 'history')
  await main.getByRole('heading', { name: 'No changes you may see' }).waitFor()
  expect(desk.complaints).toEqual([])
})

/** Pages where somebody who may view only moderation has something to see, or is told otherwise that they have not. */
const others =
  /^(?:dashboard|doctor|history|moderation|basic\/.+|antinuke.*|tickets|tickets\/(?:open|transcript)|no\/.+)$/

test('a page without access says so, and offers nothing to fill in, save or try again', async () => {
  const pages = routes('/manage/:id/')
    .map(path => path.replace('/manage/:id/', ''))
    .filter(page => !page.includes('$') && !others.test(page))
  const main = helper.getByRole('main')
  for (const page of pages) {
    await turnTo(helper, desk.dashboard(`/manage/${desk.harness.guildId}/${page}`))
    await main.getByRole('heading', { name: 'This page has not been shared with you.' }).waitFor()
    const offered = await main.innerText()
    const inputs = await main.locator('form input, form textarea').count()
    const findings = await axeFindings(helper)
    const amiss = offered.match(/Save|Try again|undefined|could not be loaded|Read-only/)?.[0]
    expect({ page, amiss, inputs, findings }).toEqual({ page, amiss: undefined, inputs: 0, findings: [] })
  }
  expect(desk.complaints).toEqual([])
})

test('once access is revoked, the next page that they open refuses it', async () => {
  await owner.getByRole('button', { name: /^Revoke access of .+ to Moderation$/ }).click()
  await owner.getByRole('button', { name: 'Revoke', exact: true }).click()
  await owner.getByText('Only members with Manage Server').waitFor()
  await open(helper, 'moderation')
  await helper.getByRole('heading', { name: 'You cannot manage this server' }).waitFor()
  expect(desk.harness.product.services.settings.history(desk.harness.guildId, { feature: 'access' })).toHaveLength(2)
})

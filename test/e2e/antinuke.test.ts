import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import antinuke from '#features/antinuke/contract.ts'
import { rosterOf } from '#features/antinuke/engine/roster.ts'
import { incidentsIn } from '#features/antinuke/incidents/incidents.ts'
import type { IncidentReport } from '#features/antinuke/incidents/contract.ts'
import { until } from '../until.ts'
import { answered } from './answered.ts'
import { axeFindings } from './axe.ts'
import { createDesk, type Desk } from './desk.ts'
import { intercept } from './network.ts'
import { settled } from './page-settled.ts'

/** `member1` is an extra owner, `member2` is whitelisted, `admin` manages the server and is neither. */
let desk: Desk
let owner: Page
const hostile = '<img src=x onerror=alert(1)> \u202Etxt'

const open = (page: Page, path: string) => page.goto(desk.dashboard(`/manage/${desk.harness.guildId}/${path}`))
const own = () => desk.harness.product.services.settings.read(desk.harness.guildId, antinuke)
const idOf = (login: string) => desk.harness.as(login).userId
const save = (page: Page, said?: string | RegExp) =>
  answered(page, () => page.getByRole('button', { name: 'Save Settings' }).click(), said)

beforeAll(async () => {
  desk = await createDesk()
  owner = await desk.signedIn('owner')
})
afterAll(() => desk.close())

test('the owner switches it on, chooses modules and punishments, and lists people', async () => {
  await open(owner, 'antinuke?tab=protection')
  await owner.getByText('Guild Owner: full access').waitFor()
  await owner.getByRole('heading', { name: 'AntiNuke is disabled' }).waitFor()
  await owner.getByRole('link', { name: 'Go to General' }).click()
  const steps = owner.getByRole('region', { name: 'First steps' })
  await steps.getByText('11 of 11 modules watch. Anyone who does too much is banned', { exact: false }).waitFor()
  await steps.getByRole('link', { name: 'Posture' }).waitFor()
  await expect.poll(() => steps.getByRole('link', { name: 'Logs' }).count()).toBe(0)
  await owner.getByRole('switch', { name: 'AntiNuke' }).click()
  await steps.getByText(', done').waitFor({ state: 'attached' })
  await steps.getByRole('link', { name: 'Logs' }).waitFor()
  await save(owner, 'AntiNuke settings saved successfully!')

  await owner.getByRole('link', { name: 'Protection' }).click()
  await owner.getByRole('switch', { name: 'Anti-Prune' }).click()
  await expect.poll(() => owner.getByLabel('Punishment of Anti-Prune').count()).toBe(0)
  await owner.getByText('10 of 11 modules on').waitFor()
  await owner.getByRole('combobox', { name: 'Punishment of Anti-Webhook' }).click()
  await owner.getByRole('option', { name: 'Kick' }).click()
  await save(owner)
  expect(own().modulePunishments.anti_webhook).toBe('KICK')
  expect(own().modules.anti_prune).toBe(false)
  await owner.getByRole('combobox', { name: 'Punishment of Anti-Webhook' }).click()
  await owner.getByRole('option', { name: /^Use Global/ }).click()
  await save(owner)
  expect(own().modulePunishments.anti_webhook).toBeNull()

  await owner.getByRole('link', { name: /^Users/ }).click()
  const whitelist = owner.getByLabel('Whitelist a user or a bot')
  const add = owner.getByRole('button', { name: 'Add', exact: true }).last()
  await whitelist.fill('123')
  await add.click()
  await owner.getByText('Invalid user ID format. Please enter a valid Discord user ID.').waitFor()
  await whitelist.fill(idOf('member2'))
  await add.click()
  await whitelist.fill(idOf('member2'))
  await add.click()
  await owner.getByText('User is already in the whitelist.').waitFor()
  // Enter chooses the only member found for a name.
  await whitelist.fill('ines.k')
  const found = owner.getByRole('combobox', { name: 'Member', exact: true })
  await found.getByText('Choose a member').waitFor()
  await whitelist.press('Enter')
  await found.getByText('Choose a member').waitFor({ state: 'detached' })
  await whitelist.fill('')
  const extraOwner = owner.getByLabel('Add an extra owner')
  await extraOwner.fill(idOf('member1'))
  // Enter adds them, as the button does, and does not save the page.
  await extraOwner.press('Enter')
  await owner.getByRole('button', { name: /^Remove .+ from the extra owners$/ }).waitFor()
  expect(own().whitelist).toEqual([])
  await save(owner)
  expect([own().whitelist.length, own().extraOwners.length]).toEqual([1, 1])
  expect(await axeFindings(owner)).toEqual([])

  await owner.getByRole('link', { name: 'Permissions' }).click()
  const at = '**/antinuke/create-bypass-role'
  for (const [json, told] of [
    [{ success: false }, 'Failed to create bypass role'],
    [{ success: false, error: 'No roles left.', code: 'x' }, 'Error creating bypass role: No roles left.'],
  ] as const) {
    await intercept(owner, at, route => route.fulfill({ status: 500, json }))
    await owner.getByRole('button', { name: 'Create Bypass Role' }).click()
    await owner.getByText(told, { exact: true }).waitFor()
    await owner.unroute(at)
  }
})

test('an extra owner may change everything except extra owners, and weakening the protection waits for a second person', async () => {
  const { settings } = desk.harness.product.services
  settings.write(
    desk.harness.guildId,
    antinuke,
    { twoPersons: true, logChannel: desk.harness.channel('general') },
    { userId: idOf('owner'), via: 'test' },
  )
  const page = await desk.signedIn('member1')
  await open(page, 'antinuke?tab=users')
  await page.getByText('Extra Owner: settings and whitelist').waitFor()
  await expect.poll(() => page.getByLabel('Add an extra owner').isDisabled()).toBe(true)
  await expect.poll(() => page.getByLabel('Whitelist a user or a bot').isDisabled()).toBe(false)
  await page.getByRole('link', { name: 'Protection' }).click()
  await page.getByRole('switch', { name: 'Anti-Ban' }).click()
  await save(page, /^Nothing is changed yet/)
  expect(own().modules.anti_ban).toBe(true)

  await open(owner, 'antinuke')
  const confirm = owner.getByRole('button', { name: 'Confirm request 1' })
  await confirm.waitFor()
  await expect.poll(() => owner.getByRole('region', { name: 'First steps' }).count()).toBe(0)
  // By names, not as Discord's mentions.
  await owner.getByText(/^Extra owner added: @[^0-9]/).waitFor()
  await settled(owner)
  expect(await axeFindings(owner)).toEqual([])
  await confirm.click()
  await owner.getByText('Confirmed: the change is made.').waitFor()
  expect(own().modules.anti_ban).toBe(false)
})

test('somebody on the whitelist may look, and others are told that they may not', async () => {
  const page = await desk.signedIn('member2', { viewport: { width: 390, height: 844 } })
  await open(page, 'antinuke')
  await page.getByText('Whitelisted: view only').waitFor()
  await page.getByText('Read-only access.').waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'View Only' }).isDisabled()).toBe(true)
  await expect.poll(() => page.getByRole('switch', { name: 'AntiNuke' }).isDisabled()).toBe(true)
  await open(page, 'antinuke?tab=permissions')
  const makeRole = page.getByRole('button', { name: 'Create Bypass Role' })
  await expect.poll(() => makeRole.getAttribute('title')).toBe('Only the server owner and extra owners may do that.')
  await open(page, 'antinuke/incidents')
  await page.getByRole('heading', { name: 'No incidents yet.' }).waitFor()
  await page.getByText('Read-only access.').waitFor()
  await expect.poll(() => page.getByRole('link', { name: /^Users/ }).textContent()).toBe('Users2')
  expect(await axeFindings(page)).toEqual([])

  const admin = await desk.signedIn('admin')
  for (const path of ['antinuke', 'antinuke/incidents', 'antinuke/incidents/1']) {
    await open(admin, path)
    const dialog = admin.getByRole('dialog', { name: 'Access Denied' })
    await dialog.getByText('Insufficient Permissions').waitFor()
    await dialog.getByText('You are not authorized to access this section.').waitFor()
    await dialog.getByRole('button', { name: 'Back to the dashboard' }).click()
    await admin.waitForURL(/dashboard$/)
  }
  await expect.poll(() => admin.getByText('Open AntiNuke').count()).toBe(0)
})

/** Deletes roles as an attacker until they are banned. */
async function attack(): Promise<void> {
  const { harness } = desk
  const { guildId } = harness
  const { services } = harness.product
  await until('everybody who can do harm is known', () => rosterOf(services, guildId).people.has(idOf('rogue')))
  const roles: string[] = []
  for (const name of ['one', 'two', hostile]) {
    const made = await harness.as('owner').rest('POST', `/guilds/${guildId}/roles`, { name })
    const { id } = made as { id: string }
    roles.push(id)
    // Deleting roles that nobody has would be allowed.
    await harness.as('owner').rest('PUT', `/guilds/${guildId}/members/${idOf('member1')}/roles/${id}`)
  }
  await until('the roles to be known', () =>
    roles.every(id => services.client.guilds.cache.get(guildId)?.roles.cache.has(id)),
  )
  for (const id of roles)
    await harness
      .as('rogue')
      .rest('DELETE', `/guilds/${guildId}/roles/${id}`)
      .catch(() => undefined)
  await until('the attack to be stopped', () =>
    incidentsIn(services, guildId).some(({ state }) => state === 'contained'),
  )
  const visitor = await harness.signIn('owner')
  await until('everything to be back', async () => {
    const { body } = await visitor.call('GET', `/api/guild/${guildId}/antinuke/incidents/1`)
    return (body as IncidentReport).recovery?.state === 'done'
  })
}

test('an incident appears by itself, can be walked through with keys, and its punishment can be undone', async () => {
  await open(owner, 'antinuke/incidents')
  await owner.getByRole('heading', { name: 'No incidents yet.' }).waitFor()
  await owner.getByRole('link', { name: 'Set up a drill' }).waitFor()
  await attack()
  await owner.getByRole('link', { name: /^Incident 1/ }).click()
  await owner.getByRole('heading', { name: 'Incident 1', level: 1 }).waitFor()
  await owner.getByText('Contained', { exact: true }).waitFor()
  const events = owner.getByRole('list', { name: 'Events' })
  await events.getByText(`@${hostile}`).first().waitFor()
  const proof = owner.getByRole('region', { name: 'Verified fields' })
  await proof.getByRole('button', { expanded: false }).first().click()
  const nameRow = proof.getByRole('row', { name: /^Name/ })
  await expect.poll(() => nameRow.getByRole('cell').allTextContents()).toEqual(['one', 'one', 'Same'])
  await owner.getByRole('heading', { name: 'Incident 1', level: 1 }).click()
  await owner.keyboard.press('j')
  await owner.keyboard.press('j')
  await owner.keyboard.press('k')
  await owner.keyboard.press('Enter')
  await events.getByText('audit log').waitFor()
  await expect.poll(() => events.getByRole('button', { expanded: true }).count()).toBe(1)
  await owner.getByText('Other members touched').waitFor()
  await owner.getByRole('button', { name: 'Open the evidence' }).click()
  await owner.getByRole('list', { name: 'Entries' }).getByRole('button', { name: 'Open @two' }).click()
  const focused = owner.locator(':focus')
  await expect.poll(() => focused.textContent()).toMatch(/^two/)
  await expect.poll(() => focused.getAttribute('aria-expanded')).toBe('true')
  for (const [width, colorScheme] of [
    [1440, 'dark'],
    [1440, 'light'],
    [390, 'dark'],
  ] as const) {
    await owner.setViewportSize({ width, height: 900 })
    await owner.emulateMedia({ colorScheme })
    await settled(owner)
    expect(await axeFindings(owner)).toEqual([])
    expect(await owner.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  }
  await owner.setViewportSize({ width: 1440, height: 900 })
  await owner.getByRole('link', { name: 'Open the journal around them' }).click()
  await owner.getByRole('heading', { name: /^\d+ differences?$/ }).waitFor()
  // The link sets B to the end of the incident, not to now.
  await owner.getByRole('button', { name: 'B is now' }).waitFor()
  await owner.goBack()
  await owner.getByRole('button', { name: 'Undo punishment' }).click()
  const dialog = owner.getByRole('dialog', { name: 'Undo punishment' })
  await dialog.getByRole('listitem').filter({ hasText: 'Lifts the ban of' }).waitFor()
  await dialog.getByRole('button', { name: 'Undo punishment' }).click()
  await owner.getByText('Undone', { exact: true }).first().waitFor()
  await owner.reload()
  await owner
    .getByRole('region', { name: 'Undone' })
    .getByText('Everything that could be undone has been.', { exact: false })
    .waitFor()

  await open(owner, 'dashboard')
  await owner.getByRole('region', { name: 'AntiNuke' }).getByText('9 of 11 modules.', { exact: false }).waitFor()
  const activity = owner.getByRole('region', { name: 'Recent activity' })
  await activity.getByText('Anti-nuke changed').first().waitFor()
  await activity.getByRole('link', { name: 'Incident 1: undone' }).click()
  await owner.getByRole('heading', { name: 'Incident 1', level: 1 }).waitFor()
  await open(owner, 'antinuke/incidents/99')
  await owner.getByRole('heading', { name: 'There is no incident with this number' }).waitFor()
  expect(desk.complaints).toEqual([])
})

test('if incidents cannot be loaded, the page says why and offers to try again', async () => {
  const page = await desk.signedIn('owner')
  const calls = /\/antinuke\/incidents(\/1)?(\?|$)/
  for (const path of ['antinuke/incidents', 'antinuke/incidents/1']) {
    await intercept(
      page,
      url => url.pathname.startsWith('/api/') && calls.test(url.href),
      route => route.abort(),
    )
    await open(page, path)
    const alert = page.getByRole('alert').filter({ hasText: 'The server cannot be reached.' })
    await alert.waitFor()
    await page.unrouteAll()
    await alert.getByRole('button', { name: 'Try again' }).click()
    await expect.poll(() => alert.count()).toBe(0)
  }
})

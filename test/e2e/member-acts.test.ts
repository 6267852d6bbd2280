// @module-tag long
import { PermissionFlagsBits } from 'discord-api-types/v10'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import moderation from '#features/moderation/contract.ts'
import { axeFindings } from './axe.ts'
import { createDesk, type Desk } from './desk.ts'
import { intercept } from './network.ts'
import { settled } from './page-settled.ts'
import { smallTargets } from './small-targets.ts'

/** Moderating somebody on their page, by mouse, by keyboard and on a phone. */
let desk: Desk
let page: Page
beforeAll(async () => {
  desk = await createDesk()
  const reasonTemplates = [{ name: 'spam', text: 'Unwanted advertising' }]
  const { settings } = desk.harness.product.services
  settings.write(desk.harness.guildId, moderation, { reasonTemplates }, { userId: null, via: 'test' })
  await desk.harness.as('owner').rest('POST', `/guilds/${desk.harness.guildId}/roles`, { name: 'Kiln' })
  await desk.harness.heard()
  page = await desk.signedIn('owner')
})
afterAll(() => desk.close())

const open = async (login: string, on: Page = page) => {
  await on.goto(desk.dashboard(`/manage/${desk.harness.guildId}/members/${desk.harness.as(login).userId}`))
  await settled(on)
}
const head = (on: Page = page) => on.locator('.page-head')
const dialog = (on: Page = page) => on.getByRole('dialog')
const button = (name: string, on: Page = page) => head(on).getByRole('button', { name, exact: true })
const confirm = (name: string, on: Page = page) => dialog(on).getByRole('button', { name, exact: true })
const closed = (on: Page = page) => dialog(on).waitFor({ state: 'detached' })
const chosen = async (name: string, on: Page = page) => {
  await button('More', on).click()
  await on.getByRole('menuitem', { name, exact: true }).click()
}
/** The toast disappears after some seconds, so it is what to wait for first. */
const told = (what: RegExp, on: Page = page) => on.locator('.toast').filter({ hasText: what }).waitFor()
const hasFocus = (name: string) => button(name).and(page.locator(':focus')).waitFor()
const cases = (on: Page = page) => on.getByRole('region', { name: 'Cases', exact: true }).getByRole('listitem')

test('a warning, a timeout and lifting it are confirmed, and the page shows them without a reload', async () => {
  await open('member2')
  await button('Warn').click()
  await dialog().waitFor()
  expect(await axeFindings(page, '[role=dialog]')).toEqual([])
  await dialog().getByLabel('Quick reason').click()
  await page.getByRole('option', { name: 'spam: Unwanted advertising' }).click()
  await confirm('Warn').click()
  await told(/ was warned\. Case #1\..*Warnings that count: 1 of 3\./)
  await closed()
  await cases().getByText('Unwanted advertising').waitFor()
  await hasFocus('Warn')

  await button('Timeout').click()
  await dialog().getByLabel('Duration').fill('10')
  await confirm('Time out').click()
  await dialog().getByText('10m for minutes', { exact: false }).waitFor()
  await dialog().getByLabel('Duration').fill('1h 30m')
  await page.keyboard.press('Enter')
  await closed()
  await head().getByText('Timed out until', { exact: false }).waitFor()
  // The pressed button has moved into the menu.
  await page.getByRole('main').and(page.locator(':focus')).waitFor()
  await expect.poll(() => cases().count()).toBe(2)

  await button('Lift timeout').click()
  await confirm('Lift timeout').click()
  await closed()
  await head().getByText('Member', { exact: true }).waitFor()
  await page.getByRole('main').and(page.locator(':focus')).waitFor()
  expect(await axeFindings(page)).toEqual([])
})

test('using only the keyboard, neither Escape nor a failure loses what was written', async () => {
  await open('member3')
  await button('More').focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Add note' }).and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Escape')
  await hasFocus('More')
  await button('Warn').focus()
  await page.keyboard.press('Enter')
  const reason = dialog().getByLabel('Reason', { exact: true })
  await reason.and(page.locator(':focus')).waitFor()
  await page.keyboard.type('Off topic')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Keep editing' }).click()
  let isDown = true
  const keys: unknown[] = []
  await intercept(page, /\/members\/\d+\/warn$/, route => {
    keys.push((route.request().postDataJSON() as { key: string }).key)
    return isDown
      ? route.fulfill({
          status: 503,
          json: { success: false, code: 'moderation.not-done', error: 'Discord is not answering right now.' },
        })
      : route.fallback()
  })
  await confirm('Warn').click()
  await dialog().getByText('Discord is not answering right now.').waitFor()
  await expect.poll(() => reason.inputValue()).toBe('Off topic')
  isDown = false
  await confirm('Warn').click()
  await closed()
  expect(new Set(keys).size).toBe(1)
  await cases().getByText('Off topic').waitFor()
})

test('somebody is kicked, banned and unbanned, and the page shows each state', async () => {
  await open('member4')
  await chosen('Kick')
  await confirm('Kick').click()
  await closed()
  await head().getByText('Left', { exact: true }).waitFor()
  await expect.poll(() => head().getByRole('button').allInnerTexts()).toEqual(['', 'Add note', 'Ban', 'Softban'])
  await button('Ban').click()
  await dialog().getByLabel('Duration').fill('7d')
  await dialog().getByLabel('Delete their messages').click()
  await page.getByRole('option', { name: 'Of the last day' }).click()
  await confirm('Ban').click()
  await told(/The ban ends in 1 week\./)
  await closed()
  await head().getByText('Banned', { exact: true }).waitFor()
  await button('Unban').click()
  await confirm('Unban').click()
  await closed()
  await head().getByText('Left', { exact: true }).waitFor()
})

test('roles are given and taken in the card of roles, and the focus stays there', async () => {
  await open('member7')
  const roles = page.getByRole('region', { name: 'Roles', exact: true })
  await roles.getByRole('button', { name: 'Add a role' }).click()
  await dialog().getByLabel('Role', { exact: true }).click()
  await page
    .getByRole('option', { name: /^Keeper/ })
    .getByText('Move my role up', { exact: false })
    .waitFor()
  await page.getByRole('option', { name: 'Kiln', exact: true }).click()
  expect(await axeFindings(page, '[role=dialog]')).toEqual([])
  await confirm('Give role').click()
  await told(/ was given Kiln\./)
  await closed()
  await roles.getByRole('button', { name: 'Add a role' }).and(page.locator(':focus')).waitFor()
  await roles.getByRole('button', { name: 'Take Kiln' }).click()
  await roles.getByText(/^Kiln was taken from /).waitFor()
  await roles.getByRole('heading').and(page.locator(':focus')).waitFor()
  await expect.poll(() => roles.getByText('Kiln', { exact: true }).count()).toBe(0)
  expect(await axeFindings(page)).toEqual([])
  await roles.getByRole('button', { name: 'Undo' }).click()
  await told(/ was given Kiln back\./)
  await roles.getByText('Kiln', { exact: true }).waitFor()
  await roles.getByRole('heading').and(page.locator(':focus')).waitFor()
  await expect.poll(() => roles.getByText(/was taken/).count()).toBe(0)

  await roles.getByRole('button', { name: 'Take Kiln' }).click()
  await roles.getByText(/^Kiln was taken from /).waitFor()
  const given = /\/roles\/\d+$/
  await intercept(page, given, route =>
    route.fulfill({
      status: 503,
      json: { success: false, code: 'discord.outage', error: 'Discord is not answering.' },
    }),
  )
  await roles.getByRole('button', { name: 'Undo' }).click()
  await roles.getByText('Discord is not answering.').waitFor()
  await page.unroute(given)
  await roles.getByRole('button', { name: 'Undo' }).click()
  await told(/ was given Kiln back\./)
})

test('actions that are impossible say why, as button and in the menu, and those that one has no right to are missing', async () => {
  await open('owner')
  await expect.poll(() => button('Warn').getAttribute('title')).toBe('You cannot warn yourself.')
  await expect.poll(() => button('Warn').isDisabled()).toBe(true)
  await button('More').focus()
  await page.keyboard.press('Enter')
  const impossible = page.getByRole('menuitem', { name: 'Ban You cannot ban yourself.', exact: true })
  await impossible.waitFor()
  // It can be reached by its first letter and is announced with its reason; pressing it does nothing.
  await page.keyboard.press('b')
  await impossible.and(page.locator(':focus')).waitFor()
  await expect.poll(() => impossible.getAttribute('aria-disabled')).toBe('true')
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowUp')
  await page
    .getByRole('menuitem', { name: 'Softban You cannot softban yourself.' })
    .and(page.locator(':focus'))
    .waitFor()
  await impossible.click({ force: true })
  await expect.poll(() => dialog().count()).toBe(0)
  await impossible.waitFor()
  await page.keyboard.press('Escape')
  const { harness } = desk
  const boss = await harness.signIn('owner')
  const given = { kind: 'member', id: harness.as('member5').userId, feature: 'all', level: 'manage', expiresAt: null }
  await boss.call('POST', `/api/guild/${harness.guildId}/access`, given)
  const limited = await desk.signedIn('member5')
  await open('member3', limited)
  await cases(limited).first().waitFor()
  await expect.poll(() => button('Warn', limited).count()).toBe(0)
  await limited.close()
})

test('kicking somebody whom one can no longer see afterwards is still confirmed', async () => {
  const { harness } = desk
  const { userId } = harness.as('member1')
  const boss = harness.as('owner')
  const role = { name: 'Doorkeeper', permissions: String(PermissionFlagsBits.KickMembers) }
  const { id } = await boss.rest<{ id: string }>('POST', `/guilds/${harness.guildId}/roles`, role)
  await boss.rest('PUT', `/guilds/${harness.guildId}/members/${userId}/roles/${id}`)
  const top = [{ id, position: 3 }]
  await boss.rest('PATCH', `/guilds/${harness.guildId}/roles`, top)
  const given = { kind: 'member', id: userId, feature: 'reputation', level: 'view', expiresAt: null }
  const owner = await harness.signIn('owner')
  await owner.call('POST', `/api/guild/${harness.guildId}/access`, given)
  await harness.heard()
  const limited = await desk.signedIn('member1')
  await open('member8', limited)
  await button('Kick', limited).click()
  await confirm('Kick', limited).click()
  await told(/ was kicked\. Case #\d+\./, limited)
  await limited.getByRole('heading', { name: 'No member with this ID. Never seen here.' }).waitFor()
  await closed(limited)
  expect(harness.sandbox.context.world.guilds.get(harness.guildId)?.members.has(harness.as('member8').userId)).toBe(
    false,
  )
  await limited.close()
})

test('on a phone, everything is large enough for a finger, and nothing scrolls sideways', async () => {
  const phone = await desk.signedIn('owner', { viewport: { width: 390, height: 844 }, colorScheme: 'light' })
  await open('member6', phone)
  expect(await smallTargets(phone)).toEqual([])
  await chosen('Ban', phone)
  await dialog(phone).getByLabel('Reason', { exact: true }).fill('Raid')
  expect(await smallTargets(phone)).toEqual([])
  expect(await axeFindings(phone, '[role=dialog]')).toEqual([])
  await confirm('Ban', phone).click()
  await closed(phone)
  await head(phone).getByText('Banned', { exact: true }).waitFor()
  await expect.poll(() => phone.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await phone.close()
  expect(desk.complaints).toEqual([])
})

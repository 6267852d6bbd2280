// @module-tag long
import invites from '#features/invites/contract.ts'
import leveling from '#features/leveling/contract.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTicketDesk } from '../tickets.ts'
import { axeFindings } from './axe.ts'
import { createDesk, type Desk } from './desk.ts'
import { intercept } from './network.ts'
import { settled } from './page-settled.ts'

/** Actions on the page of a member whose outcome is unknown: each is done once. */
let desk: Desk
let page: Page
beforeAll(async () => {
  desk = await createDesk()
  page = await desk.signedIn('owner')
})
afterAll(() => desk.close())

const open = async (login: string, on: Page = page) => {
  await on.goto(desk.dashboard(`/manage/${desk.harness.guildId}/members/${desk.harness.as(login).userId}`))
  await settled(on)
}
const dialog = (on: Page = page) => on.getByRole('dialog')
const button = (name: string, on: Page = page) => on.locator('.page-head').getByRole('button', { name, exact: true })
const confirm = (name: string, on: Page = page) => dialog(on).getByRole('button', { name, exact: true })
const closed = (on: Page = page) => dialog(on).waitFor({ state: 'detached' })
const cases = () => page.getByRole('region', { name: 'Cases', exact: true }).getByRole('listitem')

const onePixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const warnings = /\/members\/\d+\/warn$/

/** Lets requests reach the server but loses their answers. */
async function loseAnswers(on: Page): Promise<() => Promise<void>> {
  await intercept(on, warnings, async route => {
    await route.fetch()
    await route.abort('connectionreset')
  })
  return () => on.unroute(warnings)
}

test('if the answer is lost, the dialog says so when it is opened again, and the action is done once', async () => {
  await open('member1')
  const before = await cases().count()
  const found = await loseAnswers(page)
  await button('Warn').click()
  await dialog().getByLabel('Reason', { exact: true }).fill('Lost on the way')
  await confirm('Warn').click()
  await dialog().getByText('The server cannot be reached. Check your connection.').waitFor()
  await confirm('Cancel').click()
  await closed()
  await found()
  await page.reload()
  await settled(page)
  await button('Warn').click()
  await dialog().getByText('It is not known whether this went through.').waitFor()
  await expect.poll(() => dialog().getByLabel('Reason', { exact: true }).inputValue()).toBe('Lost on the way')
  expect(await axeFindings(page, '[role=dialog]')).toEqual([])
  // A trailing space makes no different action of it.
  await dialog().getByLabel('Reason', { exact: true }).fill('Lost on the way ')
  await confirm('Warn').click()
  await page
    .locator('.toast')
    .filter({ hasText: / was warned\. Case #\d+\./ })
    .waitFor()
  await closed()
  await cases().getByText('Lost on the way').waitFor()
  await expect.poll(() => cases().count()).toBe(before + 1)

  await button('Warn').click()
  await dialog().getByLabel('Reason', { exact: true }).waitFor()
  await expect.poll(() => dialog().getByText('It is not known whether this went through.').count()).toBe(0)
  await confirm('Cancel').click()
  await closed()
})

test('an action in doubt is done once, even if another one was tried and refused in between', async () => {
  await open('member7')
  const before = await cases().count()
  const found = await loseAnswers(page)
  await button('Warn').click()
  const reason = dialog().getByLabel('Reason', { exact: true })
  await reason.fill('Glazed the wrong pot')
  await confirm('Warn').click()
  await dialog().getByText('The server cannot be reached. Check your connection.').waitFor()
  await found()
  const refusal = { success: false, code: 'kernel.busy', error: 'Wait a moment.' }
  await intercept(page, warnings, route => route.fulfill({ status: 429, json: refusal }))
  await reason.fill('Another reason')
  await confirm('Warn').click()
  await dialog().getByText(refusal.error).waitFor()
  await reason.fill('Glazed the wrong pot')
  // A refusal now says nothing about the earlier try.
  const refusedAgain = page.waitForResponse(warnings)
  await confirm('Warn').click()
  await (await refusedAgain).finished()
  await expect.poll(() => confirm('Warn').isEnabled()).toBe(true)
  await page.unroute(warnings)
  await confirm('Warn').click()
  await closed()
  await cases().getByText('Glazed the wrong pot').waitFor()
  await expect.poll(() => cases().count()).toBe(before + 1)
})

test('after another action was done, nothing is in doubt any more: the cases show what became of the first', async () => {
  await open('member3')
  const before = await cases().count()
  const found = await loseAnswers(page)
  await button('Warn').click()
  await dialog().getByLabel('Reason', { exact: true }).fill('Left the lid open')
  await confirm('Warn').click()
  await dialog().getByText('The server cannot be reached. Check your connection.').waitFor()
  await found()
  await dialog().getByLabel('Reason', { exact: true }).fill('Left the door open')
  await confirm('Warn').click()
  await closed()
  await expect.poll(() => cases().count()).toBe(before + 2)
  await button('Warn').click()
  await expect.poll(() => dialog().getByLabel('Reason', { exact: true }).inputValue()).toBe('')
  await expect.poll(() => dialog().getByText('It is not known whether this went through.').count()).toBe(0)
  await confirm('Cancel').click()
  await closed()
})

test('after a session has ended, the next person to sign in sees nothing that was typed in that tab', async () => {
  const tab = await desk.signedIn('owner')
  await open('member7', tab)
  await loseAnswers(tab)
  await button('Warn', tab).click()
  await dialog(tab).getByLabel('Reason', { exact: true }).fill('Between us')
  await confirm('Warn', tab).click()
  await dialog(tab).getByText('The server cannot be reached. Check your connection.').waitFor()
  const other = await desk.signedIn('admin')
  await tab.context().addCookies(await other.context().cookies())
  await open('member7', tab)
  await button('Warn', tab).click()
  await expect.poll(() => dialog(tab).getByLabel('Reason', { exact: true }).inputValue()).toBe('')
  await expect.poll(() => dialog(tab).getByText('It is not known whether this went through.').count()).toBe(0)
  await tab.close()
})

test('nor do they see what was typed in the contact form', async () => {
  const tab = await desk.signedIn('owner')
  const message = () => tab.getByLabel('Message')
  const show = async () => {
    await tab.goto(desk.dashboard('/contact'))
    await settled(tab)
  }
  await show()
  await message().fill('Between us')
  await show()
  await expect.poll(() => message().inputValue()).toBe('Between us')
  const other = await desk.signedIn('admin')
  await tab.context().addCookies(await other.context().cookies())
  // Nor while the page does not know yet who is signed in.
  const answer = Promise.withResolvers<void>()
  await intercept(tab, /\/api\/user(\?|$)/, async route => {
    await answer.promise
    await route.fallback()
  })
  await tab.goto(desk.dashboard('/contact'))
  await expect.poll(() => message().inputValue()).toBe('')
  answer.resolve()
  await settled(tab)
  await expect.poll(() => message().inputValue()).toBe('')
  await tab.close()
})

test('XP and invites are given once, and the dialogs say what is in doubt', async () => {
  const { harness } = desk
  const { userId } = harness.as('member2')
  const services = () => harness.product.services
  services().settings.write(harness.guildId, leveling, { enabled: true }, { userId: null, via: 'test' })
  services().settings.write(harness.guildId, invites, { tracking: true }, { userId: null, via: 'test' })
  const owner = await harness.signIn('owner')
  const xp = `/api/guild/${harness.guildId}/progression/members/${userId}`
  await owner.call('POST', xp, { action: 'set', amount: 40 })
  await owner.call('POST', `/api/guild/${harness.guildId}/invites/bonus`, { userId, amount: 2 })
  const pages = [
    { path: 'progression/leaderboard', sent: /\/progression\/members\/\d+$/, opener: 'Give XP', send: 'Give XP' },
    { path: 'invites', sent: /\/invites\/bonus$/, opener: 'Give invites', send: 'Add invites' },
  ]
  for (const { path, sent, opener, send } of pages) {
    await page.goto(desk.dashboard(`/manage/${harness.guildId}/${path}`))
    await settled(page)
    const opened = page.getByRole('main').getByRole('button', { name: opener, exact: true })
    await opened.click()
    await dialog().getByLabel('Find somebody').fill(userId)
    await dialog().getByRole('combobox', { name: 'Who' }).click()
    await page.getByRole('option').first().click()
    await intercept(page, sent, async route => {
      await route.fetch()
      await route.abort('connectionreset')
    })
    await confirm(send).click()
    await dialog().getByText('It is not known whether this went through.').waitFor()
    await page.unroute(sent)
    await page.reload()
    await settled(page)
    await opened.click()
    await dialog().getByText('It is not known whether this went through.').waitFor()
    await confirm('Cancel').click()
    await closed()
    // The dialog that is opened from the list does the same to the same person.
    await page.getByRole('button', { name: /^Change (XP|invites) of / }).click()
    if (path !== 'invites') await page.getByRole('menuitem', { name: send }).click()
    await dialog().getByText('It is not known whether this went through.').waitFor()
    await confirm(send).click()
    await closed()
    await opened.click()
    await confirm('Cancel').waitFor()
    await expect.poll(() => dialog().getByText('It is not known whether this went through.').count()).toBe(0)
    await confirm('Cancel').click()
    await closed()
  }
  const standing = (await owner.call('GET', xp)).body as { standing: { total?: number; xp: number } }
  expect(standing.standing.xp).toBe(40)
  const board = (await owner.call('GET', `/api/guild/${harness.guildId}/invites/board`)).body
  expect(board).toMatchObject({ rows: expect.arrayContaining([expect.objectContaining({ added: 3 })]) })
})

test('a ticket’s note and an emoji are added once, and the dialogs say what is in doubt', async () => {
  const { harness } = desk
  const ticket = await createTicketDesk(harness).open('member4')
  const emojis = () => [...(harness.sandbox.context.world.guilds.get(harness.guildId)?.emojis.values() ?? [])]
  const kiln = { name: 'kiln.png', mimeType: 'image/png', buffer: Buffer.from(onePixel, 'base64') }
  const pages = [
    {
      path: `tickets/open/${ticket.id}`,
      sent: /\/note$/,
      send: 'Keep note',
      async show() {
        await page.getByRole('button', { name: 'More', exact: true }).click()
        await page.getByRole('menuitem', { name: 'Internal note' }).click()
      },
      fill: () => dialog().getByLabel('Note').fill('Asked for a refund'),
    },
    {
      path: 'emojis',
      sent: /\/emojis\/file$/,
      send: 'Add emoji',
      show: () => page.getByRole('main').getByRole('button', { name: 'Add emoji', exact: true }).first().click(),
      async fill() {
        await dialog().getByText('File', { exact: true }).click()
        await dialog().getByLabel('Picture, file').setInputFiles(kiln)
      },
    },
  ]
  for (const { path, sent, send, show, fill } of pages) {
    await page.goto(desk.dashboard(`/manage/${harness.guildId}/${path}`))
    await settled(page)
    await show()
    await fill()
    await intercept(page, sent, async route => {
      await route.fetch()
      await route.abort('connectionreset')
    })
    await confirm(send).click()
    await dialog().getByText('It is not known whether this went through.').waitFor()
    expect(await axeFindings(page, '[role=dialog]')).toEqual([])
    await page.unroute(sent)
    await confirm(send).click()
    await closed()
  }
  await page.goto(desk.dashboard(`/manage/${harness.guildId}/tickets/open/${ticket.id}`))
  await settled(page)
  await expect.poll(() => page.getByText('Asked for a refund').count()).toBe(1)
  expect(emojis()).toHaveLength(1)
})

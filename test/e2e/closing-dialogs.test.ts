// @module-tag long
import invites from '#features/invites/contract.ts'
import leveling from '#features/leveling/contract.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDesk, type Desk } from './desk.ts'
import { intercept } from './network.ts'
import { settled, turnTo } from './page-settled.ts'

/**
 * What is written in a dialog leaves it only by being sent: while it is sent, nothing closes the dialog or takes the
 * text away, and the next dialog starts empty.
 */
let desk: Desk
let page: Page
beforeAll(async () => {
  desk = await createDesk()
  const { guildId, product } = desk.harness
  const system = { userId: null, via: 'test' } as const
  product.services.settings.write(guildId, leveling, { enabled: true }, system)
  product.services.settings.write(guildId, invites, { tracking: true }, system)
  const owner = await desk.harness.signIn('owner')
  const member = desk.harness.as('member2').userId
  await owner.call('POST', `/api/guild/${guildId}/progression/members/${member}`, { action: 'set', amount: 40 })
  await owner.call('POST', `/api/guild/${guildId}/progression/members/${member}`, { action: 'give', amount: 40 })
  page = await desk.signedIn('owner')
})
afterAll(() => desk.close())

const dialog = () => page.getByRole('dialog')
const main = () => page.getByRole('main')
const press = (name: string) => main().getByRole('button', { name, exact: true }).first().click()
const fromMenu = async (name: string) => {
  await main()
    .getByRole('button', { name: /^Change XP of / })
    .first()
    .click()
  await page.getByRole('menuitem', { name }).click()
}
const fillMember = async () => {
  await dialog().getByLabel('Find somebody').fill(desk.harness.as('member3').userId)
  await dialog().getByRole('combobox', { name: 'Who' }).click()
  await page.getByRole('option').first().click()
}

interface Sent {
  path: string
  open: () => Promise<void>
  /** Enters something that nobody wants to type again. */
  fill?: () => Promise<void>
  send: string
}
/** Comes from another page of the dashboard, to which Back then leads. */
const arrive = async (path: string) => {
  const at = (place: string) => desk.dashboard(`/manage/${desk.harness.guildId}/${place}`)
  await turnTo(page, at('dashboard'))
  await turnTo(page, at(path))
}
/** The browser's Back; resolves once the page has been told. */
const goBack = () =>
  page.evaluate(
    () =>
      new Promise<void>(resolve => {
        addEventListener('popstate', () => setTimeout(resolve), { once: true })
        history.back()
      }),
  )
const board = 'progression/leaderboard'
const dialogs: Sent[] = [
  { path: board, open: () => press('Give XP'), fill: fillMember, send: 'Give XP' },
  { path: board, open: () => fromMenu('Take XP'), send: 'Take XP' },
  { path: board, open: () => fromMenu('Reset'), send: 'Reset' },
  { path: board, open: () => press('Reset everybody'), send: 'Reset everybody' },
  {
    path: 'invites',
    open: () => press('Give invites'),
    fill: fillMember,
    send: 'Add invites',
  },
  {
    path: 'emojis',
    open: () => press('Add emoji'),
    fill: () => dialog().getByRole('textbox', { name: 'Link or emoji' }).fill('https://pictures.example/kiln.png'),
    send: 'Add emoji',
  },
  {
    path: 'embeds',
    open: () => press('Restore from a link'),
    fill: () => dialog().getByLabel('Link of the message').fill('https://discord.com/channels/1/2/3'),
    send: 'Restore',
  },
]

test.for(dialogs)('$send on $path', async ({ path, open, fill, send }) => {
  await arrive(path)
  const answer = Promise.withResolvers<void>()
  await intercept(page, '**/api/guild/**', async route => {
    if (route.request().method() === 'GET') return route.fallback()
    await answer.promise
    return route.fulfill({ status: 409, json: { success: false, code: 'test.refused', error: 'Not just now.' } })
  })
  await open()
  await fill?.()
  const button = (name: string) => dialog().getByRole('button', { name, exact: true })
  await button(send).click()
  await expect.poll(() => button('Cancel').isDisabled()).toBe(true)
  await page.keyboard.press('Escape')
  await button('Close').click()
  await goBack()
  await expect.poll(() => dialog().count()).toBe(1)
  answer.resolve()
  await dialog().getByText('Not just now.').waitFor()
  await button('Cancel').click()
  await dialog().waitFor({ state: 'detached' })
  await open()
  await dialog().waitFor()
  await expect.poll(() => dialog().getByText('Not just now.').count()).toBe(0)
  await page.unroute('**/api/guild/**')
  expect(page.url()).toContain(path)
  expect(desk.complaints).toEqual([])
})

test.for(dialogs.flatMap(({ fill, ...one }) => (fill ? [{ ...one, fill }] : [])))(
  'Back asks before what was entered for $send on $path is lost',
  async ({ path, open, fill, send }) => {
    await arrive(path)
    await open()
    await fill()
    const written = page.getByRole('dialog').filter({ has: page.getByRole('button', { name: send, exact: true }) })
    const question = page.getByRole('dialog', { name: 'Leave without saving?' })
    for (const way of [goBack, () => page.keyboard.press('Escape')]) {
      await way()
      await question.getByRole('button', { name: 'Keep editing' }).click()
      await question.waitFor({ state: 'detached' })
      await expect.poll(() => page.url()).toContain(path)
      await written.waitFor()
    }
    const [asked] = await Promise.all([
      page.waitForEvent('dialog'),
      page.evaluate(() => void setTimeout(() => location.reload())),
    ])
    expect(asked.type()).toBe('beforeunload')
    await asked.dismiss()
    await goBack()
    await question.getByRole('button', { name: 'Leave' }).click()
    await page.waitForURL('**/dashboard')
    await dialog().waitFor({ state: 'detached' })
    await settled(page)
    expect(desk.complaints).toEqual([])
  },
)

describe('with an unsaved panel below', () => {
  const begin = async (title?: string) => {
    await arrive('tickets/panel')
    await main().getByRole('button', { name: 'Create Panel' }).first().click()
    if (title !== undefined) await dialog().getByLabel('Panel title', { exact: true }).fill(title)
    await dialog().getByRole('button', { name: 'Open Advanced Embed Editor' }).click()
    await page.getByRole('dialog', { name: 'Advanced Embed Editor' }).waitFor()
  }
  const question = () => page.getByRole('dialog', { name: 'Leave without saving?' })

  test('Back asks about the panel if nothing was changed in the embed editor', async () => {
    await begin('Kiln booking')
    await goBack()
    await question().getByRole('button', { name: 'Stay' }).click()
    await question().waitFor({ state: 'detached' })
    await expect.poll(() => page.url()).toContain('tickets/panel')
    await page.getByRole('dialog', { name: 'Advanced Embed Editor' }).waitFor()
    expect(desk.complaints).toEqual([])
  })

  test('Back asks only once if both the panel and its embed editor were changed', async () => {
    await begin('Kiln booking')
    const editor = page.getByRole('dialog', { name: 'Advanced Embed Editor' })
    await editor.getByLabel('Description', { exact: true }).fill('Reserve the kiln.')
    await goBack()
    await question().getByRole('button', { name: 'Leave' }).click()
    await page.waitForURL('**/dashboard')
    await dialog().first().waitFor({ state: 'detached' })
    await settled(page)
    expect(desk.complaints).toEqual([])
  })

  test('saving the embed editor with the keyboard while Back is asking stays on the page', async () => {
    await begin()
    const editor = page.getByRole('dialog', { name: 'Advanced Embed Editor' })
    await editor.getByLabel('Panel title', { exact: true }).fill('Kiln booking')
    await editor.getByLabel('Description', { exact: true }).fill('Reserve the kiln.')
    await goBack()
    await question().waitFor()
    await page.keyboard.press('Control+s')
    await editor.waitFor({ state: 'detached' })
    await expect.poll(() => page.url()).toContain('tickets/panel')
    expect(desk.complaints).toEqual([])
  })
})

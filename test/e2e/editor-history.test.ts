import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTransfers, type Transfers } from '../transfers.ts'
import { createDesk, type Desk } from './desk.ts'
import { turnTo } from './page-settled.ts'

let desk: Desk
let page: Page
let made: Transfers
beforeAll(async () => {
  desk = await createDesk()
  made = await createTransfers(desk.harness)
  page = await desk.signedIn('owner')
})
afterAll(() => desk.close())

const visit = (path: string) => turnTo(page, desk.dashboard(`/manage/${desk.harness.guildId}/${path}`))
const history = () => page.getByRole('region', { name: 'History' })
const idOf = (saved: Record<string, { id: string }>, key: string) => saved[key]?.id ?? ''

/** The text of an editor's history, once it lists the changes of what was made first. */
async function told(): Promise<string> {
  await history()
    .getByText(/lavender/i)
    .first()
    .waitFor()
  return history().innerText()
}

/** Goes from there to the history of everything. */
async function goToAll(title: string) {
  await history().getByRole('link', { name: 'All changes' }).click()
  await page.getByRole('heading', { level: 1, name: 'History' }).waitFor()
  await page.getByText('2 of 2 changes').waitFor()
  await page.getByRole('combobox', { name: 'Page' }).filter({ hasText: title }).waitFor()
  await page
    .getByText(/marigold/i)
    .first()
    .waitFor()
}

test('the editor of a custom command lists only the changes of that command', async () => {
  const answers = [{ content: 'Hello' }]
  const first = await made.save('command', { name: 'lavender', answers })
  await made.save('command', { name: 'marigold', answers })
  await visit(`customcommands/${idOf(first, 'command')}`)
  await expect.poll(told).not.toMatch(/marigold/i)
  await goToAll('Custom Commands')
})

test('the editor of an automation lists only the changes of that automation', async () => {
  const actions = [{ id: 'a', kind: 'send', channel_id: desk.harness.channel('general'), text: 'Hello' }]
  const first = await made.save('automation', { name: 'Lavender', actions })
  await made.save('automation', { name: 'Marigold', actions })
  await visit(`automations/${idOf(first, 'automation')}`)
  await expect.poll(told).not.toMatch(/marigold/i)
  await goToAll('Automations')
})

test('the editor of a menu lists only the changes of that menu', async () => {
  await made.save('menu', { name: 'Lavender' })
  await made.save('menu', { name: 'Marigold' })
  await visit('reactionroles')
  await expect.poll(told).not.toMatch(/marigold/i)
  await goToAll('Reaction Roles')
})

test('the editor of a panel lists only the changes of that panel', async () => {
  const channel_id = desk.harness.channel('general')
  await made.save('panel', { title: 'Lavender', channel_id })
  await made.save('panel', { title: 'Marigold', channel_id })
  await visit('tickets/panel')
  await page.locator('.panel-card', { hasText: 'Lavender' }).getByRole('button', { name: 'Edit' }).click()
  await expect.poll(told).not.toMatch(/marigold/i)
  await goToAll('Tickets')
})

import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { textOf } from '../member.ts'
import { axeFindings } from './axe.ts'
import { createDesk, type Desk } from './desk.ts'

let desk: Desk
let page: Page

beforeAll(async () => {
  desk = await createDesk()
  page = await desk.signedIn('owner')
})
afterAll(() => desk.close())

const general = () => desk.harness.channel('general')
const typed = async (login: string, content: string) =>
  textOf(await desk.harness.answerTo(await desk.harness.as(login).say(general(), content)))

test('a role is denied a command on the page, and the command refuses it', async () => {
  await page.goto(desk.dashboard(`/manage/${desk.harness.guildId}/commands`))
  await page.getByRole('searchbox', { name: 'Search commands...' }).fill('ping')
  const row = page.getByRole('listitem').filter({ hasText: '.ping' })
  await row.getByRole('button', { name: 'Change who may use .ping' }).click()
  const dialog = page.getByRole('dialog', { name: 'Who may use .ping' })
  await dialog.getByText('It needs no permission of its own.').waitFor()
  await dialog.getByRole('combobox', { name: 'Only these roles' }).click()
  await page.getByRole('option', { name: 'Potter' }).click()
  await page.keyboard.press('Escape')
  expect(await axeFindings(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved who may use .ping.').waitFor()
  await row.getByText('Certain roles').waitFor()
  await page.getByRole('region', { name: 'History' }).getByText('Who may use which command').first().waitFor()
  expect(await typed('owner', '.ping')).toContain('certain roles only')
})

test('an app command is chosen from the context menu of a message on the stage', async () => {
  const stage = await desk.open()
  await stage.goto(desk.stage('member1'))
  await desk.harness.as('member2').say(general(), 'a bowl to translate')
  const message = stage.getByRole('log').getByRole('article').filter({ hasText: 'a bowl to translate' })
  await message.hover()
  await message.getByRole('button', { name: 'Apps' }).click()
  await stage.getByRole('menuitem', { name: 'Translate' }).click()
  // The product answers that the module is off, as it is in a new server.
  const answer = stage.getByText('is switched off in this server')
  await answer.waitFor()
  await expect.poll(() => answer.count()).toBe(1)
})

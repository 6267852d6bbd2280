import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeFindings } from './axe.ts'
import { createDesk, type Desk } from './desk.ts'

let desk: Desk

beforeAll(async () => {
  desk = await createDesk()
})
afterAll(() => desk.close())

test('of the API categories only the chosen one is marked as current', async () => {
  const page = await desk.open()
  await page.goto(desk.dashboard('/docs/api'))
  const categories = page.getByRole('navigation', { name: 'Categories' })
  await categories.getByRole('link').nth(1).waitFor()
  const current = categories.locator('a[aria-current]')
  expect(await current.count()).toBe(0)
  const second = await categories.getByRole('link').nth(1).innerText()
  await categories.getByRole('link').nth(1).click()
  await expect.poll(() => current.allInnerTexts()).toEqual([second])
  expect(await axeFindings(page)).toEqual([])
  expect(desk.complaints).toEqual([])
})

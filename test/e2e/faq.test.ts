import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '../until.ts'
import { axeFindings } from './axe.ts'
import { createDesk, type Desk } from './desk.ts'

let desk: Desk
beforeAll(async () => {
  desk = await createDesk()
})
afterAll(() => desk.close())

test('the FAQ opens the question named in its address, updates the address, and finds questions by their answers', async () => {
  const page = await desk.open()
  await page.goto(desk.dashboard('/faq#undo'))
  await page.getByText('Every change has a Restore in History.').waitFor()
  await page.getByText('Does it have slash commands?').click()
  await until('the address', () => page.url().endsWith('#slash-commands'))
  await expect.poll(() => page.locator('details[open]').count()).toBe(2)

  const marked = page.getByRole('navigation', { name: 'Questions' }).locator('[aria-current="location"]')
  const [first, last] = [page.locator('.docs-main h2').first(), page.locator('.docs-main h2').last()]
  for (const place of [last, first]) {
    await place.evaluate(element => element.scrollIntoView())
    const id = await place.getAttribute('id')
    await until('the category to be marked', async () => (await marked.getAttribute('href')) === `#${id}`)
  }

  await page.locator('h1').click()
  await page.keyboard.press('/')
  await page.keyboard.type('erased after 30')
  const only = page.locator('details')
  await until('one question', async () => (await only.count()) === 1)
  await page.getByText('The server’s data is erased after 30 days. Export it before.').waitFor()
  await page.keyboard.type(' nothing of the kind')
  await page.getByText('No question matches.').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('link', { name: 'contact page' }).click()
  await page.getByRole('heading', { name: 'Contact', exact: true }).waitFor()
  expect(desk.complaints).toEqual([])
})

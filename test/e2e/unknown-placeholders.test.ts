import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import leveling from '#features/leveling/contract.ts'
import { createDesk, type Desk } from './desk.ts'
import { everythingOn } from './everything-on.ts'
import { turnTo } from './page-settled.ts'

let desk: Desk
let page: Page
beforeAll(async () => {
  desk = await createDesk()
  await everythingOn(desk)
  page = await desk.signedIn('owner')
})
afterAll(() => desk.close())

const visit = (path: string) => turnTo(page, desk.dashboard(`/manage/${desk.harness.guildId}/${path}`))

/** The description of a field, as screen readers announce it. */
const description = (field: Locator) =>
  field.evaluate(element =>
    (element.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map(id => document.getElementById(id)?.textContent ?? '')
      .join(' '),
  )

test('every text with placeholders names the ones that do not exist', async () => {
  const fields: [path: string, label: string | RegExp, wrong: string, right: string][] = [
    ['customcommands/new', 'Content', '{usr}', '{user}'],
    ['welcome', 'Message', '{invitr}', '{inviter}'],
    ['joindms', 'Message', '{member.nmae}', '{member.name}'],
    ['progression', 'Level-up message', '{levle}', '{level}'],
    ['moderation', 'How to appeal', '{servr}', '{server}'],
    ['counters', 'Bots', '{cuont}', '{count}'],
    ['embeds', 'Content', '{server.nmae}', '{server.name}'],
    ['automations/greeter?fresh=true', 'Message', '{chanel}', '{channel}'],
  ]
  for (const [path, label, wrong, right] of fields) {
    await visit(path)
    if (path.startsWith('automations')) {
      await page.getByRole('button', { name: 'Add action', exact: true }).click()
      await page.getByRole('menuitem', { name: 'Send a message to a channel' }).click()
    }
    const field = page.getByLabel(label, { exact: true }).and(page.locator('textarea, input')).first()
    await field.fill(`A ${wrong} word`)
    await expect
      .poll(() => description(field), { message: path })
      .toContain(`${wrong} is not known here, so it stays as typed. Did you mean ${right}?`)
    await field.fill(`A ${right} word`)
    await expect.poll(() => description(field), { message: path }).not.toContain('is not known here')
  }
})

test('an unknown placeholder does not prevent saving', async () => {
  await visit('progression')
  const field = page.getByLabel('Level-up message', { exact: true })
  await field.fill('{usr} reached {level}')
  await page.getByText('{usr} is not known here, so it stays as typed. Did you mean {user}?').waitFor()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect
    .poll(() => desk.harness.product.services.settings.read(desk.harness.guildId, leveling).levelupMessage)
    .toBe('{usr} reached {level}')
})

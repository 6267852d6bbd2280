import { afterAll, beforeAll, expect, test } from 'vitest'
import antinuke from '#features/antinuke/contract.ts'
import { createDesk, type Desk } from './desk.ts'
import { settled, turnTo } from './page-settled.ts'

/** Every tab for each kind of person that anti-nuke distinguishes: they see what they may use. */
let desk: Desk
const tabs = [
  ['antinuke', 'General'],
  ['antinuke?tab=protection', 'Protection'],
  ['antinuke?tab=users', 'Users'],
  ['antinuke?tab=permissions', 'Permissions'],
  ['antinuke?tab=logs', 'Logs'],
  ['antinuke/incidents', 'Incidents'],
  ['antinuke/posture', 'Posture'],
  ['antinuke/drill', 'Drill'],
  ['antinuke/time-machine', 'Time machine'],
] as const

beforeAll(async () => {
  desk = await createDesk()
  const { product, guildId, as } = desk.harness
  const patch = { enabled: true, extraOwners: [as('member1').userId], whitelist: [as('member2').userId] }
  product.services.settings.write(guildId, antinuke, patch, { userId: as('owner').userId, via: 'test' })
})
afterAll(() => desk.close())

const at = (path: string) => desk.dashboard(`/manage/${desk.harness.guildId}/${path}`)

test.each([
  ['the owner', 'owner', false],
  ['an extra owner', 'member1', false],
  ['somebody on the whitelist', 'member2', true],
] as const)('%s opens every tab', async (_who, login, readsOnly) => {
  const page = await desk.signedIn(login)
  await page.goto(at('antinuke'))
  const links = page.getByRole('navigation', { name: 'AntiNuke' }).getByRole('link')
  for (const [, label] of tabs) {
    await links.filter({ hasText: label }).click()
    await links.and(page.locator('[aria-current="page"]')).filter({ hasText: label }).waitFor()
    await settled(page)
    await page.getByText('Read-only access.').waitFor({ state: readsOnly ? 'visible' : 'detached' })
    await expect.poll(() => page.getByRole('dialog', { name: 'Access Denied' }).count()).toBe(0)
  }
  // The address names General, or a tab that does not exist.
  for (const tab of ['general', 'nothing']) {
    await turnTo(page, at(`antinuke?tab=${tab}`))
    await links.and(page.locator('[aria-current="page"]')).filter({ hasText: 'General' }).waitFor()
  }
  expect(desk.complaints).toEqual([])
})

test('an administrator on no list is refused on every tab, sees nothing, and no request but the settings is made', async () => {
  const page = await desk.signedIn('admin')
  const asked = new Set<string>()
  page.on('response', answer => {
    if (answer.status() === 403) asked.add(new URL(answer.url()).pathname)
  })
  for (const path of [...tabs.map(([tab]) => tab), 'antinuke/incidents/1']) {
    await page.goto(at(path))
    await page.getByRole('dialog', { name: 'Access Denied' }).waitFor()
    for (const role of ['switch', 'treegrid', 'table'] as const)
      await expect.poll(() => page.getByRole(role).count()).toBe(0)
    await settled(page)
  }
  await page.goto(at(`members/${desk.harness.as('member3').userId}`))
  await settled(page)
  // The refusal of this request is what the pages show.
  expect([...asked]).toEqual([`/api/guild/${desk.harness.guildId}/antinuke`])
})

test('somebody who was just put on the whitelist sees an incident at once', async () => {
  const { product, guildId, as } = desk.harness
  const { settings } = product.services
  const page = await desk.signedIn('admin')
  await page.goto(at('antinuke/incidents/1'))
  await page.getByRole('dialog', { name: 'Access Denied' }).waitFor()
  const whitelist = [...settings.read(guildId, antinuke).whitelist, as('admin').userId]
  settings.write(guildId, antinuke, { whitelist }, { userId: as('owner').userId, via: 'test' })
  await turnTo(page, at('dashboard'))
  await turnTo(page, at('antinuke/incidents/1'))
  await page.getByText('There is no incident with this number').waitFor()
  expect(desk.complaints).toEqual([])
})

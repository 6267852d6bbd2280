import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import antinuke from '#features/antinuke/contract.ts'
import { noteOf } from '#features/antinuke/journal/notes.ts'
import { changesSince } from '#features/antinuke/journal/state-at.ts'
import { until } from '../until.ts'
import { axeFindings } from './axe.ts'
import { createDesk, type Desk } from './desk.ts'
import { intercept } from './network.ts'

/** `member2` is on the whitelist. */
let desk: Desk
let owner: Page
let roomId: string

const open = (page: Page) => page.goto(desk.dashboard(`/manage/${desk.harness.guildId}/antinuke/time-machine`))
const rest = (method: string, path: string, body?: unknown) => desk.harness.as('owner').rest(method, path, body)
const room = (name: string) =>
  [...desk.harness.sandbox.context.world.channels.values()].some(({ channel }) => channel.name === name)
const recorded = (count: number) =>
  until(`${count} changes to be recorded`, () => {
    const changes = changesSince(desk.harness.product.services, desk.harness.guildId, 0)
    return changes.filter(({ kind }) => kind !== 'member').length >= count
  })

beforeAll(async () => {
  desk = await createDesk()
  const { product, guildId, as } = desk.harness
  const { services } = product
  const author = { userId: as('owner').userId, via: 'test' }
  services.settings.write(guildId, antinuke, { enabled: true, whitelist: [as('member2').userId] }, author)
  await until('the server to be read', () => noteOf(services, guildId, 'structure'))
  const made = await rest('POST', `/guilds/${guildId}/channels`, { name: 'kiln-and-clay', type: 0, topic: 'Clay' })
  roomId = (made as { id: string }).id
  await rest('PATCH', `/channels/${roomId}`, { name: 'renamed', topic: 'Nothing', rate_limit_per_user: 30 })
  await rest('POST', `/guilds/${guildId}/roles`, { name: 'Helper', permissions: '16' })
  await recorded(3)
  owner = await desk.signedIn('owner')
})
afterAll(() => desk.close())

test('differences are shown, chosen with keys, tried, restored and undone', async () => {
  await open(owner)
  const tree = owner.getByRole('treegrid', { name: 'Differences' })
  const row = (name: string) => tree.getByRole('row').filter({ hasText: name }).last()
  await row('renamed').waitFor()
  await row('Helper').getByText('gives power').waitFor()

  const roles = tree.getByRole('rowgroup').filter({ hasText: 'Helper' })
  await roles
    .getByRole('row', { name: /\d+ as before$/ })
    .last()
    .focus()
  await owner.keyboard.press('Enter')
  await roles.getByText(/Moderator/).waitFor()
  expect(await axeFindings(owner)).toEqual([])
  await owner.keyboard.press('Enter')
  await roles.getByText(/Moderator/).waitFor({ state: 'detached' })

  await tree.getByRole('row').first().focus()
  await owner.keyboard.press('End')
  await owner.keyboard.press('ArrowUp')
  await owner.keyboard.press('Home')
  for (let left = 40; left > 0; left--) {
    const text = await owner.evaluate(() => document.activeElement?.textContent ?? '')
    if (text.includes('renamed')) break
    await owner.keyboard.press('ArrowDown')
  }
  await owner.keyboard.press('Enter')
  await owner.getByRole('heading', { name: '#renamed' }).waitFor()
  await owner.keyboard.press('Space')
  await owner.getByRole('heading', { name: 'Put back 1 thing' }).waitFor()
  await owner.getByText('#renamed is deleted with its messages; they cannot come back.').waitFor()
  expect(room('renamed')).toBe(true)

  await owner.getByRole('button', { name: 'Restore 1 thing' }).click()
  await owner.getByRole('dialog').getByRole('button', { name: 'Restore 1 thing' }).click()
  await until('it to be gone', () => !room('renamed'))
  const past = owner.getByRole('region', { name: 'Put back by hand' })
  await past.getByText(/^Done/).waitFor()
  await past.getByRole('button', { name: 'Undo' }).click()
  await owner.getByRole('dialog').getByRole('button', { name: 'Undo restoration' }).click()
  await until('it to be back', () => room('renamed'))
  await past.getByText('Undid a restoration of 1 thing').waitFor()
  expect(desk.complaints).toEqual([])
})

test('ticked differences stay ticked if loading the days again fails', async () => {
  const page = await desk.signedIn('owner')
  await open(page)
  const row = page.getByRole('treegrid', { name: 'Differences' }).getByRole('row').filter({ hasText: 'Helper' }).last()
  await row.getByRole('checkbox').click()
  const chosen = page.getByRole('heading', { name: 'Put back 1 thing' })
  await chosen.waitFor()
  const refused = { success: false, error: 'The disk is full. Make room on it.', code: 'kernel.disk' }
  await intercept(page, /\/time-machine\?/, route => route.fulfill({ status: 400, json: refused }))
  // Events about incidents make the page load the days again.
  const { product, guildId } = desk.harness
  product.services.live.publish(guildId, antinuke, 'incidentsLive', 'changed', {})
  await page.getByRole('alert').getByText(refused.error).waitFor()
  await expect.poll(() => chosen.count()).toBe(1)
  await page.close()
})

test('moments are moved with keys and fields, and the page says if nothing changed between them', async () => {
  await open(owner)
  const before = owner.getByRole('slider', { name: 'A, before' })
  await before.waitFor()
  await expect.poll(() => before.getAttribute('aria-valuetext')).toMatch(/^\d+ \w+ \d{4}, \d\d:\d\d$/)
  await before.focus()
  await owner.keyboard.press('Shift+ArrowRight')
  await owner.getByText('Nothing changed between A and B.').waitFor()
  const differences = owner.getByRole('region', { name: '0 differences' })
  await differences.getByText(/^The last change was (today|yesterday) at \d\d:\d\d\.$/).waitFor()
  await owner.getByRole('button', { name: 'Choose an earlier A' }).click()
  await owner.getByRole('treegrid', { name: 'Differences' }).waitFor()
  // A is as early as possible, and B is before any change, so there is no earlier A to choose.
  const since = await before.getAttribute('aria-valuetext')
  await owner.getByRole('slider', { name: 'B, after' }).focus()
  await owner.keyboard.press('Shift+ArrowLeft')
  await differences.getByText('A is where the recording begins.', { exact: false }).waitFor()
  await expect.poll(() => before.getAttribute('aria-valuetext')).toBe(since)
  await expect.poll(() => owner.getByRole('button', { name: 'Choose an earlier A' }).count()).toBe(0)
})

test('somebody on the whitelist may look, and tick nothing', async () => {
  const page = await desk.signedIn('member2')
  await open(page)
  const box = page.getByRole('treegrid').getByRole('checkbox').first()
  await box.waitFor()
  await expect.poll(() => box.isDisabled()).toBe(true)
  await page.getByText('Only the server owner and extra owners may put something back.').waitFor()
})

/** Opens the plan on a phone with the bar at the foot, which the button to the top must not cover. */
async function openPlan(): Promise<void> {
  const reach = () => owner.evaluate(() => scrollTo({ top: 401, behavior: 'instant' }))
  await expect.poll(() => reach().then(() => owner.getByRole('button', { name: /top/ }).count())).toBe(1)
  const chosen = owner.getByRole('button', { name: '1 chosen' })
  const isUncovered = (button: Element) => {
    const { left, top, width, height } = button.getBoundingClientRect()
    return button.contains(document.elementFromPoint(left + width / 2, top + height / 2))
  }
  await expect.poll(() => chosen.evaluate(isUncovered)).toBe(true)
  await chosen.click()
}

test('it is drawn without faults, wide and on a phone', async () => {
  for (const look of [{ colorScheme: 'dark', width: 1440 } as const, { colorScheme: 'light', width: 390 } as const]) {
    await owner.emulateMedia({ colorScheme: look.colorScheme })
    await owner.setViewportSize({ width: look.width, height: 900 })
    await open(owner)
    await owner.getByRole('treegrid').getByRole('checkbox').last().click()
    if (look.width === 390) await openPlan()
    await owner.getByText("at Discord's pace").waitFor()
    if (process.env['SHOTS'])
      await owner.screenshot({ path: `${process.env['SHOTS']}/tm-${look.width}.png`, fullPage: true })
    expect(await axeFindings(owner)).toEqual([])
    expect(await owner.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  }
  expect(desk.complaints).toEqual([])
})

import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import antinuke from '#features/antinuke/contract.ts'
import { rosterOf } from '#features/antinuke/engine/roster.ts'
import { panicState } from '#features/antinuke/panic/panic.ts'
import { until } from '../until.ts'
import { axeFindings } from './axe.ts'
import { createDesk, type Desk } from './desk.ts'

let desk: Desk
let owner: Page
beforeAll(async () => {
  desk = await createDesk()
  const { product, guildId, as } = desk.harness
  const by = { userId: as('owner').userId, via: 'test' }
  const { modules } = product.services.settings.read(guildId, antinuke)
  product.services.settings.write(
    guildId,
    antinuke,
    { enabled: true, whitelist: [as('member2').userId], modules: { ...modules, anti_prune: false } },
    by,
  )
  await until('everybody who can do harm is known', () =>
    rosterOf(product.services, guildId).people.has(as('rogue').userId),
  )
  owner = await desk.signedIn('owner')
})
afterAll(() => desk.close())

const open = async (page: Page) => {
  await page.goto(desk.dashboard(`/manage/${desk.harness.guildId}/antinuke/posture`))
  await page.getByRole('region', { name: 'Who holds which power' }).waitFor()
}

test('the owner sees who has which powers, switches a module on, and opens a row', async () => {
  await open(owner)
  const costs = owner.getByRole('region', { name: 'What costs points' })
  await costs.getByText('Anti-Prune is off').waitFor()
  const row = owner.getByRole('button', { name: /^Admin .*Every power/ })
  await row.click()
  await owner.getByText('Every power, from the role Admin.').waitFor()
  for (const look of [{ colorScheme: 'dark', width: 1440 } as const, { colorScheme: 'light', width: 390 } as const]) {
    await owner.emulateMedia({ colorScheme: look.colorScheme })
    await owner.setViewportSize({ width: look.width, height: 900 })
    expect(await axeFindings(owner)).toEqual([])
    expect(await owner.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  }
  await owner.setViewportSize({ width: 1440, height: 900 })
  await costs.getByRole('button', { name: 'Turn on: Anti-Prune is off' }).click()
  await costs.getByText('Anti-Prune is off').waitFor({ state: 'detached' })
  expect(desk.complaints).toEqual([])
})

test('a role that is moved above the bot appears by itself, with what to do about it', async () => {
  const { as, guildId, sandbox } = desk.harness
  const roles = () => [...(sandbox.context.world.guilds.get(guildId)?.roles.values() ?? [])]
  const admin = roles().find(({ name }) => name === 'Admin')
  const top = Math.max(...roles().map(({ position }) => position))
  await as('owner').rest('PATCH', `/guilds/${guildId}/roles`, [{ id: admin?.id, position: top }])
  const beyond = owner.getByRole('region', { name: 'Out of reach' })
  await beyond
    .getByText(/Drag .* above Admin/)
    .first()
    .waitFor()
  expect(await axeFindings(owner)).toEqual([])
  await as('owner').rest('PATCH', `/guilds/${guildId}/roles`, [{ id: admin?.id, position: 1 }])
  await beyond.waitFor({ state: 'detached' })
})

test('panic asks for confirmation, shows its progress, and can be undone', async () => {
  const { product, guildId } = desk.harness
  const panic = owner.getByRole('region', { name: 'Panic' })
  await panic.getByRole('button', { name: 'Lock down the server' }).click()
  await owner.getByRole('dialog').getByRole('button', { name: 'Lock It Down' }).click()
  await panic.getByText(/The server is locked down/).waitFor()
  expect(await axeFindings(owner)).toEqual([])
  await panic.getByRole('button', { name: 'Open it again' }).click()
  await panic.getByRole('button', { name: 'Lock down the server' }).waitFor()
  expect(panicState(product.services, guildId)).toBe('off')
})

test('somebody on the whitelist may look, and can do nothing', async () => {
  const page = await desk.signedIn('member2')
  await open(page)
  await page.getByText('Read-only access.').waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Lock down the server' }).isDisabled()).toBe(true)
  await page.getByText('Only the server owner and extra owners may do that.').waitFor()
  expect(await axeFindings(page)).toEqual([])
})

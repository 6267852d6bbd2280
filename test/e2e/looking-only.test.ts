import { afterAll, beforeAll, expect, test } from 'vitest'
import { everything } from '#features/access/contract.ts'
import automod from '#features/automod/contract.ts'
import { automodStrikes } from '#features/automod/table.ts'
import leveling from '#features/leveling/contract.ts'
import { createDesk, type Desk } from './desk.ts'
import { turnTo } from './page-settled.ts'
import { silentButtons } from './silent-buttons.ts'

/** Whoever may only look is not led through a dialog whose end is a refusal. */
let desk: Desk
beforeAll(async () => {
  desk = await createDesk()
  const { guildId, product, as, signIn } = desk.harness
  const by = { userId: as('owner').userId, via: 'test' }
  product.services.settings.write(guildId, leveling, { enabled: true }, by)
  product.services.settings.write(guildId, automod, { enabled: true }, by)
  const { userId } = as('member1')
  const strike = { guildId, userId, userName: 'jun', channelId: null, evidence: '', source: '1', rule: 'spam' }
  product.services.db
    .insert(automodStrikes)
    .values({ ...strike, at: Date.now() })
    .run()
  const owner = await signIn('owner')
  for (const [path, body] of [
    [`progression/members/${userId}`, { action: 'give', amount: 50 }],
    ['invites/bonus', { userId, amount: 2 }],
    ['access', { kind: 'member', id: as('member2').userId, feature: everything, level: 'view', expiresAt: null }],
  ] as const) {
    const { status } = await owner.call('POST', `/api/guild/${guildId}/${path}`, body)
    if (status !== 200) throw new Error(`${path} was answered with ${status}`)
  }
})
afterAll(() => desk.close())

test.each([
  ['invites', ['Give invites', /^Change invites of /]],
  ['progression/leaderboard', ['Give XP', 'Reset everybody', /^Change XP of /, 'Undo this change']],
  ['automod', [/^Forgive /, 'Try', 'Test']],
] as const)('on %s, whoever may only look can press nothing that changes something', async (path, names) => {
  const address = desk.dashboard(`/manage/${desk.harness.guildId}/${path}`)
  const [owner, looking] = [await desk.signedIn('owner'), await desk.signedIn('member2')]
  const button = (page: typeof owner, name: string | RegExp) =>
    page
      .getByRole('main')
      .getByRole('button', { name, exact: typeof name === 'string' })
      .first()
  for (const page of [owner, looking]) await turnTo(page, address)
  for (const name of names) {
    await button(owner, name).waitFor()
    await expect.poll(() => button(looking, name).isDisabled()).toBe(true)
  }
  expect(await silentButtons(looking)).toEqual([])
  for (const page of [owner, looking]) await page.context().close()
})

test('on Levels, whoever may only look can export, but not choose a file to import', async () => {
  const looking = await desk.signedIn('member2')
  await turnTo(looking, desk.dashboard(`/manage/${desk.harness.guildId}/progression`))
  const section = looking.getByRole('region', { name: 'Import and export' })
  await expect.poll(() => section.locator('input[type=file]').count()).toBe(0)
  await expect.poll(() => section.locator('a[download]').count()).toBe(1)
})

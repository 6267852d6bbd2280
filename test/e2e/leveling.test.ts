import leveling from '#features/leveling/contract.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeFindings } from './axe.ts'
import { createDesk, type Desk } from './desk.ts'
import { intercept } from './network.ts'
import { navigateTo, settled, turnTo } from './page-settled.ts'

let desk: Desk
let page: Page
beforeAll(async () => {
  desk = await createDesk()
  page = await desk.signedIn('owner')
})
afterAll(() => desk.close())

const levels = () => desk.dashboard(`/manage/${desk.harness.guildId}/progression`)
const message = () => page.getByRole('textbox', { name: 'Level-up message' })
const preview = () => page.getByRole('region', { name: 'Preview', exact: true })

test('levels are switched on and worded in the browser, a member reaches one in the chat, and the leaderboard shows it', async () => {
  await page.goto(levels())
  const ranking = page.getByRole('switch', { name: 'Ranking' })
  await ranking.waitFor()
  await expect.poll(() => message().count()).toBe(0)
  await ranking.click()
  await message().fill('{member:mention} is level {level} of {server} now')
  await preview().getByText('@mara.w is level 5 of Tidewater Makers now').waitFor()

  await page.getByRole('button', { name: 'Preview', exact: true }).click()
  await page.getByText('Please select a channel for the preview').waitFor()
  await page.getByRole('button', { name: 'Add a level role' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Choose a role in every line, or remove the line.').waitFor()
  await page.getByRole('spinbutton', { name: 'Level' }).fill('2')
  await page.getByRole('combobox', { name: 'Role', exact: true }).first().click()
  await page.getByRole('option', { name: 'Potter' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Settings saved successfully!').waitFor()
  expect(await axeFindings(page)).toEqual([])

  await page.reload()
  await message().waitFor()
  await expect.poll(() => message().inputValue()).toBe('{member:mention} is level {level} of {server} now')
  await page.getByRole('button', { name: 'Preview changes' }).click()
  await page.getByText(/^Of \d+ members, without changing anything yet:/).waitFor()

  const member = desk.harness.as('member3')
  const general = desk.harness.channel('general')
  await desk.harness.answerTo(await desk.harness.as('owner').say(general, `.xp give <@${member.userId}> 99`))
  const stage = await desk.open()
  await stage.goto(desk.stage('member3'))
  await stage.getByRole('log').waitFor()
  await member.say(general, 'one more')
  await stage.getByText('is level 2 of Tidewater Makers now').waitFor()

  await page.getByRole('link', { name: 'Leaderboard' }).click()
  const row = page.getByRole('row').filter({ hasText: 'Oakley' })
  await row.getByRole('cell', { name: '2', exact: true }).waitFor()
  await page.getByText(/XP given by mara\.w, (?:just now|\d+ min ago)/).waitFor()
  await row.getByRole('button', { name: 'Change XP of Oakley' }).click()
  await page.getByRole('menuitem', { name: 'Give XP' }).click()
  await page.getByRole('spinbutton', { name: 'XP' }).fill('5000')
  await page.getByRole('dialog').getByRole('button', { name: 'Give XP' }).click()
  await row.getByRole('cell', { name: '5', exact: true }).waitFor()
  // Also to a member who has never written and is on no leaderboard.
  const { userId } = desk.harness.as('member8')
  await page.getByRole('button', { name: 'Give XP', exact: true }).click()
  const giving = page.getByRole('dialog', { name: 'Give XP to somebody' })
  await giving.getByRole('textbox', { name: 'Find somebody' }).fill(userId)
  await giving.getByRole('combobox', { name: 'Who' }).click()
  await page.getByRole('option').first().click()
  await giving.getByRole('spinbutton').fill('100')
  await giving.getByRole('button', { name: 'Give XP' }).click()
  await giving.waitFor({ state: 'detached' })
  await page.getByRole('row').nth(2).getByRole('cell', { name: '2', exact: true }).first().waitFor()
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('searchbox', { name: 'Search members' }).fill('nobody of that name')
  await page.getByText('No members match your search').waitFor()
  await page.goBack()
  await page.getByRole('heading', { level: 1, name: 'Levels' }).waitFor()
  expect(desk.complaints).toEqual([])
})

test('a file of levels is previewed with its role changes, imported, and undone on the leaderboard', async () => {
  const { harness } = desk
  const [first, second] = [harness.as('member4').userId, harness.as('member5').userId]
  await page.goto(levels())
  const section = page.getByRole('region', { name: 'Import and export' })
  const choose = (text: string, name = 'levels.csv') =>
    section.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })

  await choose('this is no list of levels', 'notes.txt')
  await section.getByRole('alert').waitFor()
  await choose(`user_id,level\n${first},4\n${second},3\nsomebody,3\n`)
  await section.getByRole('heading', { name: 'What levels.csv would change' }).waitFor()
  await section
    .getByRole('list', { name: 'Refused lines' })
    .getByText(/^Line 4: /)
    .waitFor()
  // Level 2 gives the role from the previous test; nobody is listed as losing one.
  const roles = section.getByRole('list', { name: 'Role changes' })
  await roles.getByRole('listitem').filter({ hasText: 'Pim' }).getByText('gets @Potter').waitFor()
  await expect.poll(() => roles.getByText('loses').count()).toBe(0)
  expect(await axeFindings(page)).toEqual([])
  const holders = () =>
    [...(harness.sandbox.context.world.guilds.get(harness.guildId)?.members.values() ?? [])].filter(({ roles: own }) =>
      own.some(id => id === potter()),
    ).length
  const potter = () =>
    [...(harness.product.services.client.guilds.cache.get(harness.guildId)?.roles.cache.values() ?? [])].find(
      ({ name }) => name === 'Potter',
    )?.id
  const before = holders()

  await section.getByRole('button', { name: 'Import 2 members' }).click()
  await section.getByText('2 members imported.').waitFor()
  await section.getByRole('list', { name: 'Role changes' }).getByText('Pim').waitFor()
  await expect.poll(holders).toBe(before + 2)

  await page.getByRole('link', { name: 'Leaderboard' }).click()
  const row = page.getByRole('row').filter({ hasText: 'Pim' })
  await row.getByRole('cell', { name: '4', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Undo' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Undo all changes made together?' })
  await dialog.getByText('roles too').waitFor()
  await dialog.getByRole('button', { name: 'Undo' }).click()
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(holders).toBe(before)
  await row.waitFor({ state: 'detached' })
  expect(desk.complaints).toEqual([])
})

test('a person who applies level roles and goes to another page is told there when it is done', async () => {
  const { harness } = desk
  const role = (await harness.as('owner').rest('POST', `/guilds/${harness.guildId}/roles`, { name: 'Glazer' })) as {
    id: string
  }
  await harness.heard()
  const set = { enabled: true, levelRoles: [{ level: 2, roleId: role.id }] }
  harness.product.services.settings.write(harness.guildId, leveling, set, { userId: null, via: 'test' })
  await page.goto(levels())
  await settled(page)
  // The answer is held until the page has been left.
  const left = Promise.withResolvers<void>()
  await intercept(page, /\/progression\/roles$/, async route => {
    await left.promise
    await route.fallback()
  })
  const applied = page.waitForResponse(/\/progression\/roles\/apply$/)
  await page.getByRole('button', { name: 'Apply to everybody' }).click()
  await applied
  await turnTo(page, desk.dashboard(`/manage/${harness.guildId}/history`))
  left.resolve()
  await page
    .locator('.toast')
    .filter({ hasText: / the right level roles\./ })
    .waitFor()
  expect(desk.complaints).toEqual([])
})

test('a person who resets everybody, or undoes that, and goes to another page is told there about level roles', async () => {
  const { harness } = desk
  const { guildId } = harness
  await page.goto(`${levels()}/leaderboard`)
  await settled(page)
  await page.getByRole('button', { name: 'Reset everybody' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Also take level roles from everybody who has XP').check()
  const leave = async (ask: RegExp, press: () => Promise<void>, told: RegExp) => {
    const left = Promise.withResolvers<void>()
    const results = /\/batches\/[^/]+\/roles(\?|$)/
    await intercept(page, results, async route => {
      await left.promise
      await route.fallback()
    })
    const answered = page.waitForResponse(ask)
    await press()
    await answered
    // Not until it has settled: the held request may have been sent already.
    await navigateTo(page, desk.dashboard(`/manage/${guildId}/history`))
    left.resolve()
    await page.locator('.toast').filter({ hasText: told }).waitFor()
    await page.unroute(results)
  }
  await leave(
    /\/progression\/reset$/,
    () => dialog.getByRole('button', { name: 'Reset everybody' }).click(),
    /^Level roles: /,
  )
  await page.goto(`${levels()}/leaderboard`)
  await settled(page)
  await page.getByRole('button', { name: 'Undo this reset' }).first().click()
  await leave(
    /\/progression\/undo$/,
    () => dialog.getByRole('button', { name: 'Undo', exact: true }).click(),
    /^Level roles undone: /,
  )
  expect(desk.complaints).toEqual([])
})

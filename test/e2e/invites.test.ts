import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { blankUser } from '#sandbox/world/blank.ts'
import { joinGuild } from '#sandbox/world/members/join.ts'
import { axeFindings } from './axe.ts'
import { createDesk, type Desk } from './desk.ts'

let desk: Desk
let page: Page

beforeAll(async () => {
  desk = await createDesk()
  page = await desk.signedIn('owner')
})
afterAll(() => desk.close())

const open = async (path: string) => {
  await page.goto(desk.dashboard(`/manage/${desk.harness.guildId}/${path}`))
  await page.getByRole('switch').first().waitFor()
}
const save = async (banner: string) => {
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText(banner).waitFor()
}
/** A new account joins with an invite made by `login`. */
async function newcomerOf(login: string, username: string): Promise<void> {
  const { sandbox, guildId, channel, as } = desk.harness
  const path = `/channels/${channel('general')}/invites`
  const { code } = await as(login).rest<{ code: string }>('POST', path, { unique: true })
  const id = sandbox.context.nextId()
  const user = blankUser({ id, username })
  sandbox.context.world.accounts.set(id, { login: id, user, email: `${id}@example.test`, bot: false, lastActive: 0 })
  joinGuild(sandbox.context, id, guildId, code)
}

test('tracking is switched on, ranks are chosen, and a newcomer is listed with their inviter', async () => {
  const guild = desk.harness.sandbox.context.world.guilds.get(desk.harness.guildId)
  const rank = [...(guild?.roles.values() ?? [])].find(({ name }) => name === 'Woodworker')?.id ?? ''
  const hasRank = () => guild?.members.get(desk.harness.as('member1').userId)?.roles.includes(rank)
  expect(hasRank()).toBe(false)
  await open('invites')
  await page.getByRole('switch', { name: 'Invite Tracking' }).click()
  await page.getByRole('button', { name: 'Add a rank' }).click()
  await page.getByLabel('Invites', { exact: true }).fill('1')
  await page.getByRole('combobox', { name: 'Role', exact: true }).click()
  await page.getByRole('option', { name: 'Woodworker' }).click()
  await save('Invite settings saved successfully!')
  await page.reload()
  await page.getByRole('switch', { name: 'Invite Tracking' }).waitFor()
  await expect.poll(() => page.getByRole('switch', { name: 'Invite Tracking' }).isChecked()).toBe(true)

  await newcomerOf('member1', 'wanderer')
  const joins = page.getByRole('region', { name: 'Recent joins' })
  await expect
    .poll(async () => {
      await page.reload()
      await joins.waitFor()
      await page.waitForLoadState('networkidle')
      return joins.getByRole('listitem').filter({ hasText: 'wanderer' }).allInnerTexts()
    })
    .toEqual([expect.stringMatching(/Invited by jun_tan, invite \w+[^]*Certain/)])
  const inviters = page.getByRole('region', { name: 'Inviters' })
  await inviters.getByRole('listitem').filter({ hasText: 'jun_tan' }).getByText('1 came').waitFor()
  await expect.poll(hasRank).toBe(true)

  await page.getByRole('button', { name: 'Change invites of jun_tan' }).click()
  await page.getByLabel('Amount').fill('4')
  await page.getByRole('button', { name: 'Add invites' }).click()
  await page.getByText('The total is now 5.').waitFor()
  await inviters.getByText('1 came, 4 added').waitFor()
  for (const look of [{ colorScheme: 'dark', width: 1440 } as const, { colorScheme: 'light', width: 390 } as const]) {
    await page.emulateMedia({ colorScheme: look.colorScheme })
    await page.setViewportSize({ width: look.width, height: 900 })
    await page.reload()
    await inviters.getByText('1 came, 4 added').waitFor()
    expect(await axeFindings(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  }
  expect(desk.complaints).toEqual([])
})

test('the reputation cooldown is changed on its page and applies at once', async () => {
  const { channel, as, answerTo } = desk.harness
  await open('reputation')
  await page.getByLabel('Time between two gifts').fill('2')
  await save('Reputation settings saved successfully!')
  const give = async () => answerTo(await as('member2').say(channel('general'), `.rep give <@${as('member3').userId}>`))
  await give()
  expect((await give()).embeds[0]?.description).toContain('again')
  await page.reload()
  await page.getByRole('region', { name: 'Members by reputation' }).getByText('Oakley').waitFor()
  await expect.poll(() => page.getByLabel('Time between two gifts').inputValue()).toBe('2')
})

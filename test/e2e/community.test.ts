import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { joinGuild } from '#sandbox/world/members/join.ts'
import { createAccount } from '#sandbox/world/members/new-account.ts'
import { until } from '../until.ts'
import { createDesk, type Desk } from './desk.ts'

let desk: Desk
let page: Page
const world = () => desk.harness.sandbox.context
const guild = () => world().world.guilds.get(desk.harness.guildId)
const open = (name: string) => page.goto(desk.dashboard(`/manage/${desk.harness.guildId}/${name}`))
const save = () => page.getByRole('button', { name: 'Save', exact: true }).click()

beforeAll(async () => {
  desk = await createDesk()
  page = await desk.signedIn('owner')
})
afterAll(() => desk.close())

test('auto roles: switched on, chosen, saved, still there, given to newcomers; a role with dangerous permissions cannot be chosen', async () => {
  await open('autorole')
  await page.getByRole('switch', { name: 'Auto Roles' }).click()
  const choose = async (role: string) => {
    await page.getByRole('combobox', { name: 'Roles for members' }).click()
    await page.getByRole('option', { name: new RegExp(role) }).click()
    await page.keyboard.press('Escape')
  }
  await page.getByRole('combobox', { name: 'Roles for members' }).click()
  const powerful = page.getByRole('option', { name: /Moderator/, disabled: true })
  await powerful.getByText('which nobody should get automatically').waitFor()
  await page.keyboard.press('Escape')
  await choose('Potter')
  await save()
  await page.getByText('Auto role settings saved successfully!').waitFor()
  await page.reload()
  await page.getByRole('main').getByText('Potter').first().waitFor()
  const potter = [...(guild()?.roles.values() ?? [])].find(({ name }) => name === 'Potter')?.id ?? ''
  const id = createAccount(world(), 'newcomer')
  joinGuild(world(), id, desk.harness.guildId)
  await expect.poll(() => guild()?.members.get(id)?.roles).toEqual([potter])
})

test('counters: created, shown and removed; flag translation: switched on, and honest about what is missing', async () => {
  await open('counters')
  const people = page.getByLabel('People, without bots')
  await people.fill('{count} makers')
  await people.press('Enter')
  const channels = () => [...(guild()?.channelIds ?? [])].map(one => world().world.channels.get(one)?.channel.name)
  await until('the channel', () => channels().some(name => /^(\d+|…) makers$/.test(name ?? '')))
  await page.getByRole('switch', { name: 'Counters' }).and(page.locator('[aria-checked=true]')).waitFor()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await page.getByRole('button', { name: 'Remove Counter' }).click()
  await until('it to be gone', () => !channels().some(name => name?.endsWith('makers')))
  await page.getByRole('button', { name: 'Remove', exact: true }).waitFor({ state: 'detached' })

  await open('translation')
  await page.getByText('nothing is sent anywhere').waitFor()
  await page.getByRole('switch', { name: 'Flag Translation' }).click()
  await save()
  await page.getByText('Flag translation saved successfully!').waitFor()
  await page.getByText('Flag Translation is on, but nothing translates').waitFor()
  expect(desk.complaints).toEqual([])
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Commands, createCommands } from '../custom-commands.ts'
import { until } from '../until.ts'
import { answered } from './answered.ts'
import { axeFindings } from './axe.ts'
import { createDesk, type Desk } from './desk.ts'
import { intercept, setOffline } from './network.ts'
import { walkProblems } from './problems.ts'

let desk: Desk
let commands: Commands
beforeAll(async () => {
  desk = await createDesk()
  commands = await createCommands(desk.harness)
})
afterAll(() => desk.close())

test('the first command is written, refused, corrected, used, found, merged with another change and deleted', async () => {
  const page = await desk.signedIn('owner')
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const preview = page.getByRole('region', { name: 'Preview', exact: true })
  await page.goto(desk.dashboard(`/manage/${desk.harness.guildId}/customcommands`))
  await page.getByText('No commands yet').waitFor()
  await page.getByRole('link', { name: 'New command' }).click()

  await page.getByLabel('Name', { exact: true }).fill('Ban')
  await button('Add another answer').click()
  await button('Add embed').click()
  await page.getByLabel('Title link').fill('nonsense')
  await button('Save').click()
  expect(await walkProblems(page)).toEqual({
    'Answer 1, Content: There is nothing to send yet.': 'content',
    'Answer 2, Embed 1: The embed is empty. Write something in it, or remove it.': 'embeds.0.description',
    'Answer 2, Embed 1: The title’s link is not a web address.': 'embeds.0.url',
  })
  await page.getByRole('radio', { name: '2 !', checked: true }).waitFor()
  await page.getByRole('button', { name: 'Go to Answer 1, Content' }).click()
  await page.getByRole('radio', { name: '1 !', checked: true }).waitFor()
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('radio', { name: '2 !' }).check()
  await button('Remove answer 2').click()
  expect(await walkProblems(page)).toEqual({ 'Content: There is nothing to send yet.': 'content' })
  await page.getByRole('textbox', { name: 'Content' }).fill('{user.mention} hugs {1}.')
  await button('Save').click()
  await page.getByText('is one of my own commands').first().waitFor()
  await page.getByLabel('Name', { exact: true }).fill('hug')
  await button('Add a word').click()
  await page.getByRole('textbox', { name: 'Word 1' }).fill('who')
  await page.getByRole('textbox', { name: 'Otherwise' }).fill('everybody, says {user}')
  await page.getByText('.hug [who]').waitFor()
  await preview.getByText('hugs who.').waitFor()
  await button('Add another answer').click()
  await button('Add embed').click()
  await page.getByLabel('Title', { exact: true }).fill('A hug for {1}')
  await preview.getByText('A hug for who').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await answered(page, () => button('Save').click(), 'Command saved.')
  await page.waitForURL(url => !url.pathname.endsWith('/new'))
  expect(await commands.told('member1', '.hug')).toMatch(
    /hugs everybody, says jun_tan\.$|^A hug for everybody, says jun_tan$/,
  )

  // Somebody else changes a field that this page does not.
  const [hug] = await commands.list()
  await page.getByLabel('Description', { exact: true }).first().fill('A hug')
  await commands.save({ id: hug?.id ?? '', member_wait: 30 })
  await answered(page, () => button('Save').click())
  await until('both changes', async () => {
    const [one] = await commands.list()
    return one?.description === 'A hug' && one.member_wait === 30
  })

  // Without a connection, the text stays, and the same button saves it later.
  await setOffline(page, true)
  await page.getByLabel('Description', { exact: true }).first().fill('A warm hug')
  await button('Save').click()
  await page.getByText('Failed to save the command. The server cannot be reached. Check your connection.').waitFor()
  await page.getByText('Your changes are still here.').waitFor()
  await expect.poll(() => page.getByLabel('Description', { exact: true }).first().inputValue()).toBe('A warm hug')
  await setOffline(page, false)
  await answered(page, () => button('Save').click(), 'Command saved.')
  expect((await commands.list())[0]?.description).toBe('A warm hug')

  // Text that is typed during a save stays, unsaved.
  const saved = Promise.withResolvers<void>()
  const address = /\/customcommands\/commands$/
  await intercept(page, address, async route => {
    if (route.request().method() === 'POST') await saved.promise
    await route.continue()
  })
  const description = page.getByLabel('Description', { exact: true }).first()
  await description.fill('A hug for')
  const saveAndType = async () => {
    await button('Save').click()
    await description.fill('A hug for all')
    saved.resolve()
  }
  await answered(page, saveAndType, 'Command saved.')
  expect((await commands.list())[0]?.description).toBe('A hug for')
  await expect.poll(() => description.inputValue()).toBe('A hug for all')
  await answered(page, () => button('Save').click())
  expect((await commands.list())[0]?.description).toBe('A hug for all')
  await page.unroute(address)
  await page.getByText('Unsaved changes').waitFor({ state: 'detached' })

  await page.setViewportSize({ width: 390, height: 844 })
  await until('nothing to stand out', () =>
    page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth),
  )
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link').click()
  await commands.save({ name: 'rules', text: 'Be kind.' })
  await page.reload()
  await page.getByText('Used 1 time').waitFor()
  await page.getByLabel('Search commands').fill('kind')
  await page.getByText('1 of 2 match').waitFor()
  await page.getByLabel('Search commands').fill('nothing like it')
  await page.getByText('No command matches').waitFor()
  await button('Clear search').click()
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('link', { name: '.rules' }).click()

  // A command that somebody else deletes in the meantime is saved as a new one, with everything typed.
  await page.getByLabel('Description', { exact: true }).first().fill('The rules')
  const was = (await commands.list()).find(({ name }) => name === 'rules')?.id ?? ''
  await commands.owner.call('DELETE', commands.under(`/commands/${was}`))
  await button('Save').click()
  await page.getByText('That command has been deleted in the meantime. Save it as a new one.').waitFor()
  await answered(page, () => button('Save').click(), 'Command saved.')
  const rules = (await commands.list()).find(({ name }) => name === 'rules')
  expect(rules?.description).toBe('The rules')
  expect(rules?.id).not.toBe(was)
  await page.waitForURL(url => url.pathname.endsWith(`/${rules?.id}`))
  await button('Delete command').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete command' }).click()
  await page.getByText('1 of 100').waitFor()
  expect((await commands.list()).map(({ name }) => name)).toEqual(['hug'])
  expect(desk.complaints).toEqual([])
})

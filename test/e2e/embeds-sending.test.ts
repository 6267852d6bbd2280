import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeFindings } from './axe.ts'
import { createDesk, type Desk } from './desk.ts'
import { intercept } from './network.ts'

let desk: Desk
beforeAll(async () => {
  desk = await createDesk()
})
afterAll(() => desk.close())

test('a chosen channel is no longer asked for, and nobody pings everyone without ticking it', async () => {
  const page = await desk.signedIn('owner')
  const problems = page.getByRole('region', { name: 'Why it cannot be sent' })
  await page.goto(desk.dashboard(`/manage/${desk.harness.guildId}/embeds`))
  // The answer to this check asks for a channel.
  const asked = page.waitForResponse(
    response => response.url().endsWith('/embeds/check') && response.request().postData()?.includes('hot') === true,
  )
  await page.getByLabel('Content', { exact: true }).fill('The kiln is hot, @everyone')
  await asked
  await problems.getByText('Choose where it is sent.').waitFor()
  const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>()
  await intercept(page, '**/embeds/check', async route => {
    await mayAnswer
    await route.continue()
  })
  await page.getByRole('combobox', { name: 'Channel', exact: true }).click()
  await page.getByRole('option', { name: 'general', exact: true }).click()
  await problems.waitFor({ state: 'detached' })
  answer()
  await page.unrouteAll({ behavior: 'wait' })
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Send to #general?' })
  await dialog.getByText('This pings nobody.').waitFor()
  const everyone = dialog.getByRole('checkbox', { name: 'Ping @everyone' })
  await expect.poll(() => everyone.isChecked()).toBe(false)
  await everyone.click()
  await dialog.getByText(/^This pings @everyone, \d/).waitFor()
  await everyone.click()
  await dialog.getByText('This pings nobody.').waitFor()
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByText('Sent to #general.').waitFor()
  expect(desk.harness.messages(desk.harness.channel('general')).at(-1)).toMatchObject({
    content: 'The kiln is hot, @everyone',
    mention_everyone: false,
  })
})

test('if the list of people pinged cannot be loaded, the page says so, tries again, and sends nothing until then', async () => {
  const page = await desk.signedIn('owner')
  await page.goto(desk.dashboard(`/manage/${desk.harness.guildId}/embeds`))
  await page.getByLabel('Content', { exact: true }).fill('The kiln is cold')
  await page.getByRole('combobox', { name: 'Channel', exact: true }).click()
  // The page checks by itself a moment after the last change; that check has ended before Send makes its own.
  const asked = page.waitForResponse(
    response =>
      response.url().endsWith('/embeds/check') &&
      response.request().postData()?.includes(desk.harness.channel('general')) === true,
  )
  await page.getByRole('option', { name: 'general', exact: true }).click()
  await asked
  await intercept(page, '**/embeds/check', route => route.abort())
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Send to #general?' })
  const again = dialog.getByRole('alert').getByRole('button', { name: 'Try again' })
  await again.waitFor()
  await expect
    .poll(() => dialog.getByRole('button', { name: 'Send', exact: true }).getAttribute('title'))
    .toBe('Who it pings could not be loaded. Load it again first.')
  expect(await axeFindings(page)).toEqual([])
  await page.unrouteAll()
  await again.click()
  await dialog.getByText('This pings nobody.').waitFor()
  await expect.poll(() => dialog.getByRole('button', { name: 'Send', exact: true }).isDisabled()).toBe(false)
})

test('a role that a message names is pinged only if the sender ticks it', async () => {
  const { harness } = desk
  const guild = harness.sandbox.context.world.guilds.get(harness.guildId)
  const role = [...(guild?.roles.values() ?? [])].find(({ name }) => name === 'Potter')
  const page = await desk.signedIn('owner')
  await page.goto(desk.dashboard(`/manage/${harness.guildId}/embeds`))
  await page.getByLabel('Content', { exact: true }).fill(`The kiln is free, <@&${role?.id}>`)
  await page.getByRole('combobox', { name: 'Channel', exact: true }).click()
  await page.getByRole('option', { name: 'general', exact: true }).click()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Send to #general?' })
  await dialog.getByText('This pings nobody.').waitFor()
  await dialog.getByRole('checkbox', { name: 'Ping @Potter' }).click()
  await dialog.getByText(/^This pings @Potter, \d/).waitFor()
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByText('Sent to #general.').waitFor()
  expect(harness.messages(harness.channel('general')).at(-1)?.mention_roles).toEqual([role?.id])
})

test('restoring another message moves the current one to Drafts, which is announced before and confirmed after', async () => {
  const { harness } = desk
  const page = await desk.signedIn('owner')
  const content = page.getByLabel('Content', { exact: true })
  await page.goto(desk.dashboard(`/manage/${harness.guildId}/embeds`))
  const message = await harness.as('member1').say(harness.channel('general'), 'Kiln times')
  await content.fill('Half a thought')
  await page.getByRole('button', { name: 'Restore from a link' }).click()
  await page
    .getByText('What you are writing is kept in Drafts, where everybody who may open this page sees it.')
    .waitFor()
  await page
    .getByLabel('Link of the message')
    .fill(`https://discord.com/channels/${harness.guildId}/${message.channel_id}/${message.id}`)
  await page.getByRole('button', { name: 'Restore', exact: true }).click()
  await page
    .getByText(
      'Only you see this draft. What you were writing is in Drafts, where everybody who may open this page sees it.',
    )
    .waitFor()
  await expect.poll(() => content.inputValue()).toBe('Kiln times')
  await page.getByRole('tab', { name: /^Drafts/ }).click()
  await page.getByText('Half a thought').waitFor()
  await page.close()
})

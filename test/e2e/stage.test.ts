import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createDesk, type Desk } from './desk.ts'
import { pageFaults } from './page-faults.ts'
import { settled } from './page-settled.ts'

/** The stage as a member uses it: pressing, typing and reading, without calls of the API. */
let desk: Desk
/** One tab for member1 and one for member2, side by side. */
let jun: Page
let ines: Page

beforeAll(async () => {
  desk = await createDesk()
  jun = await desk.open()
  ines = await desk.open()
})
beforeEach(async () => {
  desk.complaints.length = 0
  await jun.goto(desk.stage('member1'))
  await logOf(jun).waitFor()
})
afterAll(() => desk.close())

const logOf = (page: Page) => page.getByRole('log')
const composerOf = (page: Page) => page.getByRole('textbox', { name: /^Message [#@]/ })
/** The last message with this text in its own content, not in the line that quotes what it replies to. */
const messageWith = (page: Page, text: string | RegExp) =>
  page
    .getByRole('article')
    .filter({ has: page.locator('.msg-body').getByText(text) })
    .last()

async function say(page: Page, text: string) {
  await composerOf(page).fill(text)
  await composerOf(page).press('Enter')
}

/** Presses a button of a message's bar, which appears when the message is pointed at. */
async function tool(message: Locator, name: string) {
  await message.hover()
  await message.getByRole('button', { name, exact: true }).click()
}

const alt = (page: Page, figure: number) => page.keyboard.press(`Alt+Digit${figure}`)

test('it is drawn without faults, wide and dark, narrow and light', async () => {
  const views = [
    { colorScheme: 'dark', viewport: { width: 1440, height: 900 } },
    { colorScheme: 'light', viewport: { width: 390, height: 844 } },
  ] as const
  for (const { colorScheme, viewport } of views) {
    const page = await desk.open({ colorScheme, viewport })
    await page.goto(desk.stage('owner'))
    await logOf(page).waitFor()
    await settled(page)
    expect(await pageFaults(page)).toEqual([])
  }
})

describe('the bot', () => {
  test('.help opens a category by its menu, and its pages by buttons', async () => {
    await say(jun, '.help')
    const help = messageWith(jun, 'Palisade help')
    await help.getByRole('button', { name: /category/i }).click()
    await jun.getByRole('option').first().click()
    const page = messageWith(jun, /^Page 1 of [2-9]/)
    await page.getByRole('button', { name: 'Next' }).click()
    await messageWith(jun, /^Page 2 of/)
      .getByRole('button', { name: 'Previous' })
      .click()
    await page.waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Previous' }).isDisabled()).toBe(true)
    expect(desk.complaints).toEqual([])
  })

  test('a slash command is found, filled in and answered ephemerally', async () => {
    await jun.goto(desk.stage('owner'))
    await composerOf(jun).fill('/config sh')
    await jun.getByRole('option', { name: /config show/ }).click()
    const form = jun.getByRole('form', { name: '/config show' })
    await form.getByRole('button', { name: 'Send' }).click()
    await form.getByText('This is required.').waitFor()
    await form.getByRole('combobox', { name: 'module' }).fill('general')
    await form.getByRole('button', { name: 'Send' }).click()
    const answer = messageWith(jun, 'Only you can see this.')
    await answer.waitFor()
    await answer.getByRole('button', { name: 'Dismiss message' }).click()
    await expect.poll(() => answer.count()).toBe(0)
  })
})

describe('two people', () => {
  beforeEach(async () => {
    await ines.goto(desk.stage('member2'))
    await logOf(ines).waitFor()
  })

  test('see each other write, reply, edit, react and delete', async () => {
    await say(jun, 'Who has the long clamps?')
    const asked = messageWith(ines, 'Who has the long clamps?')
    await tool(asked, 'Reply')
    await ines.getByText('Replying to').waitFor()
    await say(ines, 'On the wall by the bandsaw')
    const reply = messageWith(jun, 'On the wall by the bandsaw')
    await reply.getByText('Who has the long clamps?').waitFor()

    await tool(messageWith(jun, 'Who has the long clamps?'), 'Edit')
    await jun.getByRole('textbox', { name: 'Edit message' }).fill('Who has the long red clamps?')
    await jun.getByRole('textbox', { name: 'Edit message' }).press('Enter')
    await messageWith(ines, 'Who has the long red clamps?').getByText('(edited)').first().waitFor()

    await tool(reply, 'Add a reaction')
    await jun.getByRole('button', { name: ':thumbsup:', exact: true }).click()
    const reaction = messageWith(ines, 'by the bandsaw').getByRole('button', { name: '👍, 1 reaction' })
    await reaction.click()
    await reply.getByRole('button', { name: '👍, 2 reactions' }).waitFor()

    await tool(messageWith(ines, 'by the bandsaw'), 'Delete')
    await ines.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await reply.waitFor({ state: 'detached' })
    await messageWith(jun, 'Message deleted').waitFor()
    expect(desk.complaints).toEqual([])
  })

  test('send a file that the other person can open', async () => {
    const content = 'Cone 6, hold 20 minutes, slow cooling.'
    await jun.locator('input[type=file]').setInputFiles([
      { name: 'glaze notes.txt', mimeType: 'text/plain', buffer: Buffer.from(content) },
      { name: 'dot.png', mimeType: 'image/png', buffer: dot },
    ])
    await jun.getByRole('button', { name: 'Remove glaze notes.txt' }).waitFor()
    await say(jun, 'Notes and a picture')
    const message = messageWith(ines, 'Notes and a picture')
    const link = message.getByRole('link', { name: 'glaze_notes.txt' })
    const address = new URL((await link.getAttribute('href')) ?? '', ines.url())
    expect(await (await fetch(address)).text()).toBe(content)
    const picture = message.getByRole('img', { name: 'dot.png' })
    await expect.poll(() => picture.evaluate(element => (element as HTMLImageElement).naturalWidth)).toBe(1)
    await expect.poll(() => jun.getByRole('button', { name: 'Remove glaze notes.txt' }).count()).toBe(0)
    expect(desk.complaints).toEqual([])
  })

  test('talk in a thread and in a direct message', async () => {
    await say(jun, 'Shelf plans')
    await tool(messageWith(jun, 'Shelf plans'), 'Start a thread')
    await jun.getByRole('log', { name: 'Messages in Shelf plans' }).waitFor()
    await say(jun, 'Oak or ash?')
    await ines.getByRole('navigation', { name: 'Channels' }).getByRole('link', { name: 'Shelf plans' }).click()
    await messageWith(ines, 'Oak or ash?').waitFor()

    await ines
      .getByRole('article')
      .last()
      .getByRole('button', { name: /jun_tan/ })
      .first()
      .click()
    await ines.getByRole('dialog').getByRole('button', { name: 'Message' }).click()
    await expect.poll(() => new URL(ines.url()).searchParams.get('guild')).toBe('@me')
    await say(ines, 'Ash. Between us.')
    await jun.getByRole('button', { name: /^Server:/ }).click()
    await jun.getByRole('menuitem', { name: 'Direct messages' }).click()
    await jun.getByRole('navigation', { name: 'Direct messages' }).getByRole('link', { name: /Ines/ }).click()
    await messageWith(jun, 'Ash. Between us.').waitFor()
    expect(desk.complaints).toEqual([])
  })
})

const redPixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=='
const dot = Buffer.from(redPixel, 'base64')

describe('the page', () => {
  test('switches accounts by click and by key, and stays in the channel', async () => {
    const channel = new URL(jun.url()).searchParams.get('channel')
    await jun.getByRole('button', { name: /Act as .*wren/ }).click()
    await jun.getByPlaceholder(/as wren/).waitFor()
    await alt(jun, 1)
    await jun.getByPlaceholder(/as mara\.w/).waitFor()
    const place = new URL(jun.url()).searchParams
    expect([place.get('as'), place.get('channel')]).toEqual(['owner', channel])
    await jun.goBack()
    await jun.getByPlaceholder(/as wren/).waitFor()
  })

  test('a link to a channel that the account cannot see opens one that it can see', async () => {
    await jun.goto(desk.stage('member1', 'mod-log'))
    await logOf(jun).waitFor()
    expect(new URL(jun.url()).searchParams.get('channel')).not.toBe(desk.harness.channel('mod-log'))
    await jun.goto(desk.stage('moderator', 'mod-log'))
    await jun.getByRole('log', { name: 'Messages in mod-log' }).waitFor()
  })

  test('a phone shows one pane at a time', async () => {
    const phone = await desk.open({ viewport: { width: 390, height: 844 } })
    await phone.goto(desk.stage('member1'))
    const parts = phone.getByRole('navigation', { name: 'Parts of the stage' })
    await logOf(phone).waitFor()
    await parts.getByRole('button', { name: 'Channels' }).click()
    await phone
      .getByRole('navigation', { name: 'Channels' })
      .getByRole('link', { name: /woodwork/ })
      .click()
    await phone.getByRole('log', { name: 'Messages in woodwork' }).waitFor()
    await parts.getByRole('button', { name: 'Members' }).click()
    await phone.getByRole('tabpanel', { name: 'Members' }).getByText('Tobias (kiln keys)').waitFor()
    await expect.poll(() => logOf(phone).isVisible()).toBe(false)
    await parts.getByRole('button', { name: 'Trouble' }).click()
    await phone.getByRole('button', { name: 'Run: Drop the gateway' }).waitFor()
    expect(await phone.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    await phone.context().close()
  })

  test('everything can be done by keyboard alone', async () => {
    await composerOf(jun).focus()
    await jun.keyboard.type('/ping')
    await jun.getByRole('option', { name: /ping/ }).first().waitFor()
    await jun.keyboard.press('Enter')
    await messageWith(jun, /Pong!/).waitFor()
    await jun.keyboard.type('Written without a mouse')
    await jun.keyboard.press('Enter')
    const message = messageWith(jun, 'Written without a mouse')
    await message.waitFor()
    await jun.keyboard.press('Shift+Tab')
    for (let steps = 0; steps < 12; steps += 1) {
      if ((await jun.evaluate(() => document.activeElement?.getAttribute('aria-label'))) === 'Edit') break
      await jun.keyboard.press('Shift+Tab')
    }
    await jun.keyboard.press('Enter')
    await jun.getByRole('textbox', { name: 'Edit message' }).waitFor()
    await jun.keyboard.type(', and edited')
    await jun.keyboard.press('Enter')
    await messageWith(jun, ', and edited').waitFor()
    expect(desk.complaints).toEqual([])
  })
})

describe("Discord's own moderation", () => {
  test('a blocked message is shown to its author with the reason, and drawn as an alert for the team', async () => {
    const { harness } = desk
    await harness.as('owner').rest('POST', `/guilds/${harness.guildId}/auto-moderation/rules`, {
      name: 'No coins',
      event_type: 1,
      trigger_type: 1,
      trigger_metadata: { keyword_filter: ['coin*'] },
      actions: [
        { type: 1, metadata: { custom_message: 'Sell elsewhere.' } },
        { type: 2, metadata: { channel_id: harness.channel('safety') } },
      ],
      enabled: true,
    })
    await jun.goto(desk.stage('member2'))
    await say(jun, 'free coins here')
    await jun.getByText('This message was not sent. Sell elsewhere.').waitFor()
    await messageWith(jun, 'free coins here').getByRole('button', { name: 'Dismiss message' }).click()
    await messageWith(jun, 'free coins here').waitFor({ state: 'detached' })
    await jun.goto(desk.stage('owner', 'safety'))
    await jun.getByText('Keyword: coin* • Rule: No coins • Blocked').waitFor()
    const general = harness.messages(harness.channel('general'))
    expect(general.some(({ content }) => content === 'free coins here')).toBe(false)
  })

  test('a newcomer can write once the rules are accepted', async () => {
    await jun.goto(desk.stage('owner'))
    const screening = jun.getByRole('switch', { name: 'New members accept the rules first' })
    await screening.click()
    await expect.poll(() => screening.isChecked()).toBe(true)
    await desk.harness.as('stranger').rest('POST', '/invites/kiln24')
    await jun.goto(desk.stage('stranger'))
    await jun.getByRole('button', { name: 'Accept the rules' }).click()
    await say(jun, 'hello, all')
    await messageWith(jun, 'hello, all').waitFor()
    expect(desk.complaints).toEqual([])
  })
})

describe('trouble', () => {
  test('the bot answers again after the gateway connection was dropped', async () => {
    await jun.getByRole('button', { name: 'Run: Drop the gateway' }).click()
    await jun.getByText(/connections closed/).waitFor()
    await expect
      .poll(async () => {
        await say(jun, '.ping')
        return logOf(jun).getByText(/Pong!/).count()
      })
      .toBeGreaterThan(0)
    await jun.getByText(/^Gateway up/).waitFor()
  })

  test('a rogue administrator begins, and is stopped', async () => {
    await jun.goto(desk.stage('owner'))
    await jun.getByRole('button', { name: 'Run: Rogue admin deletes everything' }).click()
    await jun.getByText(/^[1-9] of \d+ channels deleted/).waitFor()
    await jun.getByRole('button', { name: 'Stop: Rogue admin deletes everything' }).click()
    await jun.getByRole('button', { name: 'Run: Rogue admin deletes everything' }).waitFor()
    await jun.getByRole('tab', { name: 'Audit log' }).click()
    const log = jun.getByRole('tabpanel', { name: 'Audit log' })
    await expect.poll(() => log.getByText(/kestrel/).count()).toBeGreaterThan(0)
  })
})

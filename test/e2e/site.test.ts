import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { contactMessages } from '#kernel/storage/table.ts'
import { until } from '../until.ts'
import { answered } from './answered.ts'
import { axeFindings } from './axe.ts'
import { createDesk, type Desk } from './desk.ts'
import { intercept } from './network.ts'
import { settled } from './page-settled.ts'

let desk: Desk
let page: Page
/** Whether the operator's file says anything. */
let isSaid = false
beforeAll(async () => {
  desk = await createDesk({ env: { SUPPORT_URL: 'https://discord.example/support' } })
  page = await desk.open()
})
afterEach(async () => {
  const { config, db } = desk.harness.product.services
  db.delete(contactMessages).run()
  Object.assign(config, { ownerIds: [] })
  desk.complaints.length = 0
  if (!isSaid) return
  await say({})
  isSaid = false
})
afterAll(() => desk.close())

const open = (path: string, tab = page) => tab.goto(desk.dashboard(path))
const heading = (name: string, tab = page) => tab.getByRole('heading', { name, exact: true })
const rows = () => desk.harness.product.services.db.select().from(contactMessages).all()

/** Writes the operator's file, and waits until it is in use or found to be broken. */
async function say(content: string | object): Promise<void> {
  const { config, operator } = desk.harness.product.services
  const before = JSON.stringify([operator.texts(), operator.problem()])
  isSaid = true
  writeFileSync(
    join(config.dataDir, 'operator.json'),
    typeof content === 'string' ? content : JSON.stringify(content, null, 2),
  )
  await until('the file to be read', () => JSON.stringify([operator.texts(), operator.problem()]) !== before)
}

async function asOperator(): Promise<Page> {
  Object.assign(desk.harness.product.services.config, { ownerIds: [desk.harness.as('owner').userId] })
  return desk.signedIn('owner')
}

test('the developer page shows the team: two examples by default, the people named by the operator, or that nobody is named', async () => {
  await open('/dev')
  await heading('mara.w').waitFor()
  await expect.poll(() => page.getByText('Example entry').count()).toBe(2)
  await expect.poll(() => page.getByText('Only operators see this.').count()).toBe(0)

  await say({ team: [{ name: 'Ada', role: 'Operator', links: [{ label: 'Mail', url: 'mailto:ada@tide.example' }] }] })
  await open('/dev')
  await heading('Ada').waitFor()
  await expect.poll(() => page.getByText('Example entry').count()).toBe(0)
  const link = page.getByRole('link', { name: 'Mail ada@tide.example' })
  await expect
    .poll(async () => [
      await link.getAttribute('href'),
      await link.getAttribute('rel'),
      await link.getAttribute('target'),
    ])
    .toEqual(['mailto:ada@tide.example', 'noopener noreferrer', null])

  await say({ team: [] })
  await open('/dev')
  await heading('Nobody is named here.').waitFor()
  await page.getByText("The server's administrators can tell you who runs this copy.").waitFor()
  expect(await axeFindings(page)).toEqual([])
  expect(desk.complaints).toEqual([])
})

test('only operators are told that entries are examples, and why their file is not used', async () => {
  const member = await desk.signedIn('member1')
  await open('/dev', member)
  await heading('wren', member).waitFor()
  await settled(member)
  await expect.poll(() => member.getByText('Only operators see this.').count()).toBe(0)

  const operator = await asOperator()
  await open('/dev', operator)
  await operator.getByText('Both entries are examples.').waitFor()
  await operator.getByRole('button', { name: 'Copy the entry' }).waitFor()
  expect(await axeFindings(operator)).toEqual([])

  await say('{\n  "quotes": [],\n  "tean": []\n}')
  await open('/dev', operator)
  await operator.getByText('Line 3: There is no field "tean" here. Did you mean "team"?').waitFor()
  expect(await axeFindings(operator)).toEqual([])
  await heading('mara.w', operator).waitFor()
})

test('a missing field is reported beside it and gets the focus; the text survives a reload, and is sent', async () => {
  await say({ contact: { channelId: desk.harness.channel('mod-log') }, supportTimes: { email: 'a day' } })
  await open('/contact')
  await page.getByText('In a Discord channel they chose', { exact: true }).waitFor()
  await page.getByText('Within a day, as the operator states it', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByText('Please enter a valid email address, like name@example.org.').waitFor()
  await page.getByText('Please write a message.').waitFor()
  await until('the focus', () => page.evaluate(() => document.activeElement?.getAttribute('name') === 'email'))
  expect(await axeFindings(page)).toEqual([])

  await page.getByLabel('Email').fill('okonjo@harbour')
  await page.getByLabel('Subject').fill('Transcript of ticket 0148')
  await page.getByText('Please enter a valid email address, like name@example.org.').waitFor()
  await page.getByLabel('Message').fill('Its pictures are missing.')
  await page.reload()
  await expect.poll(() => page.getByLabel('Subject').inputValue()).toBe('Transcript of ticket 0148')
  await expect.poll(() => page.getByLabel('Message').inputValue()).toBe('Its pictures are missing.')
  await page.getByLabel('Email').fill('okonjo@harbour.example')
  await page.getByRole('button', { name: 'Send' }).click()

  const receipt = heading('Your message is with the operator')
  await receipt.waitFor()
  await expect.poll(() => receipt.evaluate(element => element === document.activeElement)).toBe(true)
  const [stored] = rows()
  await page.getByText(stored?.reference ?? 'a reference').waitFor()
  await page.getByText('okonjo@harbour.example').waitFor()
  await page.getByText('The operator’s Discord channel').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await until('the delivery', () => rows()[0]?.state === 'delivered')
  await page.getByRole('button', { name: 'Write another' }).click()
  await expect.poll(() => page.getByLabel('Subject').inputValue()).toBe('')
  await page.reload()
  await expect.poll(() => page.getByLabel('Message').inputValue()).toBe('')
  expect(desk.complaints).toEqual([])
})

test('a message that could not be sent stays, with reason and reference, and the next try sends it once', async () => {
  await open('/contact')
  await page.getByText('The operator finds it in the dashboard').waitFor()
  await page.getByLabel('Email').fill('okonjo@harbour.example')
  await page.getByLabel('Message').fill('Hello?')
  await intercept(page, '**/api/contact', async route => {
    if (route.request().method() !== 'POST') return route.fallback()
    // The server accepts it, but the answer is lost.
    await route.fetch()
    return route.fulfill({
      status: 500,
      json: { success: false, error: 'Something went wrong.', code: 'kernel.unexpected', reference: '7f3a21c0' },
    })
  })
  await page.getByRole('button', { name: 'Send' }).click()
  const banner = page.getByRole('alert')
  await banner.getByText('Your message was not sent.').waitFor()
  await banner.getByText('7f3a21c0').waitFor()
  await expect.poll(() => page.getByLabel('Message').inputValue()).toBe('Hello?')
  expect(await axeFindings(page)).toEqual([])
  await page.unroute('**/api/contact')
  await page.getByRole('button', { name: 'Try again' }).click()
  await heading('Your message is with the operator').waitFor()
  expect(rows()).toHaveLength(1)
})

test('after three messages, the page says when the next one is possible, and keeps the text', async () => {
  for (let sent = 0; sent < 3; sent += 1) {
    await open('/contact')
    await page.getByLabel('Email').fill('okonjo@harbour.example')
    await page.getByLabel('Message').fill(`Number ${sent}`)
    await page.getByRole('button', { name: 'Send' }).click()
    await heading('Your message is with the operator').waitFor()
  }
  await page.getByRole('button', { name: 'Write another' }).click()
  await page.getByLabel('Email').fill('okonjo@harbour.example')
  await page.getByLabel('Message').fill('Number 4')
  await page.getByRole('button', { name: 'Send' }).click()
  const again = await page.evaluate(
    at => new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' }).format(at),
    (rows()[0]?.at ?? 0) + 3_600_000,
  )
  await page.getByText(`You can write again at ${again}.`).waitFor()
  await expect.poll(() => page.getByLabel('Message').inputValue()).toBe('Number 4')
  expect(rows()).toHaveLength(3)
  expect(await axeFindings(page)).toEqual([])
})

test('a program that fills in the hidden field gets the usual answer; people never encounter that field', async () => {
  await open('/contact')
  await page.getByLabel('Email').fill('okonjo@harbour.example')
  await page.getByLabel('Message').fill('Buy')
  await expect.poll(() => page.getByRole('textbox').count()).toBe(4)
  await page.locator('[name=website]').fill('https://pills.example', { force: true })
  await page.getByRole('button', { name: 'Send' }).click()
  await heading('Your message is with the operator').waitFor()
  expect(rows()).toEqual([])
})

test('operators read messages, deliver them again and delete them; nobody else sees any', async () => {
  await desk.harness.visitor().call('POST', '/api/contact', {
    key: 'a-key-of-the-page',
    email: 'okonjo@harbour.example',
    subject: '<b>Bold</b>',
    message: 'First line\nsecond line',
  })
  const member = await desk.signedIn('member1')
  await open('/contact/messages', member)
  await heading('Only the people who run this copy see messages here.', member).waitFor()

  const operator = await asOperator()
  await open('/contact', operator)
  await operator.getByRole('link', { name: 'Messages' }).click()
  await heading('<b>Bold</b>', operator).waitFor()
  await operator.getByText('Kept here').waitFor()
  expect(await axeFindings(operator)).toEqual([])
  await say({ contact: { channelId: desk.harness.channel('mod-log') } })
  await operator.reload()
  await answered(operator, () => operator.getByRole('button', { name: 'Deliver to Discord' }).click())
  await until('the delivery', () => rows()[0]?.state === 'delivered')
  await operator.getByRole('button', { name: 'Delete' }).click()
  await operator.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await heading('Nobody has written yet.', operator).waitFor()
  expect(rows()).toEqual([])
  expect(desk.complaints).toEqual([])
})

test('the invite link asks for Administrator, or for the sum of the listed permissions; quotes are examples, or none', async () => {
  await open('/invite')
  const link = page.getByRole('link', { name: 'Add to Server' })
  const permissions = async () => new URL((await link.getAttribute('href')) ?? '').searchParams.get('permissions')
  await expect.poll(permissions).toBe('8')
  await page.locator('.permission-list li').first().waitFor({ state: 'attached' })
  const count = await page.locator('.permission-list li').count()
  await page.getByText(`Without it, Palisade asks for these ${count}`).waitFor()
  await page.getByText('Only what is needed').click()
  await page.getByText('An attacker may hide a channel from Palisade; it can then not be restored.').waitFor()
  await expect.poll(() => page.getByText('Without it, Palisade asks for these').count()).toBe(0)
  const bits = BigInt((await permissions()) ?? 0)
  expect([bits & 8n, bits.toString(2).split('1').length - 1]).toEqual([0n, count])
  await expect.poll(() => page.getByText('Example quote, replace me').count()).toBe(3)
  expect(await axeFindings(page)).toEqual([])

  await say({ quotes: [{ text: 'Calm.', by: 'A server owner' }] })
  await page.reload()
  await page.getByText('Stated by the operator').waitFor()
  await expect.poll(() => page.getByText('Example quote, replace me').count()).toBe(0)
  await say({ quotes: [] })
  await page.reload()
  await settled(page)
  await expect.poll(() => heading('What servers say').count()).toBe(0)
  expect(desk.complaints).toEqual([])
})

test('the terms and the privacy policy name the operator, and their statements are marked as such', async () => {
  await say({
    legal: { name: 'Tidewater Makers', email: 'law@tide.example', law: 'Portuguese law' },
    statements: { soc2: 'We hold none.' },
  })
  for (const path of ['/terms', '/privacy']) {
    await open(path)
    await page.getByRole('link', { name: 'law@tide.example' }).waitFor()
    await page.getByText('Tidewater Makers').waitFor()
  }
  await open('/terms')
  await page.getByText('Portuguese law, as the operator states it.').waitFor()
  await open('/')
  await page.getByText('We hold none.').waitFor()
  await expect.poll(() => page.getByText('Stated by the operator').count()).toBe(1)
})

test('the premium page shows four features, which of them are planned, and that all are on where premium is free', async () => {
  await open('/premium')
  await page.getByText('Everything on this page is on, for every server of this copy.').waitFor()
  for (const title of ['Custom punishment levels', 'Unlimited logging', 'Full music controls', 'Premium dashboard'])
    await heading(title).waitFor()
  const works = page.locator('article', { hasText: 'In the works' })
  await expect.poll(() => works.getByRole('heading', { name: 'Full music controls' }).count()).toBe(1)
  await expect.poll(() => works.getByRole('heading', { name: 'Premium dashboard' }).count()).toBe(0)
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('link', { name: 'How granting works' }).click()
  await page.waitForURL(url => url.pathname === '/docs/premium')
  await page.getByRole('heading', { level: 2, name: 'When it ends' }).waitFor()
  expect(desk.complaints).toEqual([])
})

test('where premium is granted, visitors log in to see their servers', async () => {
  const granted = await createDesk({ env: { PREMIUM: 'granted' } })
  try {
    const visitor = await granted.open()
    await visitor.goto(granted.dashboard('/premium'))
    await visitor.getByRole('heading', { name: 'Your servers' }).waitFor()
    await visitor.getByRole('link', { name: 'Log in to see your servers' }).click()
    await visitor.getByRole('heading', { name: 'Sign in to Palisade' }).waitFor()
    expect(new URL(visitor.url()).searchParams.get('back')).toBe('/premium')
  } finally {
    await granted.close()
  }
})

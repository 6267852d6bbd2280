// @module-tag long
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createHarness, type Harness } from '#test/harness.ts'
import { until } from '#test/until.ts'
import type { OperatorTexts } from './contract.ts'
import { readOperatorFile } from './read-file.ts'

let harness: Harness
beforeEach(async () => {
  harness = await createHarness({ env: { SUPPORT_URL: 'https://discord.example/variable', PRODUCT_NAME: 'Fencing' } })
})
afterEach(() => harness.close())

const folder = () => harness.product.services.config.dataDir
const write = (content: unknown) =>
  writeFileSync(
    join(folder(), 'operator.json'),
    typeof content === 'string' ? content : JSON.stringify(content, null, 2),
  )
const texts = async () => (await harness.visitor().call('GET', '/api/operator')).body as OperatorTexts
const untilShown = (what: string, is: (shown: OperatorTexts) => boolean) =>
  until(what, async () => {
    const shown = await texts()
    return is(shown) && shown
  })

const whole = {
  name: 'Tidewater Guard',
  supportUrl: 'https://discord.example/file',
  listingUrl: 'https://lists.example/bot/1',
  sourceUrl: 'https://git.example/palisade',
  legal: { name: 'Tidewater Makers', address: '1 Quay, Lisbon', email: 'law@tide.example', law: 'Portuguese law' },
  team: [
    {
      name: 'Ada',
      role: 'Operator',
      about: 'Runs it.',
      skills: ['Linux'],
      contributions: ['Pays'],
      links: [{ label: 'Mail', url: 'mailto:ada@tide.example' }],
      picture: 'ada.png',
    },
  ],
  quotes: [{ text: 'Calm.', by: 'A server owner' }],
  supportTimes: { email: 'a day', chat: 'an hour' },
  statements: { support: 'On weekdays.', uptime: '99 %', gdpr: 'We do.', soc2: 'None.' },
  contact: { webhookUrl: 'https://discord.com/api/webhooks/123456789012345678/abcdefghijklmnopqrstuvwxyz' },
}

test('without a file there are defaults, marked as examples, and the variables count', async () => {
  const shown = await texts()
  expect(shown).toMatchObject({
    name: 'Fencing',
    supportUrl: 'https://discord.example/variable',
    contactTo: 'dashboard',
  })
  expect([...shown.team, ...shown.quotes].map(({ example }) => example)).toEqual([true, true, true, true, true])
  expect(shown.supportTimes).toEqual({ email: '24 to 48 hours', chat: '1 to 6 hours', stated: false })
})

test('a file takes effect as soon as it exists, before the variables, and its secret is not sent to browsers', async () => {
  write(whole)
  const shown = await untilShown('the file', ({ supportUrl }) => supportUrl === whole.supportUrl)
  // While the file was missing, nothing was logged as read again.
  expect(harness.logged.filter(line => line.includes('was read again'))).toHaveLength(1)
  expect(shown.team).toEqual([{ ...whole.team[0], picture: '/api/operator/pictures/0', example: false }])
  expect(shown).toMatchObject({ legal: whole.legal, statements: whole.statements, contactTo: 'webhook' })
  expect(shown.supportTimes).toEqual({ ...whole.supportTimes, stated: true })
  expect(JSON.stringify([shown, harness.logged])).not.toContain('abcdefghijklmnopqrstuvwxyz')
  const { body } = await harness.visitor().call('GET', '/api/about')
  expect(body).toMatchObject({ name: 'Fencing', supportUrl: whole.supportUrl })
  // Discord's own rules are named after the product: a new name waits for a start.
  await harness.restart()
  expect(await texts()).toMatchObject({ name: 'Tidewater Guard' })
})

test('after a broken file the earlier one still applies, also after a restart, and only operators see its line and reason', async () => {
  const { config } = harness.product.services
  write({ quotes: [{ text: 'Calm.', by: 'A server owner' }] })
  await untilShown('the file', ({ quotes }) => quotes.length === 1)
  write('{\n  "quotes": [],\n  "suportUrl": "https://a.example"\n}')
  await until('the problem in the log', () => harness.logged.some(line => line.includes('is invalid and was ignored')))
  expect((await texts()).quotes).toEqual([{ text: 'Calm.', by: 'A server owner', example: false }])

  const problem = { line: 3, reason: 'There is no field "suportUrl" here. Did you mean "supportUrl"?' }
  const owner = await harness.signIn('owner')
  expect((await owner.call('GET', '/api/operator/notes')).body).toMatchObject({
    operator: false,
    problem: null,
    file: null,
  })
  Object.assign(config, { ownerIds: [harness.as('owner').userId] })
  expect((await owner.call('GET', '/api/operator/notes')).body).toMatchObject({ operator: true, problem })
  await harness.restart()
  expect((await texts()).quotes).toHaveLength(1)

  write({ name: 'Later', quotes: [] })
  await untilShown('the mended file', ({ quotes }) => quotes.length === 0)
  Object.assign(harness.product.services.config, { ownerIds: [harness.as('owner').userId] })
  const again = await harness.signIn('owner')
  const { body } = await again.call('GET', '/api/operator/notes')
  expect(body).toMatchObject({ operator: true, problem: null, nameWaits: true, file: join(folder(), 'operator.json') })
})

test('only pictures in the folder for them are shown, and no other file of the data folder', async () => {
  mkdirSync(join(folder(), 'operator'))
  const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
  writeFileSync(join(folder(), 'operator', 'ada.png'), png)
  writeFileSync(join(folder(), 'operator', 'text.png'), 'no picture')
  const entry = { name: 'Ada', role: 'Operator' }
  write({ team: ['ada.png', 'text.png', 'gone.png'].map(picture => ({ ...entry, picture })) })
  await untilShown('the team', ({ team }) => team.length === 3)
  const answers = await Promise.all(
    ['0', '1', '2', '3', 'x'].map(place => harness.visitor().call('GET', `/api/operator/pictures/${place}`)),
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 404, 404, 404, 404])
  expect(answers[0]?.headers.get('content-type')).toBe('image/png')
  const refused = readOperatorFile(JSON.stringify({ team: [{ ...entry, picture: '../palisade.sqlite' }] }))
  expect(refused).toEqual({ problem: { line: 1, reason: expect.stringContaining('must be the name of a PNG') } })
  expect(existsSync(join(folder(), 'operator.last.json'))).toBe(true)
  expect(readFileSync(join(folder(), 'operator.last.json'), 'utf8')).toBe(
    readFileSync(join(folder(), 'operator.json'), 'utf8'),
  )
})

test.each([
  [{ team: [{ role: 'Operator' }] }, '"name" is missing.'],
  [{ team: [{ name: 'A', role: 'B', links: [{ label: 'C', url: 'javascript:alert(1)' }] }] }, 'must begin with https:'],
  [{ team: [{ name: 'A', role: 'B', links: [{ label: 'C', url: '//evil.example' }] }] }, 'must begin with https:'],
  [{ supportUrl: 'discord.gg/x' }, '"supportUrl" must be an http or https address'],
  [{ contact: { webhookUrl: 'https://example.org/' } }, 'must be the address of a Discord webhook'],
  [{ contact: { channelId: 'general' } }, 'channelId'],
  [{ legal: { email: 'somebody' } }, 'must be an email address'],
  [{ name: 'x'.repeat(33) }, '"name" is too long: at most 32.'],
  [[], 'The file must be an object.'],
])('%j is refused with its reason', (content, reason) => {
  expect(readOperatorFile(JSON.stringify(content))).toEqual({
    problem: { line: 1, reason: expect.stringContaining(reason) },
  })
})

test('a link may lead to a page of this site', () => {
  const team = [{ name: 'A', role: 'B', links: [{ label: 'C', url: '/contact' }] }]
  expect(readOperatorFile(JSON.stringify({ team }))).toEqual({ file: { team } })
})

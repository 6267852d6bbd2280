import {
  ComponentType as Type,
  GatewayDispatchEvents,
  InteractionResponseType,
  TextInputStyle,
} from 'discord-api-types/v10'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { applicationOf } from '#sandbox/demo/environment.ts'
import { until } from '../until.ts'
import { axeFindings } from './axe.ts'
import { createDesk, type Desk } from './desk.ts'
import { intercept } from './network.ts'

/** What the stage has to show and fill in although no feature of the product uses it yet. */
let desk: Desk
let page: Page

beforeAll(async () => {
  desk = await createDesk()
  page = await desk.open()
})
beforeEach(() => {
  desk.complaints.length = 0
})
afterAll(() => desk.close())

const tally = () => applicationOf(desk.harness.sandbox, 'Tally')

const log = () => page.getByRole('log')
const general = () => desk.harness.channel('general')

/** The REST API as another bot of the server, which does what the product does not. */
async function asTally(method: string, path: string, body: unknown) {
  const response = await fetch(`${desk.harness.sandbox.api}/v10${path}`, {
    method,
    headers: {
      authorization: `Bot ${tally().token}`,
      'content-type': 'application/json',
      'user-agent': 'DiscordBot (https://example.test, 1)',
    },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
}

const options = (...labels: string[]) => labels.map(label => ({ label, value: label.toLowerCase() }))
const labelled = (label: string, component: object) => ({ type: Type.Label, label, component })
const modal = {
  custom_id: 'booking',
  title: 'Book the kiln',
  components: [
    labelled('Your piece', { type: Type.TextInput, custom_id: 'piece', style: TextInputStyle.Short, min_length: 3 }),
    labelled('Firing', { type: Type.RadioGroup, custom_id: 'firing', options: options('Bisque', 'Glaze') }),
    labelled('Help with', {
      type: Type.CheckboxGroup,
      custom_id: 'help',
      required: false,
      options: options('Loading', 'Sweeping'),
    }),
    labelled('I know the rules', { type: Type.Checkbox, custom_id: 'rules' }),
    labelled('A picture', { type: Type.FileUpload, custom_id: 'picture', required: false }),
  ],
}

test('a select is operated with the keyboard: several options at once, or one found by typing', async () => {
  const pieces = ['Bowl', 'Cup', 'Dish', 'Jar', 'Jug', 'Mug', 'Plate', 'Pot', 'Teapot', 'Tile', 'Vase']
  const select = { type: Type.StringSelect, placeholder: 'Pieces', options: options(...pieces) }
  const few = { ...select, custom_id: 'few', max_values: 2, options: options('Bowl', 'Cup', 'Dish') }
  await asTally('POST', `/channels/${general()}/messages`, {
    components: [
      { type: Type.ActionRow, components: [few] },
      { type: Type.ActionRow, components: [{ ...select, custom_id: 'many', placeholder: 'Any piece' }] },
    ],
  })
  const chosen: unknown[] = []
  const { emit } = desk.harness.sandbox.context
  desk.harness.sandbox.context.emit = dispatch => {
    if (dispatch.type === GatewayDispatchEvents.InteractionCreate) chosen.push(dispatch.data['data'])
    emit(dispatch)
  }
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }

  await page.goto(desk.stage('member1'))
  await log().getByRole('button', { name: 'Pieces' }).focus()
  await press('Enter', 'Enter', 'End', 'ArrowUp', 'Enter')
  const list = page.getByRole('listbox', { name: 'Pieces' })
  await expect.poll(() => list.getByRole('option', { selected: true }).allTextContents()).toEqual(['Bowl', 'Cup'])
  expect(await axeFindings(page)).toEqual([])
  await press('Escape')
  expect(await until('two values', () => chosen[0])).toMatchObject({ custom_id: 'few', values: ['bowl', 'cup'] })

  await log().getByRole('button', { name: 'Any piece' }).focus()
  await press('Enter')
  await page.keyboard.type('teap')
  await press('Enter')
  expect(await until('one value', () => chosen[1])).toMatchObject({ custom_id: 'many', values: ['teapot'] })
})

test('a form with texts, choices, checkboxes and a file arrives as it was filled in', async () => {
  const { id } = tally()
  await asTally('PUT', `/applications/${id}/guilds/${desk.harness.guildId}/commands`, [
    { name: 'book', description: 'Books the kiln' },
  ])
  const submitted: Record<string, unknown>[] = []
  const { emit } = desk.harness.sandbox.context
  desk.harness.sandbox.context.emit = dispatch => {
    if (dispatch.type === GatewayDispatchEvents.InteractionCreate && dispatch.data['application_id'] === id)
      submitted.push(dispatch.data)
    emit(dispatch)
  }
  const next = (type: number) => until('an interaction', () => submitted.find(data => data['type'] === type))
  const reply = (data: Record<string, unknown>, type: InteractionResponseType, body: object) =>
    asTally('POST', `/interactions/${String(data['id'])}/${String(data['token'])}/callback`, { type, data: body })

  await page.goto(desk.stage('member1'))
  await page.getByRole('textbox', { name: /^Message #general/ }).fill('/book')
  await page.getByRole('option', { name: /\/book/ }).click()
  await reply(await next(2), InteractionResponseType.Modal, modal)

  const form = page.getByRole('dialog', { name: 'Book the kiln' })
  await form.getByRole('button', { name: 'Submit' }).click()
  await form.getByText('This is required.').first().waitFor()
  await form.getByLabel('Your piece').fill('A teapot')
  await form.getByRole('radio', { name: 'Glaze' }).check()
  await form.getByRole('checkbox', { name: 'Sweeping' }).check()
  await form.getByRole('checkbox', { name: /I know the rules/ }).check()
  await form
    .getByLabel('A picture')
    .setInputFiles({ name: 'teapot.txt', mimeType: 'text/plain', buffer: Buffer.from('round') })
  await form.getByRole('button', { name: 'Submit' }).click()
  const { id: interactionId, token, data } = await next(5)
  await reply({ id: interactionId, token }, InteractionResponseType.ChannelMessageWithSource, { content: 'Booked.' })

  await log().getByText('Booked.').waitFor()
  await form.waitFor({ state: 'detached' })
  const { components, resolved } = data as { components: { component: object }[]; resolved: { attachments: object } }
  expect(components.map(each => each.component)).toMatchObject([
    { custom_id: 'piece', value: 'A teapot' },
    { custom_id: 'firing', value: 'glaze' },
    { custom_id: 'help', values: ['sweeping'] },
    { custom_id: 'rules', value: true },
    { custom_id: 'picture', values: Object.keys(resolved.attachments) },
  ])
  expect(Object.values(resolved.attachments)).toMatchObject([{ filename: 'teapot.txt', size: 5 }])
  expect(desk.complaints).toEqual([])
})

test('votes in a poll are counted for everybody, even those who are loading the channel at that moment', async () => {
  await page.goto(desk.stage('member1'))
  await log().waitFor()
  await desk.harness.as('owner').rest('POST', `/channels/${general()}/messages`, {
    poll: {
      question: { text: 'Next evening?' },
      answers: [{ poll_media: { text: 'Raku' } }, { poll_media: { text: 'Dovetails', emoji: { name: '🪚' } } }],
    },
  })
  const pollIn = (tab: Page) => tab.getByRole('group', { name: 'Next evening?' })
  const other = await desk.open()
  const [read, vote] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await intercept(other, /\/messages\?/, async route => {
    const response = await route.fetch()
    read.resolve()
    await vote.promise
    await route.fulfill({ response })
  })
  await other.goto(desk.stage('member2'))
  await read.promise
  await pollIn(page)
    .getByRole('radio', { name: /Dovetails/ })
    .check()
  await pollIn(page).getByRole('button', { name: 'Vote' }).click()
  await pollIn(page).getByText('1 vote,').waitFor()
  vote.resolve()
  await pollIn(other).getByText('1 vote,').waitFor()
  await page.reload()
  await pollIn(page).getByText('100 %').waitFor()
  await expect.poll(() => pollIn(page).getByRole('button', { name: 'Vote' }).count()).toBe(0)
  await other.context().close()
  expect(desk.complaints).toEqual([])
})

test('forwarded messages, stickers and emoji are shown', async () => {
  const { guilds } = desk.harness.sandbox.context.world
  const sticker = { id: '1100000000000000001', name: 'Crooked bowl', tags: 'bowl', description: null }
  guilds
    .get(desk.harness.guildId)
    ?.stickers.set(sticker.id, { ...sticker, type: 2, format_type: 1, available: true, guild_id: desk.harness.guildId })
  await page.goto(desk.stage('member1'))
  await log().waitFor()
  const owner = desk.harness.as('owner')
  const woodwork = desk.harness.channel('woodwork')
  const original = await owner.say(woodwork, 'Mind the **new** blade 🔥')
  await owner.rest('POST', `/channels/${general()}/messages`, {
    message_reference: { type: 1, channel_id: woodwork, message_id: original.id },
  })
  await asTally('POST', `/channels/${general()}/messages`, { sticker_ids: [sticker.id] })
  const forwarded = page.getByRole('article').filter({ hasText: 'Forwarded' })
  await forwarded.getByText('new').waitFor()
  const pictures = [
    forwarded.getByRole('img', { name: '🔥' }),
    page.getByRole('img', { name: 'Sticker: Crooked bowl' }),
  ]
  for (const picture of pictures)
    await expect.poll(() => picture.evaluate(element => (element as HTMLImageElement).naturalWidth)).toBeGreaterThan(0)
  expect(desk.complaints).toEqual([])
})

test('scrolling up in a long channel keeps one’s place', async () => {
  const member = desk.harness.as('member3')
  const woodwork = desk.harness.channel('woodwork')
  for (let number = 1; number <= 130; number += 1) await member.say(woodwork, `Plank ${number}.`)
  await page.goto(desk.stage('member1', 'woodwork'))
  await log().getByText('Plank 130.').waitFor()
  await expect.poll(() => log().getByText('Plank 80.', { exact: true }).count()).toBe(0)
  const first = log().getByText('Plank 81.', { exact: true })
  await first.scrollIntoViewIfNeeded()
  await log().getByText('Plank 80.', { exact: true }).waitFor()
  await expect.poll(() => first.evaluate(element => element.getBoundingClientRect().top)).toBeGreaterThan(0)
  await expect.poll(() => first.isVisible()).toBe(true)
  await expect
    .poll(async () => {
      await log().evaluate(element => element.scrollTo({ top: 0 }))
      return log().getByText('The start of #woodwork.').count()
    })
    .toBe(1)
  await log().getByText('Plank 1.', { exact: true }).waitFor()
  expect(desk.complaints).toEqual([])
})

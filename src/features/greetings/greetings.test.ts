import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Greetings, greetingsOf } from '#test/greetings.ts'
import { createHarness, type Harness } from '#test/harness.ts'
import { textOf } from '#test/member.ts'
import { until } from '#test/until.ts'
import type { Visitor } from '#test/visitor.ts'
import greetings from './contract.ts'

/** Setting greetings up on the page and by commands, and previews. */
let harness: Harness
let owner: Visitor
let address: string
let about: Greetings['about']
beforeAll(async () => {
  harness = await createHarness()
  owner = await harness.signIn('owner')
  address = `/api/guild/${harness.guildId}/greeting`
  about = greetingsOf(harness).about
})
afterAll(() => harness.close())

const post = (body: Record<string, unknown>) => owner.call('POST', address, body)
const welcomeOn = { welcomeUpdate: true, welcome_channel: '#arrivals', welcome_type: 'both' }

test('the page reads and posts what the specification says', async () => {
  const posted = {
    welcomeUpdate: true,
    welcome_content: String.raw`Hello {user}\nRead this`,
    welcome_channel: 'arrivals',
    welcome_type: 'both',
    welcome_embed_title: 'Hi',
    welcome_embed_description: String.raw`One\nTwo`,
    welcome_embed_color: '#57f287',
    welcome_embed_thumbnail: 'off',
    welcome_embed_footer: '',
  }
  expect(await post(posted)).toMatchObject({ status: 200, body: { success: true } })
  const embedOnly = {
    welcomeUpdate: true,
    welcome_embed_image: 'https://example.org/a.png',
    welcome_embed_author_name: 'The team',
    welcome_embed_author_iconURL: '',
  }
  expect((await post(embedOnly)).status).toBe(200)
  expect((await owner.call('GET', address)).body).toMatchObject({
    guild: { id: harness.guildId, channels: expect.any(Array) },
    settings: {
      welcome: {
        enabled: true,
        channel: harness.channel('arrivals'),
        content: 'Hello {user}\nRead this',
        type: 'both',
        embed: {
          title: 'Hi',
          description: 'One\nTwo',
          color: '#57F287',
          thumbnail: false,
          footer: '',
          image: 'https://example.org/a.png',
          author: { name: 'The team', iconURL: '' },
        },
      },
      farewell: { enabled: false, channel: null, type: 'both', embed: { color: '#ED4245', thumbnail: true } },
    },
  })
})

test('an invalid value is refused beside its field', async () => {
  expect(await post({ welcomeUpdate: true, welcome_channel: '' })).toMatchObject({
    status: 400,
    body: { error: 'Please select a channel', fields: { welcome_channel: 'Please select a channel' } },
  })
  const wrong: [string, string][] = [
    ['welcome_embed_image', 'javascript:alert(1)'],
    ['welcome_embed_color', 'blue'],
    ['welcome_content', 'x'.repeat(2001)],
    ['welcome_embed_title', 'x'.repeat(257)],
    ['welcome_channel', '#nowhere'],
    ['welcome_type', 'carrier pigeon'],
  ]
  for (const [key, value] of wrong)
    expect(await post({ welcomeUpdate: true, [key]: value })).toMatchObject({
      status: 400,
      body: { success: false, fields: { [key]: expect.any(String) } },
    })
})

test('embed fields alone do not switch a section on; the flag to switch it off does so', async () => {
  expect((await post({ farewellDisable: true })).status).toBe(200)
  expect((await post({ farewellUpdate: true, farewell_embed_title: 'So long' })).status).toBe(200)
  expect((await owner.call('GET', address)).body).toMatchObject({
    settings: { farewell: { enabled: false, embed: { title: 'So long' } } },
  })
})

test('a preview is posted about the caller, or an answer says why not', async () => {
  await post({ ...welcomeOn, welcome_content: 'Hi {member.mention}' })
  const preview = (type: string) => owner.call('POST', `${address}/preview`, { type })
  expect(await preview('welcome')).toMatchObject({
    status: 200,
    body: { success: true, message: 'Welcome preview sent!' },
  })
  const { userId } = harness.as('owner')
  expect(about('arrivals', userId)).toHaveLength(1)
  await post({ farewellDisable: true })
  expect(await preview('farewell')).toMatchObject({ status: 400, body: { error: 'Farewell messages are not enabled' } })
  const unplaced = { farewell_enabled: true, farewell_channel: null }
  harness.product.services.settings.write(harness.guildId, greetings, unplaced, { userId: null, via: 'test' })
  expect(await preview('farewell')).toMatchObject({
    status: 400,
    body: { error: 'No channel configured for farewell messages' },
  })
  await post({ ...welcomeOn, welcome_channel: '#mod-log' })
  await harness.as('owner').rest('PUT', `/channels/${harness.channel('mod-log')}/permissions/${harness.botId}`, {
    type: 1,
    deny: '2048',
    allow: '0',
  })
  await until('the refusal', async () => {
    const answer = await preview('welcome')
    return answer.status === 400 && JSON.stringify(answer.body).includes('I cannot write in #mod-log')
  })
})

test('after a missing answer, a repeated request posts the preview once', async () => {
  await post({ ...welcomeOn, welcome_content: 'Hi {member.mention}' })
  const { userId } = harness.as('owner')
  const before = about('arrivals', userId).length
  const key = randomUUID()
  for (const press of [key, key, randomUUID()])
    expect((await owner.call('POST', `${address}/preview`, { type: 'welcome', key: press })).status).toBe(200)
  expect(about('arrivals', userId)).toHaveLength(before + 2)
  await post({ welcomeUpdate: true, welcome_content: 'Hello {member.mention}' })
  expect((await owner.call('POST', `${address}/preview`, { type: 'welcome', key })).status).toBe(200)
  expect(about('arrivals', userId)).toHaveLength(before + 3)
})

test('previews show the card and the inviter of the member who looks', async () => {
  const card = await owner.call('GET', `${address}/card?kind=farewell&colour=%2357f287`)
  expect([card.status, card.headers.get('content-type')]).toEqual([200, 'image/png'])
  expect((await owner.call('GET', `${address}/card?kind=party&colour=blue`)).status).toBe(400)
  expect(await owner.call('GET', `${address}/inviter`)).toMatchObject({
    status: 200,
    body: { name: 'somebody unknown', invites: 0 },
  })
  expect((await owner.call('GET', address)).body).toMatchObject({
    guild: {
      owner: 'mara.w',
      boosts: expect.any(Number),
      you: { displayName: 'mara.w', avatarURL: expect.any(String) },
    },
  })
})

test('everything can be set by command, and the module is switched like the others', async () => {
  const say = (text: string, login = 'owner') => harness.answer(login, text, harness.channel('woodwork'))
  expect(await say('.welcome reset')).toContain('off')
  expect(await say('.farewell reset')).toContain('off')
  expect(await say('.config greetings on')).toContain('Choose a channel for welcome or farewell messages first')
  expect(await say('.welcome status on')).toContain('Choose a channel first: `.welcome channel #channel`.')
  expect(await say('.welcome channel arrivals')).toContain('go to')
  expect(await say('.config greetings on')).toContain('Greetings: now on.')
  expect(await say('.welcome color #fc0')).toContain('#FFCC00')
  for (const line of [
    'content Ahoy {user}',
    'title Ship log',
    String.raw`desc One\nTwo`,
    'thumbnail off',
    'color green',
    'footer {server}',
    'author The team | https://example.org/i.png',
    'image https://example.org/p.png',
    'type both',
  ])
    expect(await say(`.welcome ${line}`)).not.toMatch(/went wrong|do not know|Usage/)
  expect(await say('.welcome color mauve')).toContain('blurple')
  expect(await say('.welcome image ftp://x')).toContain('Please enter a valid URL')
  expect(await say('.welcome title x', 'member1')).toContain('Manage Server')
  expect(await say('.welcome preview')).toContain('Welcome preview sent!')
  const shown = about('arrivals', 'Ship log')[0]
  expect(shown).toMatchObject({
    content: expect.stringContaining('Ahoy'),
    embeds: [
      {
        title: 'Ship log',
        description: 'One\nTwo',
        color: 0x57f287,
        footer: { text: 'Tidewater Makers' },
        author: { name: 'The team', icon_url: 'https://example.org/i.png' },
        image: { url: 'https://example.org/p.png' },
      },
    ],
  })
  expect(shown?.embeds[0]?.thumbnail).toBeUndefined()
  expect(await say('.welcome')).toContain('Ship log')
  const woodwork = harness.channel('woodwork')
  const told = harness.shownTo('owner').length
  await harness.as('owner').slash(woodwork, 'farewell channel', { off: 'off' })
  await harness.as('owner').slash(woodwork, 'farewell status', { state: 'on' })
  const refusals = () => harness.shownTo('owner').slice(told).map(textOf).join(' ')
  await until('the refusal', () => refusals().includes('Choose a channel first: `/farewell channel #channel`.'))
  await harness.as('owner').slash(woodwork, 'farewell channel', { channel: harness.channel('general') })
  await until('the slash command to be obeyed', async () => {
    const { body } = await owner.call('GET', address)
    return (
      (body as { settings: { farewell: { channel: string } } }).settings.farewell.channel === harness.channel('general')
    )
  })
  expect(await say('.welcome channel off')).toContain('no channel')
  expect(await say('.config greetings off')).toContain('off')
})

test('fields and further embeds are stored beside the documented fields, and refused if invalid', async () => {
  const rules = { title: 'Rules of {server.name}', fields: [{ name: 'One', value: 'Be kind, {member.mention}' }] }
  const saved = await post({ ...welcomeOn, welcome_embed_title: 'Hi', welcome_embed_more: [{}, rules] })
  expect(saved.status).toBe(200)
  expect((await owner.call('GET', address)).body).toMatchObject({
    settings: { welcome: { embed: { title: 'Hi', more: [{ title: '' }, { title: 'Rules of {server.name}' }] } } },
  })
  expect((await owner.call('POST', `${address}/preview`, { type: 'welcome' })).status).toBe(200)
  const { userId } = harness.as('owner')
  expect(about('arrivals', userId).at(-1)?.embeds).toMatchObject([
    { title: 'Hi' },
    { title: expect.not.stringContaining('{'), fields: [{ name: 'One', value: `Be kind, <@${userId}>` }] },
  ])
  const nameless = { fields: [{ name: '', value: 'alone' }] }
  expect(await post({ welcomeUpdate: true, welcome_embed_more: [{}, nameless] })).toMatchObject({
    status: 400,
    body: { fields: { welcome_embed_more: 'Embed 2, field 1: The name is empty.' } },
  })
  expect((await post({ welcomeUpdate: true, welcome_embed_more: [] })).status).toBe(200)
})

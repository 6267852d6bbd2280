import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import greetings, { type Greeting, greetingOf, kinds } from './contract.ts'
import { emptyEmbed, emptyMessage } from '#kit/message/contract.ts'
import { draftFromDiscord } from '#kit/message/json/reading/contract.ts'
import { problemsOf } from '#kit/message/limits/contract.ts'
import type { MemberFacts, ServerFacts } from '#kit/template.ts'
import { embedParts, greetingEmbeds } from './embeds/contract.ts'
import { composeGreeting, type Inviter, textsOf } from './template.ts'

const person: MemberFacts = {
  id: '401800000000007719',
  username: 'jun_tan',
  displayName: 'Jun',
  discriminator: '0',
  avatarURL: 'https://cdn.example/avatar.png',
  createdAt: Date.UTC(2021, 4, 3),
  joinedAt: Date.UTC(2026, 10, 21),
}
const place: ServerFacts = {
  id: '718300000000000217',
  name: 'Tidewater Makers',
  iconURL: '',
  members: 12438,
  owner: 'mara.w',
  boosts: 14,
  boostTier: 2,
}
const inviter: Inviter = { name: 'Mara', tag: 'mara.w', invites: 9 }
const welcome = greetingOf(greetings.settings.parse({}), 'welcome')
const farewell = greetingOf(greetings.settings.parse({}), 'farewell')
const withEmbed = (embed: Partial<Greeting['embed']>, more: Partial<Greeting> = {}): Greeting => ({
  ...welcome,
  ...more,
  embed: { ...welcome.embed, ...embed },
})
const compose = (greeting: Greeting, who = person) => composeGreeting('welcome', greeting, who, place, inviter)

test('without any settings the greetings are those of the specification', () => {
  expect(compose(welcome)).toEqual({
    content: 'Welcome <@401800000000007719> to Tidewater Makers!',
    embeds: [
      {
        color: 0x068add,
        title: 'Welcome!',
        description: 'We hope you enjoy your stay here!',
        footer: { text: 'Joined Tidewater Makers' },
        thumbnail: { url: 'https://cdn.example/avatar.png' },
      },
    ],
  })
  expect(composeGreeting('farewell', farewell, person, place, inviter)).toMatchObject({
    content: 'jun_tan has left the server 👋',
    embeds: [{ color: 0xed4245, title: 'Goodbye!', footer: { text: 'Left Tidewater Makers' } }],
  })
})

test('all three families of placeholders say the same', () => {
  const content = [
    '{member.name}|{member:name}|{member.tag}|{member:nick}|{user}|{username}|{member.id}',
    '{server.name}|{server}|{server.members}|{memberCount}|{count}|{server.owner}|{server.boosts}|{server.boostTier}',
    '{inviter}|{inviter:name}|{inviter:tag}|{invites}',
  ].join('\n')
  expect(compose({ ...welcome, type: 'message', content }).content).toBe(
    'Jun|Jun|jun_tan|Jun|Jun|jun_tan|401800000000007719\n' +
      'Tidewater Makers|Tidewater Makers|12438|12438|12438|mara.w|14|2\n' +
      'Mara|Mara|mara.w|9',
  )
})

test('dates follow the reader where Discord renders them, and are spelled out in titles and footers', () => {
  const { content, embeds } = compose(
    withEmbed({ footer: '{member.joinedAt}', title: '{user.mention}' }, { content: '{member.createdAt}' }),
  )
  expect(content).toBe('<t:1620000000:D>')
  expect(embeds).toMatchObject([{ footer: { text: '21 November 2026' }, title: '@Jun' }])
})

test('a name cannot ping, hide a link or be read as a placeholder', () => {
  const hostile = { ...person, username: '@everyone {server.id} [x](http://evil.example)', displayName: '<@&1>' }
  const text = compose({ ...welcome, type: 'message', content: '{member.name} {user}' }, hostile).content
  expect(text).not.toMatch(/@everyone|<@&|\]\(|7183/)
})

test('only what is configured is sent, and never an empty message', () => {
  const empty = { title: '', description: '', footer: '', image: '' }
  expect(compose({ ...welcome, type: 'message' }).embeds).toEqual([])
  expect(compose({ ...welcome, type: 'embed' }).content).toBe('')
  expect(compose(withEmbed(empty)).embeds).toEqual([])
  expect(compose(withEmbed(empty, { content: ' \n' }))).toEqual({ content: 'Jun 🎉', embeds: [] })
  expect(compose(withEmbed({ ...empty, title: '{server.icon}' }, { type: 'embed' })).content).toBe('Jun 🎉')
  expect(compose(withEmbed(empty, { type: 'embed', card: true }))).toEqual({ content: '', embeds: [] })
})

test('a picture may be a placeholder, and is left out when it is not a web address', () => {
  expect(compose(withEmbed({ image: '{member.avatar}' })).embeds[0]?.image).toEqual({ url: person.avatarURL })
  expect(compose(withEmbed({ image: '{server.icon}' })).embeds[0]?.image).toBeUndefined()
})

test.each([
  ['{member.avatar}', true],
  ['https://example.org/a.png', true],
  ['', true],
  ['javascript:alert(1)', false],
  ['data:image/png;base64,AAAA', false],
  ['{member.name}', false],
  ['nonsense', false],
])('as a picture %s is accepted: %s', (address, accepted) => {
  expect(greetings.settings.shape.welcome_embed_image.safeParse(address).success).toBe(accepted)
})

test('line breaks may be posted as backslash-n, and a missing channel as nothing', () => {
  const body = greetings.forms.welcome.body.parse({
    welcome_content: String.raw`one\ntwo`,
    welcome_channel: '#',
    welcome_embed_thumbnail: 'off',
  })
  expect(body).toEqual({ welcome_content: 'one\ntwo', welcome_channel: null, welcome_embed_thumbnail: false })
})

test('every text of a greeting is searched for placeholders', () => {
  const marks = ['content', 'title', 'description', 'footer', 'image'].map(name => `{${name}}`)
  const [content = '', title = '', description = '', footer = '', image = ''] = marks
  const author = { name: '{author}', iconURL: '{icon}' }
  const texts = textsOf(withEmbed({ title, description, footer, image, author }, { content }))
  expect(texts.toSorted()).toEqual([...marks, author.name, author.iconURL].toSorted())
})

test('whatever is written, the message fits Discord’s limits', () => {
  const text = (max: number) => fc.string({ maxLength: max, unit: fc.constantFrom('a', ' ', '{member}', '👋', '\n') })
  fc.assert(
    fc.property(text(500), text(500), text(500), fc.constantFrom(...kinds), fc.string(), (a, b, c, kind, name) => {
      const long = { ...person, displayName: name.repeat(40) }
      const fields = [{ name: a, value: b, inline: true }]
      const more = [
        { ...emptyEmbed, fields },
        { ...emptyEmbed, title: c, description: b, fields },
      ]
      const greeting = withEmbed(
        { title: a, description: b, footer: c, author: { name: a, iconURL: b }, more },
        { content: c },
      )
      const { content, embeds } = composeGreeting(kind, greeting, long, place, inviter)
      expect([...content].length).toBeLessThanOrEqual(2000)
      expect(problemsOf(draftFromDiscord({ content, embeds }) ?? emptyMessage)).toEqual([])
      expect(content !== '' || embeds.length > 0).toBe(true)
    }),
    { numRuns: 100 },
  )
})

test('embeds and the documented fields are two views of the same settings', () => {
  const written = withEmbed({ image: 'https://example.org/a.png', author: { name: 'The team', iconURL: '' } })
  expect(greetingEmbeds(written)).toMatchObject([{ title: 'Welcome!', thumbnail: { url: '{member.avatar}' } }])
  expect(embedParts(greetingEmbeds(written), written)).toEqual({})
  const [first = emptyEmbed] = greetingEmbeds(written)
  const further = { ...emptyEmbed, title: 'Rules' }
  const edited = [
    { ...first, title: 'Hi', thumbnail: { url: '' }, footer: { text: 'Bye', icon_url: '{server.icon}' } },
    further,
  ]
  const parts = embedParts(edited, written)
  expect(parts).toMatchObject({ title: 'Hi', thumbnail: false, footer: 'Bye', more: [{ title: '' }, further] })
  expect(Object.keys(parts)).toHaveLength(4)
  const { author_name: _name, author_iconURL: _icon, ...patch } = parts
  expect(greetingEmbeds({ embed: { ...written.embed, ...patch } })).toEqual(edited)
})

import { describe, expect, test } from 'vitest'
import { messageDraft } from './contract.ts'
import { draftFromDiscord, readJson } from './json/reading/contract.ts'
import { asDiscohook, messageAsJson } from './json/writing/contract.ts'

const full = messageDraft.parse({
  content: 'Kiln weekend is on.\n**Bring** clay.',
  embeds: [
    {
      title: 'Kiln weekend',
      description: 'Two firings',
      url: 'https://example.com/kiln',
      color: 0,
      timestamp: '2026-11-28T10:00:00.000Z',
      author: { name: 'Makers', url: 'https://example.com', icon_url: 'https://example.com/a.png' },
      footer: { text: 'Until ten', icon_url: 'https://example.com/b.png' },
      image: { url: 'attachment://kiln.png' },
      thumbnail: { url: 'https://example.com/c.png' },
      fields: [
        { name: 'Bisque', value: 'Saturday', inline: true },
        { name: 'Glaze', value: 'Sunday' },
      ],
    },
  ],
  components: [
    {
      type: 1,
      components: [
        { type: 2, style: 5, label: 'Plan', url: 'https://example.com/plan', emoji: { name: '🔥' } },
        { type: 2, style: 1, label: 'Fee', answer: 'Ten a bench.' },
      ],
    },
    { type: 1, components: [{ type: 3, placeholder: 'Ask', options: [{ label: 'When', answer: 'At ten.' }] }] },
  ],
  suppress_embeds: true,
  silent: true,
})
const layout = messageDraft.parse({
  kind: 'components',
  layout: [
    {
      type: 17,
      accent_color: 0,
      spoiler: true,
      components: [
        { type: 10, content: '# Kiln' },
        {
          type: 9,
          components: [{ type: 10, content: 'Bring clay' }],
          accessory: { type: 11, media: { url: 'https://example.com/a.png' }, description: 'A kiln', spoiler: true },
        },
        { type: 14, divider: false, spacing: 2 },
      ],
    },
    { type: 12, items: [{ media: { url: 'https://example.com/b.png' } }] },
    { type: 13, file: { url: 'attachment://plan.pdf' } },
  ],
})
const read = (value: unknown) => readJson(typeof value === 'string' ? value : JSON.stringify(value, undefined, 2))
const onlyDraft = (value: unknown) => {
  const result = read(value)
  return 'fault' in result ? result.fault : result.messages[0]?.draft
}

test.each([
  ['a message', full],
  ['components', layout],
])('%s is the same after JSON and back, also by way of Discohook', (_, draft) => {
  expect(onlyDraft(messageAsJson(draft))).toEqual(draft)
  expect(onlyDraft(asDiscohook(draft, 'Kiln'))).toEqual(draft)
  const data = Buffer.from(JSON.stringify(asDiscohook(draft, 'Kiln'))).toString('base64url')
  expect(onlyDraft(`https://discohook.app/?data=${data}`)).toEqual(draft)
})

const data = { content: 'Hello', embeds: null, attachments: [], components: [] }
const hello = messageDraft.parse({ content: 'Hello' })

describe('all formats of Discohook', () => {
  test.each<[string, unknown, string]>([
    ['d2', { version: 'd2', messages: [{ name: 'A', data }], targets: [{ type: 1, url: 'https://secret' }] }, 'A'],
    ['backup 1', { version: 1, name: 'B', message: data }, 'B'],
    ['backup 3', { version: 3, backups: [{ name: 'C', message: data, webhookUrl: 'https://secret' }] }, 'C'],
    ['backup 4', { version: 4, name: 'D', messages: [data] }, 'D'],
    ['backup 6', { version: 6, name: 'E', messages: [{ data, reference: 'https://a' }] }, 'E'],
    ['backup 8', { version: 8, backups: [{ name: 'F', messages: [{ data }], targets: [{ url: 'x' }] }] }, 'F'],
    ['a message alone', data, ''],
  ])('%s', (_, value, name) => {
    const result = read(value)
    expect(result).toEqual({ messages: [{ name, draft: hello, sender: undefined, leftOut: [] }] })
  })

  test('several messages, each with its name', () => {
    const result = read({ version: 'd2', messages: [{ data }, { name: 'Two', data: { content: 'B' } }] })
    expect(result).toMatchObject({ messages: [{ name: '' }, { name: 'Two', draft: { content: 'B' } }] })
  })

  test('embeds alone, as other programs write them', () => {
    expect(onlyDraft({ title: 'A', color: 1 })).toMatchObject({ embeds: [{ title: 'A', color: 1 }] })
    expect(onlyDraft([{ title: 'A' }, { title: 'B' }])).toMatchObject({ embeds: [{ title: 'A' }, { title: 'B' }] })
  })

  test('who sends it', () => {
    const result = read({ content: 'A', username: 'Desk', avatar_url: 'https://example.com/a.png' })
    expect(result).toMatchObject({ messages: [{ sender: { name: 'Desk', avatar_url: 'https://example.com/a.png' } }] })
  })
})

describe('parts that a message here cannot hold are named', () => {
  const leftOut = (value: unknown) => {
    const result = read(value)
    return 'fault' in result ? result.fault : result.messages[0]?.leftOut
  }

  test.each([
    ['a message', full],
    ['components', layout],
  ])('nothing of what is written here: %s', (_, draft) => {
    expect(leftOut(messageAsJson(draft))).toEqual([])
  })

  test('unknown keys, each once, but not those with empty values', () => {
    const embeds = [
      { title: 'A', type: 'rich', video: { url: 'x' }, fields: [{ name: 'B', value: 'C', inlined: true }] },
    ]
    const more = { tts: false, poll: null, attachments: [], nonce: 'x', thread_name: 'Kilns' }
    const row = { type: 1, id: 1, components: [{ type: 2, style: 2, label: 'D', custom_id: 'own' }] }
    const value = { content: 'A', ...more, embeds: [...embeds, ...embeds], components: [row] }
    expect(leftOut(value)).toEqual([
      'nonce',
      'thread_name',
      'embeds.video',
      'embeds.fields.inlined',
      'components.components.custom_id',
    ])
  })

  test('text and embeds beside Components V2', () => {
    const components = [{ type: 10, content: 'Text' }]
    expect(leftOut({ flags: 32_768, content: 'A', embeds: [{ title: 'B' }], components })).toEqual([
      'content',
      'embeds',
    ])
  })
})

const tooDeep = 'It is nested too deep.'

describe('an error has a line, a field and a sentence', () => {
  test.each<[string, string, { line?: number; path?: string; sentence: string }]>([
    ['nothing', '', { line: 1, path: '', sentence: 'It ends too early: something is missing here.' }],
    ['no message', '{"a": 1}', { line: 1, path: '', sentence: 'There is no message in this' }],
    ['a comma', '{\n  "content": "A",\n}', { line: 3, sentence: 'There is a comma before }, with nothing after it.' }],
    ['no comma', '{\n  "content": "A"\n  "embeds": []\n}', { line: 3, sentence: 'There should be a comma or } here.' }],
    ['no quotes', '{ content: 1 }', { line: 1, sentence: 'There should be a name in double quotes here.' }],
    ['an open text', '{\n\n "content": "A', { line: 3, path: 'content', sentence: 'no closing double quote' }],
    ['a broken line', '{ "content": "A\nB" }', { line: 1, path: 'content', sentence: String.raw`written as \n` }],
    ['more', '{ "content": "A" } x', { line: 1, sentence: 'There is something after the end.' }],
    [
      'a number for a text',
      '{\n "embeds": [\n  { "title": "A",\n    "description": 7 } ] }',
      { line: 4, path: 'embeds.0.description', sentence: 'This must be a text.' },
    ],
    [
      'a number in a backup',
      '{ "version": "d2", "messages": [\n { "data": { "embeds":\n [{ "fields": [{\n "inline": "yes" }] }] } }] }',
      { line: 4, path: 'embeds.0.fields.0.inline', sentence: 'This must be true or false.' },
    ],
    [
      'an unknown component',
      '{ "components": [\n { "type": 99 } ] }',
      { line: 2, path: 'components.0.type', sentence: 'No component of this type can stand here.' },
    ],
    ['a share link', 'https://discohook.app/?share=abc', { sentence: 'A share link' }],
    ['a broken link', 'https://discohook.app/?data=%F0%9F%8E%AB', { sentence: 'This link is broken' }],
    ['depth', '['.repeat(500), { sentence: tooDeep }],
  ])('%s', (_, text, { sentence, ...place }) => {
    const result = readJson(text)
    expect(result).toMatchObject({ fault: place })
    expect('fault' in result ? result.fault.sentence : '').toContain(sentence)
  })
})

test('a message as Discord returns it', () => {
  const draft = draftFromDiscord({
    id: '1',
    content: 'A',
    embeds: [{ type: 'rich', title: 'B', image: { url: 'https://a.example/b.png', proxy_url: 'x', width: 1 } }],
    components: [],
    flags: 4,
  })
  expect(draft).toMatchObject({
    content: 'A',
    embeds: [{ title: 'B', image: { url: 'https://a.example/b.png' } }],
    suppress_embeds: true,
  })
  expect(draftFromDiscord('no message')).toBeUndefined()
})

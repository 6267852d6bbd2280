import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { fieldSpan } from './embed.tsx'
import { blindLookup, type Lookup, LookupProvider } from './lookup.ts'
import { Message } from './message.tsx'
import type { MessageView } from './model.ts'

const ID = '123456789012345678'
const base: MessageView = {
  id: '1',
  author: { id: ID, username: 'wren', bot: true },
  timestamp: '2026-11-21T14:33:00.000Z',
}
const knowing: Lookup = {
  ...blindLookup,
  user: () => ({ name: 'Wren', colour: '#57f287' }),
  role: () => ({ name: 'Potters' }),
  channel: () => ({ name: 'general', kind: 'text' }),
  image: address => (address.startsWith('https://cdn.example/') ? address : undefined),
  now: () => Date.parse('2026-11-21T15:00:00.000Z'),
}
const draw = (message: Partial<MessageView>, lookup: Lookup = knowing) =>
  renderToStaticMarkup(
    <LookupProvider value={lookup}>
      <Message message={{ ...base, ...message }} />
    </LookupProvider>,
  )

test("an alert of Discord's AutoMod shows what was caught, not the fields for a client", () => {
  const field = (name: string, value: string) => ({ name, value, inline: false })
  const html = draw({
    type: 24,
    embeds: [
      {
        type: 'auto_moderation_message' as never,
        description: 'free coins',
        fields: [
          field('rule_name', 'No coins'),
          field('channel_id', ID),
          field('keyword', 'coin*'),
          field('timeout_duration', '600'),
          field('decision_outcome', 'blocked'),
          field('decision_id', '22a2df4c'),
        ],
      },
    ],
  })
  expect(html).toContain('AutoMod caught a message by')
  expect(html).toContain('free coins')
  expect(html).toContain('Keyword: coin* • Rule: No coins • Timeout: 10 min • Blocked')
  expect(html).not.toContain('22a2df4c')
})

describe('hostile text', () => {
  const corpus = [
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '"><svg/onload=alert(1)>',
    '[x](javascript:alert(1))',
    '[x](JaVaScRiPt:alert(1))',
    '[x](data:text/html;base64,PHNjcmlwdD4=)',
    '[x](vbscript:msgbox)',
    '[x](https://a.example/" onmouseover="alert(1))',
    '<https://a.example/"onclick=alert(1)>',
    '<javascript:alert(1)>',
    '```html\n</code></pre><script>alert(1)</script>\n```',
    '`</code><script>`',
    '||<iframe src=//evil>||',
    '# <style>*{display:none}</style>',
    '> <base href=//evil>',
    '- <form action=//evil>',
    `<:"onerror=alert:${ID}>`,
    '<t:1"><script>:R>',
  ]
  const unsafe = (html: string) => {
    const tags = [...html.matchAll(/<([a-z]+)([^>]*)>/gi)]
    return tags.filter(
      ([, name = '', attributes = '']) =>
        /^(script|iframe|style|base|form|object|embed|link|meta)$/i.test(name) ||
        / on[a-z]+=/i.test(attributes.replaceAll(/"[^"]*"/g, '""')) ||
        /(?:href|src)="(?!https?:\/\/)/i.test(attributes),
    )
  }

  test.each(corpus)('%s is shown, never executed', attack => {
    const html = draw({
      content: attack,
      author: { ...base.author, username: attack },
      embeds: [
        {
          title: attack,
          description: attack,
          url: attack,
          author: { name: attack, url: attack, icon_url: attack },
          footer: { text: attack, icon_url: attack },
          fields: [{ name: attack, value: attack, inline: true }],
          image: { url: attack },
          thumbnail: { url: attack },
          timestamp: attack,
          color: 0xff_ff_ff_ff,
        },
      ],
      attachments: [{ id: '1', filename: attack, url: attack, proxy_url: attack, size: 1, content_type: 'image/png' }],
      components: [
        { type: 1, components: [{ type: 2, style: 5, url: attack, label: attack }] },
        { type: 10, content: attack },
        { type: 12, items: [{ media: { url: attack } }] },
        { type: 13, file: { url: attack } },
      ],
    })
    expect(unsafe(html)).toEqual([])
  })
})

describe('what a message shows', () => {
  test('pictures are loaded only from addresses the page allows', () => {
    const html = draw({
      embeds: [{ image: { url: 'https://tracker.example/p.png' }, thumbnail: { url: 'https://cdn.example/t.png' } }],
    })
    expect(html).not.toContain('src="https://tracker.example')
    expect(html).toContain('src="https://cdn.example/t.png"')
  })

  test('mentions show the names of people, roles and channels', () => {
    const html = draw({ content: `<@${ID}> <@&${ID}> <#${ID}>` })
    expect(html).toContain('@Wren')
    expect(html).toContain('@Potters')
    expect(html).toContain('general')
  })

  test("the author has their name in this server, in their role's color, and apps are marked", () => {
    const html = draw({ content: 'hello' })
    expect(html).toMatch(/--m-name:#57f287[^>]*>Wren</)
    expect(html).toContain('>APP<')
  })

  test("a response to a command has its app's name in this server; a webhook keeps its own", () => {
    expect(draw({ content: 'hello', webhook_id: ID, application_id: ID })).toContain('>Wren<')
    expect(draw({ content: 'hello', webhook_id: ID, application_id: '1' })).not.toContain('>Wren<')
  })

  test('times are relative to the reader’s day', () => {
    expect(draw({ content: 'x' })).toContain('Today at ')
    expect(draw({ content: 'x', timestamp: '2026-11-20T14:33:00Z' })).toContain('Yesterday at ')
    expect(draw({ content: 'x', timestamp: '2026-01-02T14:33:00Z' })).toContain('02/01/2026 ')
  })

  test('a reply to a deleted message says so', () => {
    expect(draw({ type: 19, content: 'x', referenced_message: null })).toContain('Original message was deleted')
  })

  test('a reply shows the author and the text of the original, as plain text', () => {
    const html = draw({ type: 19, referenced_message: { ...base, content: `**hi** <@${ID}>` } })
    expect(html).toContain('hi @Wren')
  })

  test('joining is a line, not a message', () => {
    expect(draw({ type: 7 })).toMatch(/Wren.*joined the server\./)
  })

  test('edited, ephemeral and removed messages are labelled', () => {
    expect(draw({ content: 'x', edited_timestamp: '2026-11-21T14:40:00Z' })).toContain('(edited)')
    expect(draw({ content: 'x', flags: 64 })).toContain('Only you can see this.')
    expect(draw({ content: 'x', removed: 'Message removed' })).not.toContain('>x<')
  })

  test('an empty message and an unknown component render without failing', () => {
    expect(draw({})).toContain('msg-body')
    const future: Partial<MessageView> = JSON.parse('{"components":[{"type":99}]}')
    expect(draw(future)).toContain('cannot display')
  })

  test('without actions nothing can be clicked', () => {
    const html = draw({
      components: [{ type: 1, components: [{ type: 2, style: 1, label: 'Create Ticket', custom_id: 'a' }] }],
    })
    expect(html).toContain('Create Ticket')
    expect(html).not.toContain('<button')
  })
})

describe('inline fields', () => {
  const fields = (...inline: boolean[]) => inline.map(each => ({ name: 'n', value: 'v', inline: each }))

  test.each([
    [
      [true, true, true],
      [4, 4, 4],
    ],
    [
      [true, true],
      [6, 6],
    ],
    [
      [true, true, true, true],
      [4, 4, 4, 12],
    ],
    [
      [false, true, true, false],
      [12, 6, 6, 12],
    ],
  ])('%j take %j columns of twelve', (inline, spans) => {
    const all = fields(...inline)
    expect(all.map((_, place) => fieldSpan(all, place))).toEqual(spans)
  })
})

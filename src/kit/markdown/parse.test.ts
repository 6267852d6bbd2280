import { assert, constantFrom, oneof, pre, property, string } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyText } from '#test/any-text.ts'
import type { Block, Inline } from './ast.ts'
import { parseLine, parseMarkdown } from './parse.ts'
import { plainText } from './plain.ts'
import { runs } from '#test/sampling.ts'

const text = (value: string): Inline => ({ kind: 'text', text: value })
const inline = (source: string) => parseLine(source)
const kinds = (source: string) => parseMarkdown(source).map(block => block.kind)
const ID = '123456789012345678'

describe('styles inside a line', () => {
  test.each([
    ['**a**', [{ kind: 'strong', children: [text('a')] }]],
    ['*a* _b_', [{ kind: 'emphasis', children: [text('a')] }, text(' '), { kind: 'emphasis', children: [text('b')] }]],
    ['__a__', [{ kind: 'underline', children: [text('a')] }]],
    ['~~a~~', [{ kind: 'strike', children: [text('a')] }]],
    ['||a||', [{ kind: 'spoiler', children: [text('a')] }]],
    ['***a***', [{ kind: 'strong', children: [{ kind: 'emphasis', children: [text('a')] }] }]],
    ['*a **b***', [{ kind: 'emphasis', children: [text('a '), { kind: 'strong', children: [text('b')] }] }]],
    ['___a___', [{ kind: 'underline', children: [{ kind: 'emphasis', children: [text('a')] }] }]],
    ['a*b*c', [text('a'), { kind: 'emphasis', children: [text('b')] }, text('c')]],
  ])('%s', (source, expected) => {
    expect(inline(source)).toEqual(expected)
  })

  test.each([
    'snake_case_name',
    '2 * 3 * 4',
    '** **'.slice(0, 2),
    '*',
    '****',
    '~~',
    '||',
    '[a](b)',
    'a_b_',
    '`',
    '``a`',
    '\\',
  ])('%s is only text', source => {
    expect(inline(source)).toEqual([text(source)])
  })

  test('an unclosed marker stays text, and its content keeps its style', () => {
    expect(inline('**a *b*')).toEqual([text('**a '), { kind: 'emphasis', children: [text('b')] }])
  })

  test('a backslash escapes a marker', () => {
    expect(inline(String.raw`\*a\* \||b|| \<@1>`)).toEqual([text('*a* ||b|| <@1>')])
  })

  test('inline code keeps everything inside as it is', () => {
    expect(inline('`**a** <@1>`')).toEqual([{ kind: 'code', text: '**a** <@1>' }])
    expect(inline('``a ` b``')).toEqual([{ kind: 'code', text: 'a ` b' }])
  })
})

describe('mentions and other tokens', () => {
  test.each([
    [`<@${ID}>`, { kind: 'user', id: ID }],
    [`<@!${ID}>`, { kind: 'user', id: ID }],
    [`<@&${ID}>`, { kind: 'role', id: ID }],
    [`<#${ID}>`, { kind: 'channel', id: ID }],
    ['@everyone', { kind: 'everyone', text: '@everyone' }],
    ['@here', { kind: 'everyone', text: '@here' }],
    ['<t:1700000000:R>', { kind: 'time', seconds: 1_700_000_000, style: 'R' }],
    ['<t:0>', { kind: 'time', seconds: 0, style: 'f' }],
    [`</config show:${ID}>`, { kind: 'command', name: 'config show', id: ID }],
    [`<a:wave:${ID}>`, { kind: 'custom-emoji', id: ID, name: 'wave', animated: true }],
    ['👩‍🚀', { kind: 'emoji', text: '👩‍🚀' }],
    ['🇳🇱', { kind: 'emoji', text: '🇳🇱' }],
  ])('%s', (source, expected) => {
    expect(inline(source)).toEqual([expected])
  })

  test.each([
    '<@12>',
    '<t:9999999999999:R>',
    '<t:1:x>',
    '<:a b:1>',
    '<script>',
    '5 © 2026 ™',
    '@everyones',
    'team@everyone.net',
    'info@here.com',
    'é@here',
  ])('%s is only text', source => {
    expect(inline(source)).toEqual([text(source)])
  })
})

describe('links', () => {
  const urls = (source: string): string[] =>
    inline(source).flatMap(node =>
      node.kind === 'link' ? [node.url] : 'children' in node ? urlsOf(node.children) : [],
    )
  const urlsOf = (nodes: readonly Inline[]): string[] =>
    nodes.flatMap(node => (node.kind === 'link' ? [node.url] : 'children' in node ? urlsOf(node.children) : []))

  test.each([
    ['see https://example.com/a_(b).', ['https://example.com/a_(b)']],
    ['(https://example.com)', ['https://example.com/']],
    ['**https://example.com**', ['https://example.com/']],
    ['||https://example.com/x||', ['https://example.com/x']],
    ['<https://example.com/x>', ['https://example.com/x']],
    ['[text](https://example.com "title")', ['https://example.com/']],
    ['[**text**](<https://example.com/a>)', ['https://example.com/a']],
  ])('%s leads to %j', (source, expected) => {
    expect(urls(source)).toEqual(expected)
  })

  test.each([
    '[x](javascript:alert(1))',
    '[x](data:text/html,<script>alert(1)</script>)',
    '[x](//evil.example)',
    '[x](\u0001javascript:alert(1))',
    '[x](https://user:pass@evil.example)',
    'javascript:alert(1)',
    '<javascript:alert(1)>',
    'ftp://evil.example',
  ])('%s is no link', source => {
    expect(urls(source)).toEqual([])
  })

  test('a link whose text is a URL is not treated as a masked link', () => {
    expect(urls('[https://good.example](https://evil.example)')).not.toContain('https://evil.example')
  })
})

describe('blocks', () => {
  test('headings, subtext, quotes, lists and code each stand alone between paragraphs', () => {
    const source = 'a\n# b\n-# c\n> d\n> e\n- f\n1. g\n```js\nh\n```\ni'
    expect(kinds(source)).toEqual([
      'paragraph',
      'heading',
      'subtext',
      'quote',
      'list',
      'list',
      'code-block',
      'paragraph',
    ])
  })

  test('a code block keeps its language and its text', () => {
    expect(parseMarkdown('```ts\nconst a = `b`\n```')).toEqual<Block[]>([
      { kind: 'code-block', language: 'ts', text: 'const a = `b`' },
    ])
  })

  test('a code block may start inside a line', () => {
    expect(kinds('look: ```a``` there')).toEqual(['paragraph', 'code-block', 'paragraph'])
  })

  test('nested list items belong to the item above', () => {
    const [list] = parseMarkdown('- a\n  - b\n  - c\n- d')
    expect(list?.kind === 'list' && list.items.map(item => item.blocks.length)).toEqual([1, 0])
  })

  test('three angle brackets quote the rest of the message', () => {
    expect(parseMarkdown('>>> a\nb')).toEqual<Block[]>([
      { kind: 'quote', blocks: [{ kind: 'paragraph', children: [text('a\nb')] }] },
    ])
  })

  test('blank lines between paragraphs are kept', () => {
    expect(parseMarkdown('a\n\nb')).toEqual<Block[]>([{ kind: 'paragraph', children: [text('a\n\nb')] }])
  })
})

describe('any input', () => {
  const marks = string({
    unit: constantFrom(
      '*',
      '_',
      '~',
      '|',
      '`',
      '>',
      '#',
      '-',
      '\\',
      '[',
      ']',
      '(',
      ')',
      '<',
      '@',
      '\n',
      ' ',
      'a',
      'b',
      '7',
    ),
    maxLength: 120,
  })

  test('never throws, whatever is written', () => {
    assert(
      property(oneof(marks, anyText({ maxLength: 200 })), source => {
        expect(parseMarkdown(source)).toBeInstanceOf(Array)
      }),
      { numRuns: runs(300) },
    )
  })

  test('no letter or digit is lost, invented or moved', () => {
    const letters = (value: string) => value.replace(/[^ab7]/g, '')
    const reveal = (nodes: readonly (Block | Inline)[]): string =>
      nodes
        .map(node => {
          if (node.kind === 'list') return node.items.map(item => reveal(item.children) + reveal(item.blocks)).join('')
          if (node.kind === 'quote') return reveal(node.blocks)
          if (node.kind === 'code-block') return node.language + node.text
          return 'children' in node ? reveal(node.children) : plainText([node])
        })
        .join('')
    assert(
      property(marks, source => {
        // An ordered list's number is drawn by the list.
        pre(!/\d\./.test(source))
        expect(letters(reveal(parseMarkdown(source)))).toBe(letters(source))
      }),
      { numRuns: runs(600) },
    )
  })

  test.each([
    '*',
    '**',
    '_',
    '__',
    '||',
    '~~',
    '`',
    '``',
    '[',
    '](',
    '[a](',
    '<@',
    '> ',
    '- ',
    '```',
    '``` a',
    '\\',
    'https://',
    '[a](https://b',
  ])('a long run of %j stays a shallow tree', unit => {
    const depth = (nodes: readonly (Block | Inline)[]): number =>
      1 +
      Math.max(
        0,
        ...nodes.map(node => {
          if (node.kind === 'list')
            return Math.max(...node.items.map(item => depth(item.children) + depth(item.blocks)))
          if (node.kind === 'quote') return depth(node.blocks)
          return 'children' in node ? depth(node.children) : 0
        }),
      )
    expect(depth(parseMarkdown(unit.repeat(5000)))).toBeLessThan(16)
    expect(depth(parseMarkdown(`${unit}\n`.repeat(5000)))).toBeLessThan(30)
  })
})

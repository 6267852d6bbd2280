import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { guideFiles, pageOf, plainText, readGuide, readInline } from './guide-text.ts'

test('a guide is its title, its first paragraph and its blocks', () => {
  const guide = readGuide(
    'x',
    [
      '# A title',
      '',
      'Say `.help`, **bold** and *soft*, then [read](hosting.md#compose).',
      '',
      '## Second *part*',
      '',
      '1. One',
      '   - inner',
      '',
      '     more',
      '2. Two',
      '',
      '| a | b |',
      '|---|---|',
      '| `x\\|y` | 2 |',
      '',
      '```sh',
      'npm run demo',
      '```',
      '',
      '> Careful.',
    ].join('\n'),
  )
  expect(guide).toEqual({
    id: 'x',
    title: 'A title',
    summary: 'Say .help, bold and soft, then read.',
    blocks: [
      {
        kind: 'paragraph',
        children: [
          'Say ',
          { kind: 'code', text: '.help' },
          ', ',
          { kind: 'strong', children: ['bold'] },
          ' and ',
          { kind: 'emphasis', children: ['soft'] },
          ', then ',
          { kind: 'link', to: 'hosting.md#compose', children: ['read'] },
          '.',
        ],
      },
      {
        kind: 'heading',
        level: 2,
        id: 'second-part',
        children: ['Second ', { kind: 'emphasis', children: ['part'] }],
      },
      {
        kind: 'list',
        ordered: true,
        items: [
          [
            { kind: 'paragraph', children: ['One'] },
            {
              kind: 'list',
              ordered: false,
              items: [
                [
                  { kind: 'paragraph', children: ['inner'] },
                  { kind: 'paragraph', children: ['more'] },
                ],
              ],
            },
          ],
          [{ kind: 'paragraph', children: ['Two'] }],
        ],
      },
      { kind: 'table', head: [['a'], ['b']], rows: [[[{ kind: 'code', text: 'x|y' }], ['2']]] },
      { kind: 'code-block', text: 'npm run demo' },
      { kind: 'note', blocks: [{ kind: 'paragraph', children: ['Careful.'] }] },
    ],
  })
})

test('an asterisk between words, and what looks like HTML, stay as they are', () => {
  expect(readInline('2 * 3 * 4 <b>x</b>')).toEqual(['2 * 3 * 4 <b>x</b>'])
})

test('a link to another guide leads to its page; a link to a file of the project leads nowhere', () => {
  expect(pageOf('../hosting.md#compose')).toBe('/docs/hosting#compose')
  expect(pageOf('backup.md')).toBe('/docs/backup')
  expect(pageOf('../compose.yaml')).toBeUndefined()
})

test.each(guideFiles)('$file has a title, a summary and no unparsed Markdown', ({ id, file }) => {
  const guide = readGuide(id, readFileSync(file, 'utf8'))
  expect(guide.title).not.toBe('')
  expect(guide.summary.length).toBeGreaterThan(20)
  const paragraphs = guide.blocks.flatMap(block => (block.kind === 'paragraph' ? [plainText(block.children)] : []))
  expect(paragraphs.filter(text => /^\s*[#|>]|\*\*|\]\(/.test(text))).toEqual([])
})

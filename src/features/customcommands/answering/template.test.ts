import { assert, property } from 'fast-check'
import { expect, test } from 'vitest'
import { embed, emptyMessage, messageDraft } from '#kit/message/contract.ts'
import { problemsOf } from '#kit/message/limits/contract.ts'
import { anyText } from '#test/any-text.ts'
import { runs } from '#test/sampling.ts'
import { type CallFacts, filledAnswer } from './template.ts'
import { missingWords, wordsIn } from './words.ts'

const member = {
  id: '100000000000000001',
  username: 'mara',
  displayName: 'Mara {args} @everyone',
  discriminator: '0',
  avatarURL: 'https://cdn.example.org/a.png?size=256',
  createdAt: 0,
  joinedAt: 0,
}
const server = { id: '1', name: 'Makers', iconURL: '', members: 3, owner: 'lena', boosts: 0, boostTier: 0 }

const facts = (typed: string, list: CallFacts['arguments'] = []): CallFacts => ({
  member,
  server,
  channel: { id: '100000000000000009', name: 'general' },
  command: '.say',
  uses: 7,
  typed,
  words: wordsIn(typed, list),
  arguments: list,
  nameOf: kind => `${kind}somebody`,
})
const said = (content: string, typed: string, list: CallFacts['arguments'] = []) =>
  filledAnswer({ ...emptyMessage, content }, facts(typed, list)).content

test.each([
  ['{1}-{2}', 'one two', 'one-two'],
  ['{1}', '"one two" three', 'one two'],
  ['{args}', '  "one  two" ', '  "one  two" '],
  ['{9}', 'one', ''],
  ['{10}', 'one', '{10}'],
  ['{nothing}', 'one', '{nothing}'],
  ['{uses} {command} {channel}', '', '7 .say <#100000000000000009>'],
  ['{user.mention}', '', '<@100000000000000001>'],
  ['{args}', '<@100000000000000002> <:clay:100000000000000003>', '<@100000000000000002> <:clay:100000000000000003>'],
])('%s with “%s” is %s', (content, typed, expected) => {
  expect(said(content, typed)).toBe(expected)
})

test('a fallback is filled in once, and the last word takes the rest of the text', () => {
  const list = [
    { name: 'who', required: true, fallback: '' },
    { name: 'why', required: false, fallback: '{command} {1}' },
  ]
  expect(said('{1}: {2}', 'a', list)).toBe('a: .say {1}')
  expect(said('{1}: {2}', 'a "b c" d', list)).toBe('a: "b c" d')
  expect(missingWords(wordsIn('', list), list)).toEqual(['who'])
})

test('a URL keeps its structure, whatever is typed', () => {
  const draft = messageDraft.parse({
    embeds: [{ title: 'x', url: 'https://{1}.example.org/{args}', image: { url: '{member.avatar}' } }],
  })
  const [one] = filledAnswer(draft, facts('evil.org/ x')).embeds
  expect(one?.url).not.toMatch(/^https:\/\/evil\.org\//)
  expect(one?.image.url).toBe(member.avatarURL)
  const [other] = filledAnswer(draft, facts('a b@c')).embeds
  expect(other?.url).toBe('https://a.example.org/a%20b%40c')
})

const everywhere = embed.parse({
  title: '{args}',
  description: '{args}',
  url: 'https://example.org/{args}',
  author: { name: '{1}', url: 'https://example.org/{1}', icon_url: 'https://example.org/{1}' },
  footer: { text: '{2}', icon_url: 'https://example.org/{2}' },
  fields: [{ name: '{args}', value: '{1}' }],
})

test('typed text has no working markup, is never read as a placeholder, and stays within Discord’s limits', () => {
  assert(
    property(anyText({ maxLength: 4000 }), text => {
      const answer = filledAnswer({ ...emptyMessage, content: '{args}', embeds: [everywhere] }, facts(text))
      const found = problemsOf(answer).map(({ sentence }) => sentence)
      const isAllowed = (sentence: string) =>
        sentence === 'There is nothing to send yet.' || sentence.startsWith('They have')
      expect(found.filter(sentence => !isAllowed(sentence))).toEqual([])
    }),
    { numRuns: runs(300) },
  )
  const pieces = [
    '{user.id}',
    '{args}',
    '@everyone',
    '@here',
    '<@&100000000000000004>',
    '](https://e.org)',
    '\\n',
    '\u202E',
  ]
  for (const piece of pieces)
    for (const around of ['', 'x', '{', '<']) {
      const typed = `${around}${piece}${around}`
      const content = said('{args}', typed)
      expect(content).not.toMatch(/@(?:everyone|here)|\]\(|\u202E|100000000000000001/)
      expect(!piece.startsWith('{') || content.includes(piece)).toBe(true)
    }
})

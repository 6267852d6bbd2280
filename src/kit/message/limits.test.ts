// @module-tag long
import {
  array,
  assert,
  boolean,
  constant,
  constantFrom,
  integer,
  oneof,
  option,
  property,
  record,
  type Arbitrary,
} from 'fast-check'
import { expect, test } from 'vitest'
import { DiscordError } from '#sandbox/world/errors.ts'
import { parseForm } from '#sandbox/world/form.ts'
import { isV2, messageForm, parseComponents, refuseLegacyFields } from '#sandbox/world/messages/form.ts'
import { runs } from '#test/sampling.ts'
import { messageAsJson } from './json/writing/contract.ts'
import { emptyMessage, type MessageDraft, messageDraft } from './contract.ts'
import { embedsTotal, limits, problemsOf } from './limits/contract.ts'

/** What Discord would do with it, according to the sandbox. */
function refusedBy(draft: MessageDraft): string | undefined {
  try {
    const body = parseForm(
      messageForm,
      messageAsJson(draft, place => `control-${place}`),
    )
    const components = parseComponents(body.components, body.flags)
    if (isV2(body.flags)) refuseLegacyFields(body)
    const isEmpty = !body.content && !body.embeds?.length && components.length === 0
    return isEmpty ? 'empty' : undefined
  } catch (error) {
    if (error instanceof DiscordError) return JSON.stringify(error.errors ?? error.message)
    throw error
  }
}

/** Texts of about a limit's length, some of characters that are two units long, some with white space around them. */
const textAbout = (most: number): Arbitrary<string> =>
  oneof(
    { weight: 3, arbitrary: constantFrom('', ' ', 'a', 'Kiln weekend', '\n\n') },
    {
      weight: 1,
      arbitrary: record({
        unit: constantFrom('a', '🎫', 'é'),
        length: integer({ min: most - 2, max: most + 2 }),
        around: constantFrom('', ' ', '\n'),
      }).map(({ unit, length, around }) => `${around}${unit.repeat(length)}${around}`),
    },
  )
const addresses = constantFrom(
  '',
  '',
  'https://example.com/a.png',
  'http://example.com',
  'ftp://example.com/a',
  'no address',
  `https://example.com/${'a'.repeat(490)}`,
  `https://example.com/${'a'.repeat(2040)}`,
)
const emoji = constantFrom(null, null, { name: '🎫' }, { id: '100000000000000001', name: 'kiln' }, { name: 'kiln' })
const about = (count: number) => oneof({ weight: 4, arbitrary: integer({ min: 0, max: 3 }) }, constant(count + 1))
const list = <T>(of: Arbitrary<T>, most: number) =>
  about(most).chain(length => array(of, { minLength: length, maxLength: length }))

const field = record({ name: textAbout(256), value: textAbout(1024), inline: boolean() })
const embed = record({
  title: textAbout(256),
  description: textAbout(4096),
  url: addresses,
  color: option(integer({ min: 0, max: 0xff_ff_ff })),
  timestamp: constantFrom('', '', '2026-11-23T10:00:00.000Z', 'soon'),
  author: record({ name: textAbout(256), url: addresses, icon_url: addresses }),
  footer: record({ text: textAbout(2048), icon_url: addresses }),
  image: record({ url: addresses }),
  thumbnail: record({ url: addresses }),
  fields: list(field, 25),
})
const button = record({
  type: constant(2 as const),
  style: integer({ min: 1, max: 5 }),
  label: textAbout(80),
  emoji,
  url: addresses,
  answer: constant('You are on the list.'),
  act: constantFrom(null, { offer: 'tickets.panel', id: 'help' }),
  disabled: boolean(),
})
const choice = record({
  label: textAbout(100),
  description: textAbout(100),
  emoji,
  answer: constant('At ten.'),
})
const select = record({
  type: constant(3 as const),
  placeholder: textAbout(150),
  options: list(choice, 25),
  disabled: boolean(),
})
const row = record({ type: constant(1 as const), components: list(oneof({ weight: 5, arbitrary: button }, select), 5) })
const text = record({ type: constant(10 as const), content: textAbout(4000) })
const media = record({ url: addresses })
const thumbnail = record({ type: constant(11 as const), media, description: textAbout(1024), spoiler: boolean() })
const section = record({
  type: constant(9 as const),
  components: list(text, 3),
  accessory: oneof(button, thumbnail),
})
const gallery = record({
  type: constant(12 as const),
  items: list(record({ media, description: textAbout(1024), spoiler: boolean() }), 10),
})
const separator = record({
  type: constant(14 as const),
  divider: boolean(),
  spacing: constantFrom(1 as const, 2 as const),
})
const part = oneof(text, section, gallery, separator, row)
const container = record({
  type: constant(17 as const),
  accent_color: option(integer({ min: 0, max: 0xff_ff_ff })),
  spoiler: boolean(),
  components: list(part, 12),
})

const withEmbeds = record({ content: textAbout(2000), embeds: list(embed, 10), components: list(row, 5) })
const withLayout = record({ layout: list(oneof(part, container), 14) }).map(parts => ({
  ...parts,
  kind: 'components' as const,
}))
const draft: Arbitrary<MessageDraft> = oneof(withEmbeds, withLayout).map(parts => ({ ...emptyMessage, ...parts }))

test('Discord accepts what the checks accept, and refuses what they refuse', () => {
  const seen = { taken: 0, refused: 0 }
  assert(
    property(draft, message => {
      const problems = problemsOf(message)
      const refused = refusedBy(message)
      seen[problems.length === 0 ? 'taken' : 'refused'] += 1
      expect({ refused: refused !== undefined, problems, said: refused }).toMatchObject({
        refused: problems.length > 0,
      })
    }),
    { numRuns: runs(3000) },
  )
  expect(Math.min(seen.taken, seen.refused)).toBeGreaterThan(0)
})

test.each<[string, Partial<MessageDraft> | object, string]>([
  ['nothing', {}, 'There is nothing to send yet.'],
  ['long', { content: 'a'.repeat(2013) }, 'It has 2,013 characters; at most 2,000 fit.'],
  ['an empty embed', { embeds: [{}] }, 'The embed is empty. Write something in it, or remove it.'],
  ['a field without a value', { embeds: [{ fields: [{ name: 'Fee' }] }] }, 'The value is empty.'],
  [
    'a picture without its author',
    { embeds: [{ title: 'A', author: { icon_url: 'https://a.example' } }] },
    'The author’s name is empty.',
  ],
  ['a script', { embeds: [{ title: 'A', url: 'javascript:alert(1)' }] }, 'The title’s link is not a web address.'],
  [
    'a lost file',
    { embeds: [{ image: { url: 'attachment://a.png' } }] },
    'The image shows a file that is not part of this message: a.png.',
  ],
  [
    'a mute button',
    { content: 'A', components: [{ type: 1, components: [{ type: 2, label: 'Go' }] }] },
    'What it answers is empty.',
  ],
  [
    'a link to nowhere',
    { content: 'A', components: [{ type: 1, components: [{ type: 2, style: 5, label: 'Go' }] }] },
    'Say where the link leads.',
  ],
  [
    'text below embeds',
    { content: 'A', components: [{ type: 10, content: 'B' }] },
    'Below embeds, only rows of buttons and selects are allowed.',
  ],
  ['no components', { kind: 'components' }, 'There is nothing to send yet.'],
])('%s is refused in words', (_, parts, sentence) => {
  expect(problemsOf(messageDraft.parse(parts)).map(one => one.sentence)).toEqual([sentence])
})

test('the place of a problem is counted from 1', () => {
  const parts = { embeds: [{ title: 'A' }, { title: 'B', fields: [{ name: 'x', value: 'y' }, { name: 'Fee' }] }] }
  expect(problemsOf(messageDraft.parse(parts))).toMatchObject([
    { path: 'embeds.1.fields.1.value', place: 'Embed 2, field 2' },
  ])
})

test('all embeds share 6,000 characters, counted without the white space around each text', () => {
  const embeds = [{ description: ` ${'🎫'.repeat(4000)} ` }, { description: 'b'.repeat(2000) }]
  const full = messageDraft.parse({ embeds })
  expect(embedsTotal(full)).toBe(limits.embedsTotal)
  expect(problemsOf(full)).toEqual([])
  const over = messageDraft.parse({ embeds: [...embeds, { footer: { text: 'c' } }] })
  expect(problemsOf(over)).toMatchObject([{ place: 'All embeds together' }])
})

test('files: too many, too large, twice by one name, and shown nowhere', () => {
  const id = 'a'.repeat(32)
  const some = (count: number, bytes = 10) =>
    Array.from({ length: count }, (_, place) => ({ id, filename: `${place}.png`, bytes }))
  const told = (parts: object) => problemsOf(messageDraft.parse(parts)).map(({ sentence }) => sentence)
  expect(told({ attachments: some(10) })).toEqual([])
  expect(told({ attachments: some(11) })).toEqual(['A message has at most 10 files.'])
  expect(told({ attachments: some(3, 10 * 1024 ** 2) })).toEqual([
    'The files of one message can have at most 25 MiB in total.',
  ])
  expect(told({ attachments: some(1, 10 * 1024 ** 2 + 1) })).toEqual(['0.png is larger than 10 MiB.'])
  const twins = [
    { id, filename: 'a b.png' },
    { id, filename: 'a_b.png' },
  ]
  expect(told({ attachments: twins })).toEqual(['Another file is also called a_b.png. Rename one and add it again.'])
  const layout = [{ type: 13, file: { url: 'attachment://0.png' } }]
  expect(told({ kind: 'components', layout, attachments: some(2) })).toEqual([
    '1.png is shown nowhere. Add a file or a gallery that shows it, or remove it.',
  ])
})

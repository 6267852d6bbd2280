import { expect, test } from 'vitest'
import { numbered, treeProblems } from './component-tree.ts'
import { errorOf } from '#test/sandbox/error-of.ts'
import { parseComponents } from './form.ts'

const v2 = 1 << 15
const row = (...components: unknown[]) => ({ type: 1, components })
const button = (more: object = {}) => ({ type: 2, style: 1, label: 'Go', custom_id: 'go', ...more })
const text = (content: string) => ({ type: 10, content })

/** The places of what is refused; nothing when all is well. */
function refused(components: unknown[], flags = 0): string {
  const refusal = errorOf(() => parseComponents(components, flags))
  return refusal ? JSON.stringify(refusal.errors) : ''
}

test('five rows of five buttons fit, a sixth of either does not', () => {
  const full = (rows: number, buttons: number) =>
    Array.from({ length: rows }, (_, y) =>
      row(...Array.from({ length: buttons }, (_, x) => button({ custom_id: `${x}-${y}` }))),
    )
  expect(refused(full(5, 5))).toBe('')
  expect(refused(full(6, 1))).toContain('BASE_TYPE_MAX_LENGTH')
  expect(refused(full(1, 6))).toContain('BASE_TYPE_MAX_LENGTH')
})

test.each([
  ['a button without custom id', button({ custom_id: undefined }), 'BUTTON_COMPONENT_CUSTOM_ID_REQUIRED'],
  ['a link without address', { type: 2, style: 5, label: 'x' }, 'A url is required'],
  ['a link with a script', { type: 2, style: 5, label: 'x', url: 'javascript:alert(1)' }, 'URL_TYPE_INVALID_SCHEME'],
  ['a link with a custom id', button({ style: 5, url: 'https://a.b' }), 'MUTUALLY_EXCLUSIVE'],
  ['a button that says nothing', button({ label: undefined }), 'BASE_TYPE_REQUIRED'],
  ['a label that is too long', button({ label: 'x'.repeat(81) }), 'BASE_TYPE_MAX_LENGTH'],
  ['a custom id that is too long', button({ custom_id: 'x'.repeat(101) }), 'BASE_TYPE_MAX_LENGTH'],
  ['a word as emoji', button({ emoji: { name: 'smile' } }), 'COMPONENT_INVALID_EMOJI'],
  ['a select without options', { type: 3, custom_id: 's', options: [] }, 'BASE_TYPE_REQUIRED'],
  [
    'a select that offers a value twice',
    {
      type: 3,
      custom_id: 's',
      options: [
        { label: 'a', value: 'v' },
        { label: 'b', value: 'v' },
      ],
    },
    'SELECT_COMPONENT_OPTION_VALUE_DUPLICATED',
  ],
])('%s is refused', (_, component, problem) => {
  expect(refused([row(component)])).toContain(problem)
})

test('a select fills its row', () => {
  const select = { type: 5, custom_id: 's' }
  expect(refused([row(select)])).toBe('')
  expect(refused([row(select, button())])).toContain('COMPONENT_LAYOUT_WIDTH_EXCEEDED')
})

test('a custom id is used once in a message, however deep', () => {
  expect(refused([row(button()), row(button())])).toContain('COMPONENT_CUSTOM_ID_DUPLICATED')
  const section = { type: 9, components: [text('a')], accessory: button() }
  expect(refused([{ type: 17, components: [section] }, row(button())], v2)).toContain('COMPONENT_CUSTOM_ID_DUPLICATED')
})

test('containers, sections and the like need the flag', () => {
  const container = { type: 17, components: [text('hello')] }
  expect(refused([container])).toContain('UNION_TYPE_CHOICES')
  expect(refused([container], v2)).toBe('')
})

test('forty components are the limit, nested ones counted', () => {
  const texts = (count: number) => ({ type: 17, components: Array.from({ length: count }, () => text('a')) })
  expect(refused([texts(39)], v2)).toBe('')
  expect(refused([texts(39), text('b')], v2)).toContain('COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED')
})

test('all text together stays below four thousand characters', () => {
  expect(refused([text('a'.repeat(1999)), text('b'.repeat(2000))], v2)).toBe('')
  expect(refused([text('a'.repeat(2001)), text('b'.repeat(2000))], v2)).toContain('TEXT_SIZE_EXCEEDED')
})

test('a file component shows uploads only', () => {
  expect(refused([{ type: 13, file: { url: 'https://example.org/a.txt' } }], v2)).toContain('URL_TYPE_INVALID_SCHEME')
})

test('every component gets an id around those that were given', () => {
  const [outer] = numbered([{ type: 17, id: 2, components: [{ type: 10 }, { type: 10 }] }])
  expect(outer).toEqual({
    type: 17,
    id: 2,
    components: [
      { type: 10, id: 1 },
      { type: 10, id: 3 },
    ],
  })
})

test('an id is used once', () => {
  expect(
    treeProblems([
      { type: 10, id: 1 },
      { type: 10, id: 1 },
    ]),
  ).toMatchObject([{ path: 'components.1.id' }])
})

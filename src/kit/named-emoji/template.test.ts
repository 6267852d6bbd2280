import { expect, test } from 'vitest'
import { emojiTyped } from './template.ts'

const emoji = (id: string, name: string, animated = false) => ({ id, name, animated })
const own = [
  emoji('100000000000000001', 'kiln'),
  emoji('100000000000000002', 'spin', true),
  emoji('100000000000000003', 'glaze'),
  emoji('100000000000000004', 'glaze'),
]

test('a name of exactly one emoji is replaced by it, and otherwise an answer says why not', () => {
  expect(emojiTyped(' :kiln: ', own)).toEqual({ text: '<:kiln:100000000000000001>' })
  expect(emojiTyped(':spin:', own)).toEqual({ text: '<a:spin:100000000000000002>' })
  expect(emojiTyped(':glaze:', own)).toEqual({
    text: ':glaze:',
    problem: 'This server has 2 emojis :glaze:. Choose the one you mean, or paste it.',
  })
  expect(emojiTyped(':wood:', own)).toEqual({ text: ':wood:', problem: 'This server has no emoji :wood:.' })
  for (const text of ['🪵', '<:kiln:100000000000000001>', 'kiln', ':', ''])
    expect(emojiTyped(text, own)).toEqual({ text })
})

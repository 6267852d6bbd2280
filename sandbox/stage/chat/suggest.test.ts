import { describe, expect, test } from 'vitest'
import { bestMatches, complete, triggerAt } from './suggest.ts'

describe('which suggestions the typed text asks for', () => {
  test.each([
    ['hi @wr', { kind: 'mention', query: 'wr', start: 3 }],
    ['@', { kind: 'mention', query: '', start: 0 }],
    ['see #gen', { kind: 'channel', query: 'gen', start: 4 }],
    [':hea', { kind: 'emoji', query: 'hea', start: 0 }],
    ['/config sh', { kind: 'command', query: 'config sh', start: 0 }],
  ])('%s', (text, expected) => {
    expect(triggerAt(text, text.length)).toEqual(expected)
  })

  test.each(['mail@example', 'a : b', 'x #', 'well: ', 'and/or', ' /ping'])('%s asks for nothing', text => {
    expect(triggerAt(text.replace('x #', 'x#'), text.length)).toBeUndefined()
  })

  test('only the text before the caret counts', () => {
    expect(triggerAt('@wren hello', 3)).toEqual({ kind: 'mention', query: 'wr', start: 0 })
  })
})

test('a choice replaces what was typed and leaves one space after it', () => {
  const trigger = { kind: 'mention' as const, query: 'wr', start: 3 }
  expect(complete('hi @wr there', 6, trigger, '<@1>')).toEqual({ text: 'hi <@1> there', caret: 8 })
  expect(complete('hi @wr', 6, trigger, '<@1>')).toEqual({ text: 'hi <@1> ', caret: 8 })
})

test('names that start with the query come first, and aliases count', () => {
  const people = [
    { insert: '1', label: '@Oren' },
    { insert: '2', label: '@Mara', aliases: ['rena'] },
    { insert: '3', label: '@Wren' },
  ]
  expect(bestMatches(people, 're').map(each => each.insert)).toEqual(['2', '1', '3'])
})

import { expect, test } from 'vitest'
import bench from '../../../docs/bench.json' with { type: 'json' }
import { shownFigures } from './benchmark-figures.ts'

test('four figures are shown, and each is in the results', () => {
  const shown = shownFigures(bench)
  expect(shown).toHaveLength(4)
  expect(Object.keys(bench.figures)).toEqual(expect.arrayContaining(shown.map(({ key }) => key)))
})

test('a figure is what was measured, also when it is worse', () => {
  const worse = { messages: 1000, figures: { memoryRatio: 7.128, hiddenWordsFound: 0.5 } }
  expect(shownFigures(worse)).toEqual([
    { key: 'hiddenWordsFound', figure: '50 %', sentence: 'of listed words found although they were disguised' },
    { key: 'memoryRatio', figure: '7.13 x', sentence: 'the memory of a bare client after 1,000 messages' },
  ])
})

test('what was not measured is not shown', () => {
  expect(shownFigures({ messages: 0, figures: {} })).toEqual([])
  expect(shownFigures({ messages: 0, figures: { memoryRatio: Number.NaN } })).toEqual([])
})

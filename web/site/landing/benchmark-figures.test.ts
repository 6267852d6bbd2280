import { expect, test } from 'vitest'
import bench from '../../../docs/bench.json' with { type: 'json' }
import nukebench from '../../../docs/nukebench.json' with { type: 'json' }
import { figuresUnderAttack, shownFigures } from './benchmark-figures.ts'

test('four figures are shown, and each is in the results', () => {
  const shown = shownFigures(bench)
  expect(shown).toHaveLength(4)
  expect(Object.keys(bench.figures)).toEqual(expect.arrayContaining(shown.map(({ key }) => key)))
})

test('a figure is the measured one, even if it is worse', () => {
  const worse = { messages: 1000, figures: { memoryRatio: 7.128, hiddenWordsFound: 0.5 } }
  expect(shownFigures(worse)).toEqual([
    { key: 'hiddenWordsFound', figure: '50 %', sentence: 'of listed words found even when disguised' },
    { key: 'memoryRatio', figure: '7.13 x', sentence: 'the memory of a bare client after 1,000 messages' },
  ])
})

test('results of attacks are shown only for complete runs, and a share is never rounded up', () => {
  const figures = { restoredShare: 0.99996, innocentsPunished: 0, runs: 61 }
  expect(figuresUnderAttack({ size: 'short', figures })).toEqual([])
  expect(figuresUnderAttack({ size: 'whole', figures })).toEqual([
    {
      key: 'restoredShare',
      figure: '99.99 %',
      sentence: 'of what attackers destroyed is back, compared field by field',
    },
    { key: 'innocentsPunished', figure: '0', sentence: 'people punished by mistake in 61 attacks and everyday tasks' },
  ])
  const excess = (excessMost: number) => figuresUnderAttack({ size: 'whole', figures: { excessMost } })
  expect(excess(1)).toMatchObject([
    {
      prefix: 'at most',
      figure: '1',
      sentence: 'more hostile action in an attack than an instant reaction would let through',
    },
  ])
  expect(excess(2)).toMatchObject([{ figure: '2', sentence: expect.stringMatching(/^more hostile actions in/) }])
  const keys = figuresUnderAttack({ ...nukebench, size: 'whole' }).map(({ key }) => key)
  expect(keys).toEqual(['reactionP50Ms', 'restoredShare', 'excessMost', 'innocentsPunished'])
})

test('what was not measured is not shown', () => {
  expect(shownFigures({ messages: 0, figures: {} })).toEqual([])
  expect(shownFigures({ messages: 0, figures: { memoryRatio: Number.NaN } })).toEqual([])
})

import { expect, test } from 'vitest'
import { type Figure, figures, shownFigure } from './benchmark-figures.ts'

const [figure] = figures as readonly [Figure]

test('without a measurement the target is shown and called a target', () => {
  expect(shownFigure(figure, undefined)).toEqual({ value: figure.target, measured: false })
  expect(shownFigure(figure, { [figure.key]: 'fast' })).toEqual({ value: figure.target, measured: false })
})

test('a measurement replaces the target, also when it is worse', () => {
  expect(shownFigure(figure, { [figure.key]: 7.128 })).toEqual({ value: 7.13, measured: true })
})

import { expect, test } from 'vitest'
import { panelDesign } from '#features/tickets/panels/contract.ts'
import { drawnColour } from './panel-view.ts'

test.each([
  ['#068ADD', '#068add'],
  ['fff', '#ffffff'],
  ['red', undefined],
  ['url(//example.org/a.png)', undefined],
  ['', undefined],
])('a panel whose color is %j is drawn in %s, as Discord does', (color, drawn) => {
  expect(drawnColour(panelDesign.parse({ title: 'Help', color }))).toBe(drawn)
})

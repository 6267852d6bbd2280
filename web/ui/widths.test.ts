import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Lengths of a query are counted by the browser's text size: in pixels, two columns would stay where large text has room for one. */
const inPixels = /\((?:max-width|min-width): [\d.]+px\)/g

test('how many columns there are goes by the size of text, not by pixels', () => {
  const found = globSync('web/**/*.{css,ts,tsx}').flatMap(path =>
    [...readFileSync(path, 'utf8').matchAll(inPixels)].map(([query]) => `${path}: ${query}`),
  )
  expect(found).toEqual([])
})

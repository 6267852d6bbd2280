import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** A length in rem depends on the browser's text size. In pixels, large text would be squeezed into narrow columns. */
const inPixels = /\((?:max-width|min-width): [\d.]+px\)/g

test('media queries are in rem, so that the number of columns depends on the size of the text', () => {
  const found = globSync('web/**/*.{css,ts,tsx}').flatMap(path =>
    [...readFileSync(path, 'utf8').matchAll(inPixels)].map(([query]) => `${path}: ${query}`),
  )
  expect(found).toEqual([])
})

import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** CONTRIBUTING.md: usually about 60 lines. */
const mostLines = 300

test('no file is too long to be read at once', () => {
  const long = ['src', 'web', 'sandbox', 'test'].flatMap(root =>
    readdirSync(root, { recursive: true, encoding: 'utf8' })
      .map(path => `${root}/${path}`)
      .filter(path => /(?<!\.gen)\.(tsx?|css)$/.test(path))
      .filter(path => readFileSync(path, 'utf8').split('\n').length - 1 > mostLines),
  )
  expect(long).toEqual([])
})

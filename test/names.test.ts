import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Names that say nothing of what is inside (docs/decisions/0024), and were here once. */
const riddles = new Set(
  `attributed by-caller changes circumstances crew deed dress encounter express figures hearing heed held hypothesis imagine
  is-there learn mirror moment needs person place refusal-of remote reported standing stored told tracker tracking turns`.split(
    /\s+/,
  ),
)
/** What these components draw are four figures, in so many words. */
const figures = ['web/features/antinuke/figures.tsx', 'web/features/tickets/statistics/figures.tsx']

test('no file or folder has a name that tells nobody what is inside', () => {
  const found = ['src', 'web', 'sandbox', 'test'].flatMap(root =>
    readdirSync(root, { recursive: true, encoding: 'utf8' })
      .map(path => `${root}/${path}`)
      .filter(path => /\.tsx?$/.test(path))
      .filter(path => path.split('/').some(name => riddles.has(name.replace(/\.tsx?$/, '')))),
  )
  expect(found.toSorted()).toEqual(figures)
})

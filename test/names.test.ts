import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Names that say nothing about the contents (docs/decisions/0024) and were once used here. */
const riddles = new Set(
  `again at-first attributed body-within by-caller capacity cast caused changes circumstances costs crew deed deputy
   dice draw dress drill-it due edited encounter express figures follow happenings hearing heed held held-down holder
   hypothesis imagine in-order involved is-there kept ladder last-words lately learn leave leaves left-behind lifted
   made-at-once make-place many-entry mirror moment moved moves named nameless nearest needs noted outlook outside
   pace performers person place plan-doors reads refusal-of remote reported return returning returns-for said same
   scene seats seen sent sent-before set-up sides signs spoken standing stored subject surroundings tape tell thrown
   together told told-about told-difference tracker tracking turns untold wait wanted when when-near where write-down`.split(
    /\s+/,
  ),
)
/** These components do draw four figures, so the name is literal. */
const figures = ['web/features/antinuke/figures.tsx', 'web/features/tickets/statistics/figures.tsx']

test('no file or folder has a name that tells nobody what is inside', () => {
  const found = ['src', 'web', 'sandbox', 'test'].flatMap(root =>
    readdirSync(root, { recursive: true, encoding: 'utf8' })
      .map(path => `${root}/${path}`)
      .filter(path => /\.tsx?$/.test(path))
      .filter(path => path.split('/').some(name => riddles.has(name.replace(/(\.test)?\.tsx?$/, '')))),
  )
  expect(found.toSorted()).toEqual(figures)
})

import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Names that say nothing about the contents (docs/decisions/0024) and were once used here. */
const riddles = new Set(
  `aftermath again at-first attributed because body-within by-caller capacity cast caused changes circumstances
   closed-entries costs crew deed departures departures-far-away departures-while-repairing deputy dice disguise
   draw drawn-by-discord dress drill-it due edited effort encounter entries-last express few-at-once figures follow
   frame-turns given-names gone gone-chart gone-choices gone-over-time gone-things grouped-changes happenings
   hearing heed held held-down held-rows holder hypothesis imagine in-order involved is-there joined-fields kept
   ladder last-made last-words lately learn leave leave-message leaves left-behind left-empty left-over
   left-to-people leftovers lifted made-at-once made-banner made-before make-place many-entry many-members
   meant-elsewhere meanwhile mirror misnamed moment moved moves named nameless nearest needs not-done note-thing
   noted outlook outside own-changes own-emojis pace patience performers person place plan-doors reads refusal-of
   registered-form remote renamed reported return returning returns-for room said same same-as-command
   scene seats second-source seen senders sent sent-before set-up settled sheet sides sight signs spoken standing
   steady-limits stored strip subject surroundings taken-by-hand tape tell tell-premium thrown together told
   told-about told-difference tracker tracking turns typed-texts unfound-section unheard unhurried
   until-heard untold use-followed use-settled use-taken use-told-elsewhere wait waits wanted when when-near where
   who-passes whose-part word-claims write-down written-as written-once`.split(/\s+/),
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

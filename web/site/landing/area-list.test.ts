import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { features } from '#features/index.ts'
import { details } from './area-details.tsx'
import { listAreas } from './area-list.ts'

const contracts = features.map(({ contract }) => contract)

test('the front page presents six features that are built, in their order, each with a detail', () => {
  const areas = listAreas(contracts)
  expect(areas.map(({ title }) => title)).toEqual([
    'Anti-nuke',
    'Auto-moderation',
    'Tickets',
    'Welcome and farewell',
    'Levels',
    'Reaction roles',
  ])
  expect(Object.keys(details).toSorted()).toEqual(areas.map(({ path }) => path).toSorted())
})

test('a feature built later takes its place, and there are still six', () => {
  const newest = {
    title: 'Newest',
    icon: 'shield',
    page: { path: 'newest', area: '', order: 1 },
    front: { order: 0, text: 'Built.' },
  } as const
  const areas = listAreas([...contracts, newest])
  expect(areas).toHaveLength(6)
  expect(areas[0]).toEqual({ path: 'newest', icon: 'shield', title: 'Newest', text: 'Built.' })
})

test('the page does not mention what is only planned', () => {
  const claims = /\braids?\b|\bmusic\b|giveaway|\beconomy\b/i
  const said = ['area-details', 'areas', 'benchmarks', 'incident-timeline', 'get-started', 'hero', 'product-picture']
    .map(name => readFileSync(new URL(`${name}.tsx`, import.meta.url), 'utf8'))
    .concat(readFileSync('web/index.html', 'utf8'), JSON.stringify(listAreas(contracts)))
  expect(said.flatMap(text => claims.exec(text)?.[0] ?? [])).toEqual([])
})

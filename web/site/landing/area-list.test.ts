import { expect, test } from 'vitest'
import { features } from '#features/index.ts'
import { planned } from '#web/app/navigation/planned.ts'
import { details } from './area-details.tsx'
import { listAreas } from './area-list.ts'

const contracts = features.map(({ contract }) => contract)
const titles = (areas: ReturnType<typeof listAreas>) => areas.map(({ title }) => title)

test('the front page presents six areas in their order, and says which are not built', () => {
  const areas = listAreas(contracts, planned)
  expect(titles(areas)).toEqual([
    'Anti-nuke',
    'Auto-moderation',
    'Tickets',
    'Welcome and farewell',
    'Levels',
    'Reaction roles',
  ])
  const built = new Set(contracts.map(({ page }) => page?.path))
  expect(areas.filter(area => area.built !== built.has(area.path))).toEqual([])
  expect(areas.filter(({ path }) => details[path] === undefined)).toEqual([])
})

test('a feature that is built takes the place of its plan, one that was deleted is not presented', () => {
  const front = { order: 1, text: 'Built.' }
  const antinuke = {
    title: 'Anti-nuke',
    icon: 'shield',
    page: { path: 'antinuke', area: '', order: 1 },
    front,
  } as const
  const [first, ...others] = listAreas([antinuke], planned)
  expect(first).toEqual({ path: 'antinuke', icon: 'shield', title: 'Anti-nuke', text: 'Built.', built: true })
  expect(titles(others)).toEqual(['Tickets', 'Reaction roles'])
})

test('nothing that is built is still called planned', () => {
  const paths = new Set(contracts.flatMap(({ page }) => page?.path ?? []))
  expect(planned.filter(({ page }) => page && paths.has(page.path))).toEqual([])
})

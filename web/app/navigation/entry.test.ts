import { Star } from 'lucide-react'
import { expect, test } from 'vitest'
import { entries } from './entries.ts'
import { entryAt, grouped, mergeEntries, type NavEntry } from './entry.ts'

const entry = (path: string, more: Partial<NavEntry> = {}): NavEntry => ({
  path,
  name: path,
  icon: Star,
  description: '',
  group: '',
  place: 1,
  ...more,
})

const shown = () =>
  grouped(entries).map(({ title, entries }) => ({
    title,
    names: entries.map(({ name, path }) => `${name} (/${path})`),
  }))

test('the sidebar has the entries and groups of the specification, in order', () => {
  expect(shown().slice(0, 3)).toEqual([
    { title: '', names: ['Dashboard (/dashboard)', 'Bot Personalizer (/personalizer)', 'Server Settings (/basic)'] },
    {
      title: 'BESIC FEATURES',
      names: ['Levels (/progression)', 'Reaction Roles (/reactionroles)', 'Welcome Configuration (/welcome)'],
    },
    {
      title: 'SERVER MANAGEMENT',
      names: [
        'Join Dms (/joindms)',
        'Ticket Management (/tickets)',
        'Antinuke Configuration (/antinuke)',
        'Embeds Configuration (/embeds)',
      ],
    },
  ])
})

test.each([
  ['MODERATION', ['Auto-moderation (/automod)', 'Moderation (/moderation)']],
  [
    'COMMUNITY',
    [
      'Invite Tracking (/invites)',
      'Auto Roles (/autorole)',
      'Counters (/counters)',
      'Flag Translation (/translation)',
      'Reputation (/reputation)',
    ],
  ],
  ['ADMINISTRATION', ['Access (/access)', 'Commands (/commands)', 'History (/history)']],
])('the entries of %s keep their order, whatever stands between them', (title, names) => {
  const found = shown()
    .slice(3)
    .find(group => group.title === title)
  expect(found?.names.filter(name => names.includes(name))).toEqual(names)
})

test('only custom embeds are premium', () => {
  expect(entries.filter(({ premium }) => premium).map(({ path }) => path)).toEqual(['embeds'])
})

test('searching features ignores case and hides groups left empty', () => {
  const found = grouped(entries, 'CONFIG')
  expect(found.map(({ title }) => title)).toEqual(['BESIC FEATURES', 'SERVER MANAGEMENT'])
  expect(grouped(entries, 'no such feature')).toEqual([])
})

test("a feature's own entry replaces the planned one", () => {
  const built = entry('welcome', { description: 'built' })
  expect(mergeEntries([entry('welcome'), entry('tickets')], [built])).toEqual([entry('tickets'), built])
})

test('a page below an entry belongs to it, a page with a similar name does not', () => {
  const list = [entry('tickets')]
  expect(entryAt(list, 'tickets/limits')).toBe(list[0])
  expect(entryAt(list, 'tickets')).toBe(list[0])
  expect(entryAt(list, 'ticketsx')).toBeUndefined()
  expect(entryAt(list, '')).toBeUndefined()
})

import { Star } from 'lucide-react'
import { expect, test } from 'vitest'
import { entries } from './entries.ts'
import { entryAt, foundInside, grouped, type NavEntry } from './entry.ts'

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

test('the sidebar has the entries and groups of the specification, in its order as far as they are built', () => {
  const groups = new Map(shown().map(({ title, names }) => [title, names]))
  expect(groups.get('')).toEqual([
    'Dashboard (/dashboard)',
    'Bot Personalizer (/personalizer)',
    'Server Settings (/basic)',
  ])
  expect(groups.get('BESIC FEATURES')).toEqual([
    'Levels (/progression)',
    'Reaction Roles (/reactionroles)',
    'Welcome Configuration (/welcome)',
  ])
  expect(groups.get('SERVER MANAGEMENT')).toEqual([
    'Join Dms (/joindms)',
    'Ticket Management (/tickets)',
    'Antinuke Configuration (/antinuke)',
    'Embeds Configuration (/embeds)',
  ])
})

test.each([
  ['links', 'automod'],
  ['swearing', 'automod'],
  ['audit log', 'history'],
  ['goodbye', 'welcome'],
  ['mute', 'moderation'],
  ['leaderboard', 'progression'],
  ['translate', 'translation'],
  ['karma', 'reputation'],
  ['own commands', 'customcommands'],
  ['missing permissions', 'doctor'],
  ['embed title', 'welcome'],
  ['duplicates', 'automod'],
  ['antispam', 'automod'],
  ['ANTI spam', 'automod'],
  ['anti-spam', 'automod'],
  ['xp', 'progression'],
  ['XP rate', 'progression'],
  ['xprate', 'progression'],
])('%s is found by what people call it, or by a setting: %s', (search, path) => {
  expect(foundInside(entries, search).map(({ entry }) => entry.path)).toContain(path)
})

test('a name is found with and without its hyphens and spaces', () => {
  const found = (search: string) => grouped(entries, search).flatMap(({ entries: own }) => own.map(({ path }) => path))
  for (const search of ['automod', 'Auto-mod', 'auto mod']) expect(found(search)).toEqual(['automod'])
  expect(found('reactionroles')).toEqual(['reactionroles'])
})

test('an entry found by name is not listed twice, and two letters match whole words only', () => {
  expect(foundInside(entries, 'welcome conf')).toEqual([])
  expect(foundInside(entries, 'ex')).toEqual([])
  expect(foundInside(entries, '-')).toEqual([])
  expect(foundInside(entries, '  ')).toEqual([])
  expect(foundInside(entries, 'no such thing at all')).toEqual([])
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
  ['AUTOMATION', ['Automations (/automations)', 'Custom Commands (/customcommands)', 'Emojis (/emojis)']],
  ['ADMINISTRATION', ['Access (/access)', 'Commands (/commands)', 'History (/history)', 'Doctor (/doctor)']],
])('the entries of %s keep their order, whatever is between them', (title, names) => {
  const found = shown().find(group => group.title === title)
  expect(found?.names.filter(name => names.includes(name))).toEqual(names)
})

test('custom embeds and the bot personalizer are premium', () => {
  expect(entries.filter(({ premium }) => premium).map(({ path }) => path)).toEqual(['embeds', 'personalizer'])
})

test('searching features ignores case and hides groups left empty', () => {
  const found = grouped(entries, 'CONFIG')
  expect(found.map(({ title }) => title)).toEqual(['BESIC FEATURES', 'SERVER MANAGEMENT'])
  expect(grouped(entries, 'no such feature')).toEqual([])
})

test('a page below an entry belongs to it, a page with a similar name does not', () => {
  const list = [entry('tickets')]
  expect(entryAt(list, 'tickets/limits')).toBe(list[0])
  expect(entryAt(list, 'tickets')).toBe(list[0])
  expect(entryAt(list, 'ticketsx')).toBeUndefined()
  expect(entryAt(list, '')).toBeUndefined()
})

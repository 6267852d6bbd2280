import { expect, test } from 'vitest'
import { features } from '#features/index.ts'
import { entries } from '#web/app/navigation/entries.ts'
import { cardGroups, countUsers, quickActions, stateOf } from './feature-cards.ts'

test('users of the bot are the members of all its servers together', () => {
  expect(countUsers([{ memberCount: 12 }, { memberCount: 30 }])).toBe(42)
  expect(countUsers([])).toBe(0)
})

test('a card shows the switch of its module, and nothing when there is no such module', () => {
  const modules = [
    { name: 'greetings', enabled: true, switchable: true },
    { name: 'tickets', enabled: false, switchable: true },
  ]
  expect(stateOf('greetings', modules)).toBe('on')
  expect(stateOf('tickets', modules)).toBe('off')
  expect(stateOf('antinuke', modules)).toBeUndefined()
  // Without premium it does nothing, whatever its switch says.
  expect(stateOf('greetings', modules, true)).toBe('resting')
  expect(stateOf('tickets', modules, true)).toBe('off')
})

test('the groups, titles and order are those of the specification', () => {
  expect(cardGroups.map(({ title, cards }) => [title, ...cards.map(({ card, name }) => card ?? name)])).toEqual([
    ['Basic Features', 'Welcome Configuration', 'Reaction Roles', 'Levels'],
    ['Server Management', 'Antinuke Protection', 'Ticket Management', 'Join Dms'],
    ['Moderation', 'Auto-moderation', 'Moderation'],
    ['Community', 'Invite Tracking', 'Auto Roles', 'Counters', 'Flag Translation', 'Reputation'],
    ['Automation', 'Automations', 'Custom Commands', 'Emojis'],
    ['Premium Features', 'Custom Embeds'],
  ])
})

test('every quick action leads to a feature that is also listed', () => {
  const paths = cardGroups.flatMap(group => group.cards.map(card => card.path))
  expect(paths).toEqual(expect.arrayContaining(quickActions.map(action => action.path)))
})

test('the dashboard lists what the sidebar has, and the switch of every feature', () => {
  const cards = cardGroups.flatMap(group => group.cards)
  const elsewhere = new Set(['', 'ADMINISTRATION'])
  const pages = entries.filter(({ group }) => !elsewhere.has(group)).map(({ path }) => path)
  expect(cards.map(({ path }) => path).toSorted()).toEqual(pages.toSorted())
  const switched = features.filter(({ parts }) => parts.switch).map(({ contract }) => contract.name)
  expect(cards.map(({ feature }) => feature)).toEqual(expect.arrayContaining(switched))
})

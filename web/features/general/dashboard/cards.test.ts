import { expect, test } from 'vitest'
import { cardGroups, countUsers, quickActions, stateOf } from './cards.ts'

test('users of the bot are the members of all its servers together', () => {
  expect(countUsers([{ memberCount: 12 }, { memberCount: 30 }])).toBe(42)
  expect(countUsers([])).toBe(0)
})

test('a card shows the switch of its module, and says so when there is no such module yet', () => {
  const modules = [
    { name: 'greetings', enabled: true, switchable: true },
    { name: 'tickets', enabled: false, switchable: true },
  ]
  expect(stateOf('greetings', modules)).toBe('on')
  expect(stateOf('tickets', modules)).toBe('off')
  expect(stateOf('antinuke', modules)).toBe('soon')
})

test('every quick action leads to a feature that is also listed', () => {
  const paths = cardGroups.flatMap(group => group.cards.map(card => card.path))
  expect(paths).toEqual(expect.arrayContaining(quickActions.map(action => action.path)))
})

import { expect, test } from 'vitest'
import {
  actorText,
  actText,
  authorText,
  leadingAuthorText,
  onlyValueToShow,
  valueText,
  wayText,
} from './history-text.ts'

test('values are shown in words', () => {
  expect(valueText(true)).toBe('On')
  expect(valueText(null)).toBe('nothing')
  expect(valueText(['1'])).toBe('1 entry')
  expect(valueText('!')).toBe('!')
})

test('a long text is cut between characters, never within an emoji', () => {
  const told = valueText('😀'.repeat(100))
  expect([...told]).toHaveLength(40)
  expect(told.endsWith('😀…')).toBe(true)
})

test('a change that the bot made says why', () => {
  const nobody = { userId: null, name: null, avatarURL: null }
  expect(authorText({ ...nobody, via: 'channel deleted' })).toBe('the bot (channel deleted)')
  expect(authorText({ ...nobody, userId: '123', via: 'dashboard' })).toBe('user 123')
  expect(authorText({ ...nobody, userId: '123', name: 'mara.w', via: 'dashboard' })).toBe('mara.w')
})

test('a line that begins with its author begins with a capital letter, unless it is a name, and the reason is told once', () => {
  const nobody = { userId: null, name: null, avatarURL: null }
  const mara = { ...nobody, userId: '123', name: 'mara.w', via: 'dashboard' }
  expect(leadingAuthorText({ ...nobody, via: 'role deleted' })).toBe('The bot (role deleted)')
  expect(actorText({ ...nobody, via: 'role deleted' })).toBe('The bot')
  expect([leadingAuthorText(mara), actorText(mara)]).toEqual(['mara.w', 'mara.w'])
})

test('how a change was made names the command or the page', () => {
  expect(wayText('Command', { via: 'command', place: '.automod strikes' })).toBe('With .automod strikes')
  expect(wayText('Dashboard', { via: 'dashboard', place: 'Levels' })).toBe('Dashboard, Levels')
  expect(wayText('Dashboard', { via: 'dashboard', place: null })).toBe('Dashboard')
})

test('undoing a creation is described as a deletion, and either one shows only the old or the new value', () => {
  const of = (act: 'created' | 'changed' | 'deleted', restores: number | null) => {
    const revision = { restores, featureTitle: 'Custom Commands', thing: { noun: 'command', name: 'kiln', act } }
    return [actText(revision).verb, onlyValueToShow(revision)]
  }
  expect([of('created', null), of('deleted', 7)]).toEqual([
    ['created', 'after'],
    ['deleted', 'before'],
  ])
  expect([of('deleted', null), of('created', 7)]).toEqual([
    ['deleted', 'before'],
    ['restored', 'after'],
  ])
  expect(of('changed', 7)).toEqual(['restored', undefined])
})

import { expect, test } from 'vitest'
import { features } from '#features/index.ts'
import { defaultsInWords, switchesAtFirst } from './new-server.ts'

const defaultOf = (title: string, label: string) =>
  defaultsInWords(features)
    .find(feature => feature.title === title)
    ?.settings.find(setting => setting.label === label)?.value

test('in a new server, only harmless features are switched on', () => {
  expect(switchesAtFirst(features).flatMap(({ name, on }) => (on ? [name] : []))).toEqual([
    'moderation',
    'tickets',
    'reactionroles',
    'customcommands',
    'reputation',
    'automations',
    'emojis',
  ])
})

test('defaults are shown in words, as in the specification', () => {
  expect(defaultOf('Auto-moderation', 'Max Strikes')).toBe('10')
  expect(defaultOf('Auto-moderation', 'Max Mentions')).toBe('3')
  expect(defaultOf('Auto-moderation', 'Strikes expire after')).toBe('24 hours')
  expect(defaultOf('Auto-moderation', 'Anti-Spam')).toBe('Off')
  expect(defaultOf('Moderation', 'Warning threshold')).toBe('3')
  expect(defaultOf('Moderation', 'Moderation log')).toBe('none')
  expect(defaultOf('Server settings', 'Bot Prefix')).toBe('.')
})

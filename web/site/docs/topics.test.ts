import { expect, test } from 'vitest'
import type { CommandSummary } from '#features/general/contract.ts'
import { slug } from '#web/app/docs-topic.ts'
import { filterTopics, listTopics, splitUsage } from './topics.ts'

const command = (name: string, category: string): CommandSummary => ({
  name,
  category,
  description: `Does ${name}.`,
  aliases: [],
  usage: `.${name}`,
  slashUsage: `/${name}`,
  examples: [],
  needs: [],
  cooldown: 0,
})
const topics = listTopics([command('ban', 'Moderation Tools'), command('help', 'Getting Started')])

test('Getting Started comes first, also when no command is in it', () => {
  expect(topics.map(topic => topic.id)).toEqual(['getting-started', 'moderation-tools'])
  expect(listTopics([]).map(topic => topic.id)).toEqual(['getting-started'])
})

test('searching looks at titles, descriptions and command names, in any case', () => {
  expect(filterTopics(topics, 'TOOLS').map(topic => topic.id)).toEqual(['moderation-tools'])
  expect(filterTopics(topics, 'does help').map(topic => topic.id)).toEqual(['getting-started'])
  expect(filterTopics(topics, 'nothing like it')).toEqual([])
  expect(filterTopics(topics, '')).toHaveLength(2)
})

test('a category has a readable address', () => {
  expect(slug('Admin & Configuration')).toBe('admin-configuration')
})

test('arguments are distinguished from the command', () => {
  expect(splitUsage('.timeout <member> [reason]')).toEqual(['.timeout', '<member> [reason]'])
  expect(splitUsage('.config show <module>')).toEqual(['.config show', '<module>'])
  expect(splitUsage('.ping')).toEqual(['.ping', ''])
})

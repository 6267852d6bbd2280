import { expect, test } from 'vitest'
import { commandList } from '#features/general/command-list.ts'
import type { CommandSummary } from '#features/general/contract.ts'
import { features } from '#features/index.ts'
import { defaultsInWords } from '#kernel/guilds/new-server.ts'
import { categoryOf, docsLink, slug } from '#web/app/docs-topic.ts'
import { entries } from '#web/app/navigation/entries.ts'
import { inTheWorks } from './in-the-works.ts'
import { listTopics, matching, splitUsage, start } from './topics.ts'

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
  options: [],
})

const named = [
  'Getting Started',
  'Auto Moderation',
  'Anti-Nuke Protection',
  'Ticket System',
  'Music Player',
  'Giveaway System',
  'Economy System',
  'Moderation Tools',
  'Suggestion System',
  'Utility Commands',
  'Admin and Configuration',
]

test('the eleven categories keep their order, whatever the build contains', () => {
  expect(listTopics([], []).map(({ title }) => title)).toEqual(named)
  expect(listTopics([command('ban', 'Moderation')], []).map(({ title }) => title)).toEqual(named)
})

test('every command and setting of the product is in one of them, and none of them is empty', () => {
  const commands = commandList(features)
  const defaults = defaultsInWords(features)
  const topics = listTopics(commands, defaults)
  const sections = topics.flatMap(topic => topic.sections)
  expect(sections.flatMap(section => section.commands)).toHaveLength(commands.length)
  expect(sections.flatMap(section => section.settings)).toHaveLength(defaults.length)
  expect(topics.filter(topic => topic.description === '' || (!topic.planned && topic.sections.length === 0))).toEqual(
    [],
  )
})

test('what is in the works says so until something of it is built', () => {
  const plannedIn = (commands: CommandSummary[]) =>
    listTopics(commands, []).flatMap(topic => (topic.planned ? topic.title : []))
  expect(plannedIn([])).toEqual(Object.keys(inTheWorks))
  expect(plannedIn([command('play', 'Music Player')])).not.toContain('Music Player')
})

test('a heading that is not a category becomes a section of one, and a link leads there', () => {
  const [section] =
    listTopics([command('rank', 'Levels')], []).find(({ id }) => id === 'utility-commands')?.sections ?? []
  expect(section).toMatchObject({ id: 'levels', title: 'Levels' })
  expect(docsLink('Levels')).toEqual({ to: '/docs/$page', params: { page: 'utility-commands' }, hash: 'levels' })
  expect(docsLink('Auto Moderation')).toEqual({ to: '/docs/$page', params: { page: 'auto-moderation' } })
  expect(categoryOf('Something new')).toBe('Utility Commands')
})

test('what the sidebar links to is in the documentation', () => {
  const topics = listTopics(commandList(features), defaultsInWords(features))
  const places = topics.flatMap(({ id, sections }) => [id, ...sections.map(section => `${id}#${section.id}`)])
  const linked = entries.flatMap(({ docs = start, premium }) => (premium ? [] : docsLink(docs)))
  const addresses = linked.map(({ params, hash }) => (hash === undefined ? params.page : `${params.page}#${hash}`))
  expect(addresses.filter(address => !places.includes(address))).toEqual([])
})

test('searching the categories looks at titles and descriptions, in any case', () => {
  const topics = listTopics([], [])
  expect(matching(topics, 'TOOLS').map(({ id }) => id)).toEqual(['moderation-tools', 'utility-commands'])
  expect(matching(topics, 'transcripts').map(({ id }) => id)).toEqual(['ticket-system'])
  expect(matching(topics, 'nothing like it')).toEqual([])
  expect(matching(topics, '')).toHaveLength(11)
})

test('a category has a readable URL', () => {
  expect(slug('Admin & Configuration')).toBe('admin-configuration')
})

test('arguments are distinguished from the command', () => {
  expect(splitUsage('.timeout <member> [reason]')).toEqual(['.timeout', '<member> [reason]'])
  expect(splitUsage('.config show <module>')).toEqual(['.config show', '<module>'])
  expect(splitUsage('.ping')).toEqual(['.ping', ''])
})

import type { APIApplicationCommand } from 'discord-api-types/v10'
import { describe, expect, test } from 'vitest'
import { commandData, matchCommands, slashCommands } from './commands.ts'

const command = (name: string, options: unknown[] = []): APIApplicationCommand =>
  JSON.parse(
    JSON.stringify({
      id: `1${name.length}`,
      application_id: '9',
      version: '3',
      type: 1,
      name,
      description: name,
      options,
    }),
  )
const index = {
  applications: [{ id: '9', name: 'Palisade' }],
  application_commands: [
    command('ping'),
    command('config', [
      { type: 1, name: 'show', description: 'Shows it' },
      {
        type: 2,
        name: 'module',
        description: 'Modules',
        options: [
          {
            type: 1,
            name: 'enable',
            description: 'Turns one on',
            options: [{ type: 3, name: 'name', description: 'Which', required: true }],
          },
        ],
      },
    ]),
    command('timeout', [
      { type: 6, name: 'member', description: 'Who', required: true },
      { type: 4, name: 'minutes', description: 'How long', min_value: 1, max_value: 60 },
    ]),
  ],
}
const commands = slashCommands(index)
const named = (path: string) => commands.find(each => each.path.join(' ') === path) ?? expect.fail(path)

describe('the list of commands', () => {
  test('subcommands and groups are commands of their own', () => {
    expect(commands.map(each => each.path.join(' '))).toEqual([
      'config module enable',
      'config show',
      'ping',
      'timeout',
    ])
  })

  test('names that start with the typed text come before names that contain it', () => {
    expect(matchCommands(commands, 'p').map(each => each.path[0])).toEqual(['ping'])
    expect(matchCommands(commands, 'config sh').map(each => each.path.join(' '))).toEqual(['config show'])
    expect(matchCommands(commands, 'o').map(each => each.path.join(' '))).toEqual([
      'config module enable',
      'config show',
      'timeout',
    ])
  })
})

describe('what the client sends', () => {
  test('subcommands hold their options', () => {
    expect(commandData(named('config module enable'), { name: 'welcome' }).data.options).toEqual([
      {
        type: 2,
        name: 'module',
        options: [{ type: 1, name: 'enable', options: [{ type: 3, name: 'name', value: 'welcome' }] }],
      },
    ])
  })

  test('numbers are sent as numbers, and empty options are left out', () => {
    expect(commandData(named('timeout'), { member: '42', minutes: '5' }).data.options).toEqual([
      { type: 6, name: 'member', value: '42' },
      { type: 4, name: 'minutes', value: 5 },
    ])
    expect(commandData(named('timeout'), { member: '42', minutes: '' }).data.options).toHaveLength(1)
  })

  test.each([
    [{}, 'This is required.'],
    [{ member: '42', minutes: '1.5' }, 'Enter a whole number.'],
    [{ member: '42', minutes: '99' }, 'At most 60.'],
    [{ member: '42', minutes: 'soon' }, 'Enter a number.'],
  ])('%j is refused before it is sent: %s', (values, sentence) => {
    expect(commandData(named('timeout'), values).problems.map(each => each.sentence)).toContain(sentence)
  })

  test('an option being completed is sent as it stands, and nothing is required yet', () => {
    const { data, problems } = commandData(named('timeout'), { minutes: '' }, 'minutes')
    expect(problems).toEqual([])
    expect(data.options).toEqual([{ type: 4, name: 'minutes', value: '', focused: true }])
  })
})

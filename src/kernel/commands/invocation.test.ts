import { expect, test } from 'vitest'
import { chooseSubcommand, readInvocation } from './invocation.ts'

const bot = '123456789012345678'
const read = (content: string, prefix = '.') => readInvocation(content, prefix, bot)

test('a command starts with the prefix, or a mention of the bot', () => {
  expect(read('.warn  @mara  spam')).toEqual({ kind: 'command', word: 'warn', rest: ' @mara  spam', prefix: '.' })
  expect(read(`<@${bot}> warn`)).toMatchObject({ kind: 'command', word: 'warn' })
  expect(read(`<@!${bot}>warn`)).toMatchObject({ kind: 'command', word: 'warn' })
})

test('a mention alone is a greeting', () => {
  expect(read(`<@${bot}> `)).toEqual({ kind: 'greeting' })
})

test.each(['hello', '. help', '...', '.', '', `hi <@${bot}>`, '<@223456789012345678> help'])(
  '%j is no command',
  content => {
    const asked = read(content)
    expect(asked.kind === 'command' && /^[a-z]/.test(asked.word)).toBe(false)
  },
)

test('a prefix of letters works in any case and with a space', () => {
  expect(read('Pal help', 'pal')).toMatchObject({ kind: 'command', word: 'help' })
  expect(read('PALhelp', 'pal')).toMatchObject({ kind: 'command', word: 'help' })
})

test('the arguments may begin on the next line', () => {
  expect(read('.say\nhello')).toMatchObject({ word: 'say', rest: 'hello' })
})

test('a group finds its subcommand in any case, or else its default', () => {
  const group = { subcommands: { list: 0, set: 0 }, bare: 'list', otherwise: 'set', synonyms: { all: 'list' } }
  expect(chooseSubcommand(group, 'LIST all')).toEqual({ name: 'list', rest: 'all' })
  expect(chooseSubcommand(group, 'ALL 2')).toEqual({ name: 'list', rest: '2' })
  expect(chooseSubcommand(group, '  ')).toEqual({ name: 'list', rest: '  ' })
  expect(chooseSubcommand(group, 'automod on')).toEqual({ name: 'set', rest: 'automod on' })
  expect(chooseSubcommand({ subcommands: { list: 0 } }, 'constructor')).toBeUndefined()
})

test('punctuation after a subcommand is not part of it, except where a name is possible', () => {
  const group = { subcommands: { on: 0, off: 0 }, synonyms: { stop: 'off' } }
  expect(chooseSubcommand(group, 'on.')).toEqual({ name: 'on', rest: '' })
  expect(chooseSubcommand(group, 'stop, now')).toEqual({ name: 'off', rest: 'now' })
  const named = { ...group, otherwise: 'on' }
  expect(chooseSubcommand(named, 'off.')).toEqual({ name: 'off', rest: '' })
  expect(chooseSubcommand(named, 'off! Potter')).toEqual({ name: 'on', rest: 'off! Potter' })
})

test('a synonym may stand for a subcommand and its first words', () => {
  const group = { subcommands: { status: 0 }, synonyms: { on: 'status on' } }
  expect(chooseSubcommand(group, 'ON')).toEqual({ name: 'status', rest: 'on ' })
})

test.each([
  ['delete kiln', { add: 0, remove: 0 }, 'remove'],
  ['DEL kiln', { add: 0, remove: 0 }, 'remove'],
  ['remove 5', { show: 0, delete: 0 }, 'delete'],
  ['del', { remove: 0, delete: 0 }, 'delete'],
  ['rm @mara', { delete: 0, remove: 0 }, 'remove'],
  ['show', { on: 0, status: 0 }, 'status'],
  ['show kiln', { list: 0, info: 0 }, 'info'],
  ['view', { list: 0 }, 'list'],
  ['view', { show: 0, list: 0 }, 'show'],
  ['enable', { on: 0, off: 0 }, 'on'],
  ['Enabled', { on: 0, off: 0 }, 'on'],
  ['disable', { on: 0, off: 0 }, 'off'],
  ['disabled', { enable: 0, off: 0 }, 'off'],
  ['enable', { enable: 0, on: 0 }, 'enable'],
])('%j in the group %j means %s', (text, subcommands, name) => {
  expect(chooseSubcommand({ subcommands }, text)).toMatchObject({ name })
})

test('where the first word may be a name, the only synonyms understood are those for removing', () => {
  const group = { subcommands: { add: 0, remove: 0, list: 0 }, otherwise: 'add' }
  expect(chooseSubcommand(group, 'delete kiln')).toEqual({ name: 'remove', rest: 'kiln' })
  for (const name of ['delete', 'show', 'view'])
    expect(chooseSubcommand(group, name)).toEqual({ name: 'add', rest: name })
})

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

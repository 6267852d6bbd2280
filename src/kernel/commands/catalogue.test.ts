import { expect, test } from 'vitest'
import { contract } from '#contract'
import { type Parts, command, feature, option } from '../feature.ts'
import { createCatalogue } from './catalogue.ts'

const shop = contract('shop', { title: 'Shop' })
const say = command<typeof shop>()({ description: 'Says it', aliases: ['echo'], run: () => undefined })
const withCommands = (commands: NonNullable<Parts<typeof shop>['commands']>) =>
  createCatalogue([feature(shop, { commands })])

test('a command is found by name and alias in any case', () => {
  const catalogue = withCommands({ say })
  expect(catalogue.find('SAY')?.name).toBe('say')
  expect(catalogue.find('echo')?.name).toBe('say')
  expect(catalogue.find('constructor')).toBeUndefined()
})

test('a name that is used twice is reported at start', () => {
  expect(() => withCommands({ say, echo: say })).toThrow('used twice')
})

test('a command that Discord would refuse is reported at start', () => {
  expect(() => withCommands({ Say: say })).toThrow('not a command name')
  const first = { a: option.text('first', { optional: true }), b: option.text('second') }
  expect(() => withCommands({ odd: { description: 'Odd', options: first, run: () => undefined } })).toThrow('option b')
  const off = {
    off: option.off('off for none', { insteadOf: 'chanel', instead: 'Name a channel, or say off.' }),
    channel: option.channel('the channel', { optional: true }),
  }
  expect(() => withCommands({ odd: { ...say, options: off } })).toThrow('no option chanel')
})

const trade = { name: 'trade', description: 'Buys and sells' }
test('a command under a root is found by its dot name and by its path', () => {
  const catalogue = withCommands({ say: { ...say, slash: { root: trade, name: 'talk' } } })
  expect(catalogue.find('echo')?.name).toBe('say')
  expect(catalogue.slash.find('trade talk')?.path).toBe('say')
  expect(catalogue.slash.find('say')).toBeUndefined()
})

test('a slash path may be typed, too; a subcommand of that name takes precedence', () => {
  const talk = { ...say, slash: { root: trade, name: 'talk' } }
  const { findTyped } = withCommands({ say: talk })
  expect(findTyped('TRADE', 'Talk  two words')).toMatchObject({ entry: { name: 'say' }, rest: ' two words' })
  expect(findTyped('echo', 'talk')).toMatchObject({ entry: { name: 'say' }, rest: 'talk' })
  expect(findTyped('trade', 'nothing')).toBeUndefined()
  const group = { description: 'Trades', slash: false as const, subcommands: { talk: say } }
  const besides = withCommands({ say: talk, trade: group })
  expect(besides.findTyped('trade', 'talk loud')).toMatchObject({ entry: { name: 'trade' }, rest: 'talk loud' })
})

test('two commands with one path, and a root that is declared twice, are reported at start', () => {
  const talk = { ...say, aliases: [], slash: { root: trade, name: 'talk' } }
  expect(() => withCommands({ say: talk, tell: talk })).toThrow('declared twice')
  expect(() => withCommands({ say: talk, trade: { ...say, aliases: [] } })).toThrow('declared twice')
  const other = { ...talk, slash: { root: { name: 'trade', description: 'Other' }, name: 'other' } }
  expect(() => withCommands({ say: talk, tell: other })).toThrow('declared twice')
})

test('only options that are typed can be completed', () => {
  const odd = { ...say, options: { who: option.user('who') }, autocomplete: { who: () => [] } }
  expect(() => withCommands({ say: odd })).toThrow('cannot be completed')
})

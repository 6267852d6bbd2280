import { expect, test } from 'vitest'
import { contract } from '#contract'
import { type Command, command, feature, option } from '../feature.ts'
import { createCatalogue } from './catalogue.ts'
import { createLog } from '../log.ts'
import { commandAsJson } from './command-json.ts'
import { sameCommands, wantedCommands } from './registration.ts'

const shop = contract('shop', { title: 'Shop' })
const buy = command<typeof shop>()({
  description: 'Buys something',
  needs: ['ManageGuild'],
  options: {
    thing: option.choice('what', ['apple', 'pear']),
    amount: option.integer('how many', { optional: true, min: 1 }),
  },
  run: () => undefined,
})
const jsonOf = (definition: Command<typeof shop>) =>
  createCatalogue([feature(shop, { commands: { buy: definition } })]).slash.roots.map(commandAsJson)

/** As Discord gives a registered command back: with its own bookkeeping and defaults. */
const asDiscordKeepsIt = (json: { default_member_permissions?: unknown }) => ({
  id: '1',
  application_id: '2',
  version: '3',
  nsfw: false,
  name_localizations: null,
  integration_types: [0],
  ...json,
  default_member_permissions: String(json.default_member_permissions),
})

test('a command is registered with its options and who may see it', () => {
  expect(jsonOf(buy)[0]).toEqual({
    type: 1,
    name: 'buy',
    description: 'Buys something',
    default_member_permissions: 32,
    contexts: [0],
    options: [
      {
        type: 3,
        name: 'thing',
        description: 'what',
        required: true,
        choices: [
          { name: 'apple', value: 'apple' },
          { name: 'pear', value: 'pear' },
        ],
      },
      { type: 4, name: 'amount', description: 'how many', min_value: 1 },
    ],
  })
})

test('by default only administrators see commands for the owner or the operator', () => {
  expect(jsonOf({ ...buy, needs: ['operator'] })[0]).toMatchObject({ default_member_permissions: 0 })
})

test('an unchanged command is not registered again', () => {
  expect(sameCommands(jsonOf(buy).map(asDiscordKeepsIt), jsonOf(buy))).toBe(true)
})

test('a changed description, option or permission is registered again', () => {
  const existing = jsonOf(buy).map(asDiscordKeepsIt)
  expect(sameCommands(existing, jsonOf({ ...buy, description: 'Buys a thing' }))).toBe(false)
  expect(sameCommands(existing, jsonOf({ ...buy, needs: [] }))).toBe(false)
  expect(sameCommands(existing, jsonOf({ ...buy, options: {} }))).toBe(false)
  expect(sameCommands(existing, [])).toBe(false)
})

const logged: string[] = []
const log = createLog('warn', [], { write: line => void logged.push(line) })
const numbered = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, place) => [`buy${place}`, buy]))

test('commands beyond Discord’s limits are left out and reported, never a crash', () => {
  const menu = (place: number) => ({ title: `Sell ${place}`, on: 'user' as const, run: () => undefined })
  const menus = Object.fromEntries(Array.from({ length: 16 }, (_, place) => [`sell${place}`, menu(place)]))
  const catalogue = createCatalogue([feature(shop, { commands: numbered(101), menus })])
  const wanted = wantedCommands(catalogue, log)
  expect(wanted).toHaveLength(115)
  expect(catalogue.find('buy100')?.name).toBe('buy100')
  expect(logged.join()).toContain('buy100')
  expect(logged.join()).toContain('Sell 15')
})

const trade = { name: 'trade', description: 'Buys and sells' }
const under = (name: string, needs: Command<typeof shop>['needs'] = []): Command<typeof shop> => ({
  ...buy,
  needs,
  slash: { root: trade, name },
})

test('a root is visible to members with the permissions that all its commands need', () => {
  const rootOf = (commands: Record<string, Command<typeof shop>>) =>
    createCatalogue([feature(shop, { commands })]).slash.roots.map(commandAsJson)
  const shared = { a: under('buy', ['ManageGuild', 'BanMembers']), b: under('sell', ['ManageGuild']) }
  expect(rootOf(shared)).toMatchObject([{ name: 'trade', default_member_permissions: 32 }])
  expect(rootOf({ ...shared, c: under('look') })).toMatchObject([{ default_member_permissions: null }])
})

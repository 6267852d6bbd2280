// @module-tag long
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { features } from '#features/index.ts'
import { UserError } from '#kit/errors.ts'
import { runs } from '#test/sampling.ts'
import { readFile } from './read-file.ts'

const server = { id: '100000000000000001', name: 'A server' }
const usual = () => ({
  palisade: 'settings',
  version: 1,
  exportedAt: '2026-11-23T20:00:00.000Z',
  server,
  channels: { '100000000000000002': { name: 'mod-log', type: 0 } },
  roles: { '100000000000000003': { name: 'Staff' } },
  settings: {
    moderation: { maxWarn: 5, modlogChannel: '100000000000000002' },
    automod: { enabled: true, exemptRoles: ['100000000000000003'] },
  } as Record<string, unknown>,
})
const read = (file: unknown) => readFile(features, typeof file === 'string' ? file : JSON.stringify(file))
const refusalOf = async (file: unknown): Promise<string> => {
  try {
    await read(file)
  } catch (error) {
    if (error instanceof UserError) return error.message
    throw error
  }
  return 'understood'
}

test('a settings file is read with any values that its settings can have', async () => {
  const [first, second] = (await read(usual())).settings
  expect(first?.values).toEqual({ maxWarn: 5, modlogChannel: '100000000000000002' })
  expect(second?.feature.contract.name).toBe('automod')
})

const withThings = (things: unknown) => ({ ...usual(), version: 2, things })
const deep = (levels: number): unknown => (levels === 0 ? 1 : [deep(levels - 1)])

test.each<[string, unknown, string | RegExp]>([
  ['no JSON', '{"palisade": "settings",\n  oops', /^Line 2, column 3: this is not JSON\./],
  ['the end is missing', '{"palisade": ', /^Line 1, column \d+: this is not JSON\./],
  ['a list', [], /^This is not a settings file/],
  ['a picture', '\u0089PNG\r\n', /^This is not a settings file/],
  ['nothing', '', /^This is not a settings file/],
  ['another program', { ...usual(), palisade: 'pterodactyl' }, /^This is not a settings file/],
  ['no version', { ...usual(), version: undefined }, /^The file does not say/],
  [
    'a newer version',
    { ...usual(), version: 3 },
    /^The file has version 3, but this copy only reads versions up to 2\./,
  ],
  ['an older version', { ...usual(), version: 0 }, /^The file does not say/],
  ['something besides', { ...usual(), webhooks: [] }, /^webhooks: There is no field/],
  [
    'an unknown feature',
    { ...usual(), settings: { moderatoin: {} } },
    /^settings\.moderatoin: .*Did you mean moderation\?/,
  ],
  [
    'an unknown setting',
    { ...usual(), settings: { moderation: { maxWarm: 2 } } },
    /^settings\.moderation\.maxWarm: .*Did you mean Warning threshold \(maxWarn\)\?/,
  ],
  [
    'a label in place of a key',
    { ...usual(), settings: { moderation: { 'Warning threshold': 2 } } },
    /^settings\.moderation\.Warning threshold: .*Did you mean Warning threshold \(maxWarn\)\?/,
  ],
  [
    'another type',
    { ...usual(), settings: { moderation: { modlogChannel: 5 } } },
    /^settings\.moderation\.modlogChannel: .+ \(modlogChannel\) must be text\.$/,
  ],
  [
    'a wrong value',
    { ...usual(), settings: { moderation: { maxWarn: 99 } } },
    /^settings\.moderation\.maxWarn: Warning threshold must be at most 10\./,
  ],
  [
    'a wrong kind',
    { ...usual(), settings: { automod: { words: [{ pattern: 1, kind: 'word' }] } } },
    /^settings\.automod\.words\.0\.pattern: /,
  ],
  [
    'a field too many',
    { ...usual(), settings: { automod: { words: [{ pattern: 'a', kind: 'word', eval: '1' }] } } },
    /^settings\.automod\.words\.0\.eval: /,
  ],
  [
    'a secret',
    { ...usual(), settings: { tickets: { webhookUrl: '' } } },
    /^settings\.tickets\.webhookUrl: .+ \(webhookUrl\) is not imported from files: it /,
  ],
  [
    'people with access',
    { ...usual(), settings: { access: { grants: [] } } },
    /^settings\.access\.grants: .*is not imported/,
  ],
  [
    'what every object has',
    '{"palisade":"settings","version":1,"settings":{"moderation":{"constructor":1}},"__proto__":{}}',
    /:/,
  ],
  ['too deep', { ...usual(), settings: { automod: { words: deep(30) } } }, /nested too deep/],
  [
    'too much in one setting',
    { ...usual(), settings: { automod: { words: Array.from({ length: 20_001 }, () => 0) } } },
    'settings.automod.words: this holds too much: at most 20000 values.',
  ],
  [
    'too much in one thing',
    withThings({ tickets: { tags: [{ name: 'a', words: Array.from({ length: 20_001 }, () => 'b') }] } }),
    'things.tickets.tags.0: this holds too much: at most 20000 values.',
  ],
  [
    'too much',
    { ...usual(), settings: { automod: { words: Array.from({ length: 110_000 }, () => 1) } } },
    /holds too much/,
  ],
  ['things of no feature', withThings({ moderatoin: {} }), /^things\.moderatoin: .*Did you mean moderation\?/],
  ['no such things', withThings({ tickets: { tag: [] } }), /^things\.tickets\.tag: .*Did you mean tags\?/],
  [
    'things that stay',
    withThings({ emojis: { emojis: [] } }),
    /^things\.emojis\.emojis: this copy imports nothing of that kind/,
  ],
  [
    'a thing without a name',
    withThings({ customcommands: { commands: [{ on: true }] } }),
    /^things\.customcommands\.commands\.0\.name: .+ \(name\) is missing\.$/,
  ],
  [
    'a wrong value of a thing',
    withThings({
      customcommands: {
        commands: [
          { name: 'a', on: true },
          { name: 'b', member_wait: -1 },
        ],
      },
    }),
    /^things\.customcommands\.commands\.1\.member_wait: Enter at least 0\./,
  ],
  [
    'an automation that would be on',
    withThings({ automations: { automations: [{ name: 'a', on: true }] } }),
    /^things\.automations\.automations\.0\.on: automations have no such field/,
  ],
  [
    'something within a thing',
    withThings({ automations: { automations: [{ name: 'a', trigger: { eval: 1 } }] } }),
    /^things\.automations\.automations\.0\.trigger\.eval: /,
  ],
  [
    'what every object has, in a thing',
    withThings({ tickets: { tags: [{ name: 'a', constructor: 1 }] } }),
    /^things\.tickets\.tags\.0\.constructor: /,
  ],
  [
    'a panel that joins itself',
    withThings({ tickets: { panels: [{ title: 'a', joined_to: '0' }] } }),
    /^things\.tickets\.panels\.0\.joined_to: this is not the index of another one/,
  ],
  [
    'a panel that joins one of elsewhere',
    withThings({ tickets: { panels: [{ title: 'a' }, { title: 'b', joined_to: 'default' }] } }),
    /^things\.tickets\.panels\.1\.joined_to: /,
  ],
  [
    'more than a server has',
    withThings({ automations: { automations: Array.from({ length: 26 }, () => ({ name: 'a' })) } }),
    /^things\.automations\.automations: a server can have at most 25 of them/,
  ],
])('%s is refused with its place', async (_case, file, told) => {
  expect(await refusalOf(file)).toMatch(told)
})

test('designs are read with any values that they can have, and files of the first version have none', async () => {
  const tag = { name: 'Refund', text: 'In five days.', words: ['money'] }
  expect((await read(usual())).things).toEqual([])
  const [first] = (await read(withThings({ tickets: { tags: [tag] } }))).things
  expect(first?.designs).toEqual([{ ...tag, name: 'refund' }])
})

/** Any value for any setting that there is, and any value in place of any part of a file. */
const settings = fc.record(
  Object.fromEntries(
    features.map(({ contract }) => [
      contract.name,
      fc.record(Object.fromEntries(Object.keys(contract.settings.shape).map(key => [key, fc.jsonValue()])), {
        requiredKeys: [],
      }),
    ]),
  ),
  { requiredKeys: [] },
)
const anyOf = (shape: object) =>
  fc.record(Object.fromEntries(Object.keys(shape).map(key => [key, fc.jsonValue()])), { requiredKeys: [] })
const things = fc.record(
  Object.fromEntries(
    features.map(({ contract, parts: { things: kinds = {} } }) => [
      contract.name,
      fc.record(
        Object.fromEntries(
          Object.entries(kinds).map(([kind, { fields }]) => [kind, fc.array(anyOf(fields.shape), { maxLength: 3 })]),
        ),
        { requiredKeys: [] },
      ),
    ]),
  ),
  { requiredKeys: [] },
)
const drawn: Record<string, fc.Arbitrary<unknown>> = { settings, things }
const parts = fc.record(
  Object.fromEntries(Object.keys(withThings({})).map(key => [key, drawn[key] ?? fc.jsonValue()])),
  { requiredKeys: [] },
)

test('any file that people write is read, or refused as a whole or with a place, and never crashes', async () => {
  await fc.assert(
    fc.asyncProperty(parts, fc.option(fc.nat()), async (part, cut) => {
      const text = JSON.stringify({ ...usual(), ...part })
      const sent = cut === null ? text : text.slice(0, cut % text.length)
      expect(await refusalOf(sent)).toMatch(
        /^understood$|^This is not a settings file|^The file (?:does not say|has version) |: /,
      )
    }),
    { numRuns: runs(900) },
  )
})

import { ChannelType } from 'discord.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { features } from '#features/index.ts'
import { createCatalogue } from '#kernel/commands/catalogue.ts'
import { type Command, isGroup, type Option } from '#kernel/feature.ts'
import { createHarness, type Harness } from '../harness.ts'
import { textOf } from '../member.ts'
import { someOf, walked } from '../sampling.ts'

/** Every command that takes a member, a role or a channel, called with a name that nothing has. */
let app: Harness
beforeAll(async () => {
  app = await createHarness()
  const owner = await app.signIn('owner')
  for (const { contract, parts } of features)
    if (parts.switch) await owner.call('PATCH', `/api/guild/${app.guildId}/modules/${contract.name}`, { enabled: true })
})
afterAll(() => app.close())

const voices = [ChannelType.GuildVoice, ChannelType.GuildStageVoice]
const isCategory = ({ channelTypes }: Option) =>
  channelTypes?.every(type => type === ChannelType.GuildCategory) ?? false
const isVoice = ({ channelTypes }: Option) => channelTypes?.every(type => voices.includes(type)) ?? false

/** A misspelled name, and the real name nearest to it. */
function misspelt(option: Option): [typed: string, nearest: string] | undefined {
  if (option.kind === 'member' || option.kind === 'user') return ['jun_tna', 'jun_tan']
  if (option.kind === 'role') return ['Reguler', 'Regular']
  if (option.kind === 'channel' && isCategory(option)) return ['Informtion', 'Information']
  if (option.kind === 'channel') return isVoice(option) ? ['"Bench tlak"', '#Bench talk'] : ['woodwrk', '#woodwork']
  return undefined
}

function sample({ kind, min = 1, choices = [] }: Option): string {
  if (kind === 'member' || kind === 'user') return `<@${app.as('member2').userId}>`
  if (kind === 'channel') return `<#${app.channel('general')}>`
  if (kind === 'duration') return '10m'
  if (kind === 'integer' || kind === 'number') return String(min)
  if (kind === 'choice') return choices[0] ?? ''
  return '10'
}

interface Case {
  path: string
  option: string
  kind: Option['kind']
  /** The words of the command, with a name in this place. */
  typed: (name?: string) => string[]
  nearest: string
}

function casesOf(path: string, { options = {} }: Command): Case[] {
  const all = Object.entries(options)
  return all.flatMap(([name, option], place) => {
    const wrong = misspelt(option)
    if (!wrong) return []
    const required = (some: typeof all) =>
      some.flatMap(([, one]) => (one.required && one.kind !== 'rest' ? [sample(one)] : []))
    const [before, after] = [all.slice(0, place), all.slice(place + 1)]
    // A name goes to the first option that it fits; for a later one, the option is named.
    const isSaid = before.some(([, one]) => !one.required && misspelt(one) !== undefined)
    const rest = after.find(([, { kind }]) => kind === 'rest')?.[1]
    const endings = [...(rest?.required ? [] : ['']), ...(rest ? ['raid in progress', '"a reason"'] : [])]
    const typed = (called = wrong[0]) =>
      endings.map(ending =>
        [path, ...required(before), isSaid ? `${name}:${called}` : called, ...required(after), ending].join(' ').trim(),
      )
    return [{ path, option: name, kind: option.kind, typed, nearest: wrong[1] }]
  })
}

const cases = createCatalogue(features).entries.flatMap(({ name, definition }) =>
  isGroup(definition)
    ? Object.entries(definition.subcommands).flatMap(([word, sub]) => casesOf(`${name} ${word}`, sub))
    : casesOf(name, definition),
)

/** The bot's changes in Discord other than answers. */
const acts = () =>
  app.sandbox
    .requests()
    .filter(({ caller, method }) => caller === 'bot' && (method === 'PUT' || method === 'PATCH' || method === 'DELETE'))

test('the walk finds the commands', () => {
  expect(cases.length).toBeGreaterThan(40)
  expect(cases.map(({ path }) => path)).toEqual(expect.arrayContaining(['lock', 'warn', 'rank', 'autorole add']))
})

test.each(walked(cases))(
  '.$path refuses a misspelt $option with the nearest, and does nothing',
  async ({ typed, nearest }) => {
    for (const text of typed()) {
      const before = acts().length
      const told = textOf(await app.answerTo(await app.as('owner').say(app.channel('general'), `.${text}`)))
      expect([text, told.includes('There is no'), told.includes(nearest), acts().length - before]).toEqual([
        text,
        true,
        true,
        0,
      ])
    }
  },
)

describe('a name that two people have', () => {
  const ofPeople = cases.filter(({ kind }) => kind === 'member' || kind === 'user')
  const world = () => app.sandbox.context.world
  const name = 'jun_tan'
  const both: string[] = []
  beforeAll(async () => {
    const named = [...world().accounts.values()].find(({ user }) => user.username === name)?.user.id ?? ''
    const { userId } = app.as('member5')
    both.push(named, userId)
    if (named === '' || named === userId) throw new Error('there are no two people to mix up')
    await app.as('owner').rest('PATCH', `/guilds/${app.guildId}/members/${userId}`, { nick: name })
  })

  test.each(walked(ofPeople).map((one, turn) => ({ ...one, turn })))(
    '.$path asks whom $option means, though one copied it as a nickname, and does nothing',
    async ({ typed, turn }) => {
      for (const spelling of someOf([name, `@${name}`, 'Jun_Tan'], turn))
        for (const text of typed(spelling)) {
          const before = acts().length
          const told = textOf(await app.answerTo(await app.as('owner').say(app.channel('general'), `.${text}`)))
          const asks = told.includes('Several match') && both.every(id => told.includes(id))
          expect([text, asks, acts().length - before]).toEqual([text, true, 0])
        }
    },
  )
})

import type { APIMessage } from 'discord-api-types/v10'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { features } from '#features/index.ts'
import { createCatalogue } from '#kernel/commands/catalogue.ts'
import { createHarness, type Harness } from '#test/harness.ts'
import { textOf } from '#test/member.ts'
import { until } from '#test/until.ts'

let app: Harness
beforeAll(async () => {
  app = await createHarness()
})
afterAll(() => app.close())

const ask = async (login: string, text: string) => app.answerTo(await app.as(login).say(app.channel('general'), text))
const namesIn = (message: APIMessage) =>
  (message.embeds[0]?.fields ?? []).flatMap(({ value }) => [...value.matchAll(/`\.([a-z]+)`/g)].map(([, name]) => name))
const addresses = ({ components = [] }: APIMessage) =>
  components.flatMap(row =>
    'components' in row ? (row.components as { url?: string }[]).flatMap(({ url }) => url ?? []) : [],
  )

/** The names of commands in modules that are on by default, by whether they need a right. */
const namesOf = (by: 'right' | 'everybody' | 'all') =>
  features
    .filter(({ parts, contract }) => {
      const initial: Record<string, unknown> = contract.settings.parse({})
      return parts.switch === undefined || (typeof parts.switch === 'string' && initial[parts.switch] === true)
    })
    .flatMap(({ parts }) => Object.entries(parts.commands ?? {}))
    .filter(([, { needs = [] }]) => by === 'all' || needs.length > 0 === (by === 'right'))
    .filter(([, { needs = [] }]) => !needs.includes('operator'))
    .map(([name]) => name)

test('help shows all names at once, first those that the caller has special rights for', async () => {
  const help = await ask('owner', '.help')
  const names = namesIn(help)
  expect(new Set(names).size).toBe(names.length)
  expect(names).toEqual(expect.arrayContaining(namesOf('all')))
  expect(names[0]).toBe('antinuke')
  const own = new Set(namesOf('right'))
  for (const { value } of help.embeds[0]?.fields ?? []) {
    const inCategory = value.split(' ').map(name => own.has(name.replaceAll(/[`.]/g, '')))
    expect(inCategory).toEqual(inCategory.toSorted((one, other) => Number(other) - Number(one)))
  }
  expect(textOf(help).length).toBeLessThan(6000)
})

test('help leaves out commands that the caller may not use', async () => {
  const names = namesIn(await ask('member1', '.help'))
  expect(names).toEqual(expect.arrayContaining(namesOf('everybody')))
  expect(names.filter(name => namesOf('right').includes(name ?? ''))).toEqual([])
})

test('help links to the documentation and, for those who may see it, to the server’s dashboard', async () => {
  const { publicUrl } = app.product.services.config.http
  const docs = new URL('/docs', publicUrl).href
  expect(addresses(await ask('owner', '.help'))).toEqual([docs, new URL(`/manage/${app.guildId}`, publicUrl).href])
  expect(addresses(await ask('member1', '.help'))).toEqual([docs])
})

test.each([
  ['.help hlep', '`.help`'],
  ['.help lokc', '`.lock`'],
  ['.help bot inof', '`.botinfo`'],
])('%s names the nearest that the caller may use', async (typed, nearest) => {
  expect(textOf(await ask('owner', typed))).toContain(`Did you mean ${nearest}`)
  expect(textOf(await ask('member1', '.help lokc'))).not.toContain('.lock')
})

test.each([
  ['.help ticket transfer', '.ticket transfer <member>', 'Needs: the support team’s role'],
  ['.help antinuke undo', '.antinuke undo <number> [user]', '`number` the number of the incident'],
  ['.help /anti spam', '.anti spam <on|off> [duplicates]', 'Needs: Manage Server'],
  ['.help givexp', '.xp give <member> <amount>', 'Needs: Manage Server'],
  ['.help welcome on', '.welcome status [on|off]', '`state` on or off'],
])('%s explains that subcommand alone', async (typed, usage, more) => {
  const told = textOf(await ask('owner', typed))
  expect(told).toContain(usage)
  expect(told).toContain(more)
  expect(told.match(/<|\[/g)?.length).toBeLessThan(5)
})

test('help explains the whole group if no subcommand is named', async () => {
  for (const typed of ['.help config', '.help config automod'])
    expect(textOf(await ask('owner', typed))).toContain('.config show <module>')
})

test('when called as a slash command, help writes commands as slash commands on every page', async () => {
  const shown = async (wanted: string, act: () => Promise<void>) => {
    await act()
    return until(`help to show ${wanted}`, () =>
      app.shownTo('owner').findLast(message => textOf(message).includes(wanted)),
    )
  }
  const general = app.channel('general')
  const list = await shown('`/purge bots`', () => app.as('owner').slash(general, 'help'))
  const text = textOf(list)
  expect(text).toContain('`/help <command>`')
  const { slash, entries } = createCatalogue(features)
  const named = [...text.matchAll(/`\/([a-z ]+)`/g)].map(([, path = '']) => path)
  for (const path of named)
    expect([path, slash.find(path) ?? slash.roots.find(({ name }) => path.startsWith(name))]).not.toContain(undefined)
  const typed = [...text.matchAll(/`\.([a-z]+)`/g)].map(([, name]) => name)
  expect(typed).toEqual(entries.filter(({ definition }) => definition.slash === false).map(({ name }) => name))
  const row = (list.components ?? [])[0]
  const menu = row && 'components' in row ? row.components[0] : undefined
  if (!menu || !('custom_id' in menu) || !menu.custom_id || !('options' in menu)) throw new Error('no menu')
  const { custom_id: id } = menu
  const place = menu.options.findIndex(({ label }) => label === 'Moderation')
  await shown('`/warn`** Warns', () => app.as('owner').press(list, id, [String(place)]))
})

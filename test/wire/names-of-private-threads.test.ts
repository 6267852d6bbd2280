// @module-tag long
import { PermissionFlagsBits as P } from 'discord-api-types/v10'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { features } from '#features/index.ts'
import { createCatalogue } from '#kernel/commands/catalogue.ts'
import { type Command, isGroup } from '#kernel/feature.ts'
import { createHarness, type Harness } from '../harness.ts'
import { until } from '../until.ts'
import { someOf, walked } from '../sampling.ts'

/**
 * A private thread is visible to its members and to people who manage threads. Nobody else learns its name, from any
 * command, whatever they type, or from any page.
 */
let app: Harness
let thread: string
const title = 'quartz investigation ines'

beforeAll(async () => {
  app = await createHarness()
  const boss = app.as('owner')
  const owner = await app.signIn('owner')
  for (const { contract, parts } of features)
    if (parts.switch) await owner.call('PATCH', `/api/guild/${app.guildId}/modules/${contract.name}`, { enabled: true })
  const entry = {
    name: 'Manager',
    permissions: String(
      P.ManageGuild |
        P.ManageChannels |
        P.ManageMessages |
        P.ManageRoles |
        P.ModerateMembers |
        P.KickMembers |
        P.BanMembers,
    ),
  }
  const { id: role } = await boss.rest<{ id: string }>('POST', `/guilds/${app.guildId}/roles`, entry)
  await boss.rest('PUT', `/guilds/${app.guildId}/members/${app.as('member2').userId}/roles/${role}`)
  const made = { name: title, type: 12 }
  thread = (await boss.rest<{ id: string }>('POST', `/channels/${app.channel('woodwork')}/threads`, made)).id
  await boss.rest('PUT', `/channels/${thread}/thread-members/${app.as('member4').userId}`)
  const guild = () => app.product.services.client.guilds.cache.get(app.guildId)
  await until('the product to know the thread', () => guild()?.channels.cache.has(thread))
  await until('the product to know the role', () => guild()?.roles.cache.has(role))
})
afterAll(() => app.close())

const ask = async (login: string, text: string) => (await app.answer(login, text)).replaceAll('\u200B', '')

interface Typed {
  path: string
  /** The position of the name among its options. */
  before: number
}

const takesNames = (path: string, { options = {} }: Command): Typed[] => {
  const kinds = Object.values(options).map(({ kind }) => kind)
  const before = kinds.findIndex(kind => ['channel', 'member', 'user', 'role'].includes(kind))
  return before < 0 ? [] : [{ path, before }]
}
const typed = createCatalogue(features).entries.flatMap(({ name, definition }) =>
  isGroup(definition)
    ? Object.entries(definition.subcommands).flatMap(([word, sub]) => takesNames(`${name} ${word}`, sub))
    : takesNames(name, definition),
)

test('the walk finds the commands', () => {
  expect(typed.map(({ path }) => path)).toEqual(expect.arrayContaining(['slowmode', 'lock', 'rep give', 'rank']))
})

test.each(walked(typed).map((one, turn) => ({ ...one, turn })))(
  '.$path names it to nobody who does not see it',
  async ({ path, before, turn }) => {
    const first = Array.from({ length: before }, () => '5')
    for (const login of ['member2', 'member5'])
      for (const name of someOf(
        [`<#${thread}>`, thread, '"quartz"', '"quartz investigation"', '"quartz investigation inez"'],
        turn,
      )) {
        const told = await ask(login, `.${[path, ...first, name].join(' ')}`)
        expect([name, told.replaceAll(name.replaceAll('"', ''), '')]).toEqual([
          name,
          expect.not.stringMatching(/investigation|ines\b/),
        ])
      }
  },
)

test('pages, searches and exports do not name it either', async () => {
  expect(await ask('owner', `.slowmode 5 <#${thread}>`)).toContain('messages')
  const manager = await app.signIn('member2')
  const owner = await app.signIn('owner')
  for (const { method, path, answers: kind } of app.product.http.routes) {
    const address = path.replace(':guildId', app.guildId)
    if (method !== 'GET' || kind === 'stream' || !path.includes(':guildId') || address.includes(':')) continue
    const told = await manager.call('GET', address)
    expect([path, JSON.stringify(told.body).includes('quartz')]).toEqual([path, false])
  }
  const search = `/api/guild/${app.guildId}/moderation/cases?search=quartz`
  expect((await manager.call('GET', search)).body).toMatchObject({ total: 0 })
  expect((await owner.call('GET', search)).body).toMatchObject({ total: 1 })
})

test('its members can mention it', async () => {
  const allow = { type: 1, allow: String(P.ManageChannels), deny: '0' }
  const boss = app.as('owner')
  await boss.rest('PUT', `/channels/${app.channel('woodwork')}/permissions/${app.as('member4').userId}`, allow)
  await boss.rest('PUT', `/channels/${app.channel('general')}/permissions/${app.as('member4').userId}`, allow)
  const channels = () => app.product.services.client.guilds.cache.get(app.guildId)?.channels.cache
  await until('the right to be known', () =>
    channels()?.get(thread)?.permissionsFor(app.as('member4').userId)?.has('ManageChannels'),
  )
  expect(await ask('member4', `.slowmode 5 <#${thread}>`)).not.toMatch(/There is no|cannot see/)
})

const wherein = (name: string, bodies: readonly unknown[]): string[] =>
  bodies.flatMap(body => JSON.stringify(body).match(new RegExp(`.{0,80}${name}.{0,20}`, 'g')) ?? [])

test.each(['by everybody', 'by some', 'by most'])('a channel that was visible %s', async who => {
  const boss = app.as('owner')
  const name = `bracken-${who.split(' ')[1]}`
  const without = { id: app.as('member2').userId, type: 1, allow: '0', deny: String(P.ViewChannel) }
  const hidden = [
    { id: app.guildId, type: 0, allow: '0', deny: String(P.ViewChannel) },
    { id: app.botId, type: 1, allow: String(P.ViewChannel | P.SendMessages), deny: '0' },
    without,
  ]
  const made = {
    name,
    type: 0,
    permission_overwrites: { 'by everybody': [], 'by some': hidden, 'by most': [without] }[who],
  }
  const { id } = await boss.rest<{ id: string }>('POST', `/guilds/${app.guildId}/channels`, made)
  const channels = () => app.product.services.client.guilds.cache.get(app.guildId)?.channels.cache
  await until('the product to know it', () => channels()?.has(id))
  expect(await ask('owner', `.lock <#${id}> 1h`)).toContain('Locked')
  const manager = await app.signIn('member2')
  const seen = async () =>
    wherein(name, [
      (await manager.call('GET', `/api/guild/${app.guildId}/moderation/cases`)).body,
      (await manager.call('GET', `/api/guild/${app.guildId}/export`)).body,
    ])
  expect((await seen()).length > 0, 'named').toBe(who === 'by everybody')
  await boss.rest('DELETE', `/channels/${id}`)
  await until('the product to know that it is gone', () => !channels()?.has(id))
  expect((await seen()).length > 0, 'named').toBe(who === 'by everybody')
})

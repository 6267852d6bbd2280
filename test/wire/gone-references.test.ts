import { afterAll, beforeAll, expect, test } from 'vitest'
import antinuke from '#features/antinuke/contract.ts'
import automod from '#features/automod/contract.ts'
import { counterChannels } from '#features/counters/table.ts'
import { createHarness, type Harness } from '../harness.ts'
import { settingsThatName } from '../settings-that-name.ts'
import { until } from '../until.ts'

let app: Harness
let channelId: string
let roleId: string
beforeAll(async () => {
  app = await createHarness()
  const { client, settings, features } = app.product.services
  // While anti-nuke is on, what was deleted may be restored, so features keep the references.
  settings.write(app.guildId, antinuke, { enabled: true }, { userId: null, via: 'test' })
  const make = async (what: string, body: object) =>
    ((await app.as('owner').rest('POST', `/guilds/${app.guildId}/${what}`, body)) as { id: string }).id
  channelId = await make('channels', { name: 'short-lived', type: 0 })
  roleId = await make('roles', { name: 'Short-lived', permissions: '0' })
  const guild = client.guilds.cache.get(app.guildId)
  const known = () => [guild?.channels.cache.has(channelId), guild?.roles.cache.has(roleId)]
  await until('the bot to know them', () => known().every(Boolean))
  for (const { contract } of features) {
    const patch = settingsThatName(contract, { channelId, roleId })
    if (contract.name === 'leveling') patch['levelRoles'] = [{ level: 5, roleId }]
    if (contract.name === 'invites') patch['ranks'] = [{ invites: 5, roleId }]
    settings.write(app.guildId, contract, patch, { userId: app.as('owner').userId, via: 'command' })
  }
  await app.as('owner').rest('DELETE', `/channels/${channelId}`)
  await app.as('owner').rest('DELETE', `/guilds/${app.guildId}/roles/${roleId}`)
  await until('the bot to know that they are gone', () => !known().some(Boolean))
})
afterAll(() => app.close())

const mentions = (shown: string) => [`<#${channelId}>`, `<@&${roleId}>`].filter(mention => shown.includes(mention))

const answer = async (text: string) => {
  const { embeds, content } = await app.answerTo(await app.as('owner').say(app.channel('general'), text))
  return `${content}\n${JSON.stringify(embeds)}`
}

test('every list of settings calls a deleted channel or role deleted, and mentions none', async () => {
  let called = 0
  for (const { contract } of app.product.services.features) {
    const shown = await answer(`.config show ${contract.name}`)
    expect(mentions(shown)).toEqual([])
    called += shown.split('a deleted ').length - 1
  }
  expect(called).toBeGreaterThan(5)
})

test.each([
  '.modlog show',
  '.welcome show',
  '.farewell show',
  '.autorole list',
  '.levelrole list',
  '.automod whitelist',
  '.inviteranks',
])('%s mentions nothing that is gone', async command => {
  expect(mentions(await answer(command))).toEqual([])
})

test('the commands that show one channel say that it was deleted', async () => {
  // As if a counter's channel had been deleted while the bot was offline.
  const counter = { guildId: app.guildId, kind: 'members', channelId, name: 'Members', renamedAt: 0 } as const
  app.product.services.db.insert(counterChannels).values(counter).run()
  for (const command of ['.modlog show', '.welcome show', '.counter list']) {
    const shown = await answer(command)
    expect(shown).toContain('a deleted channel')
    expect(mentions(shown)).toEqual([])
  }
})

test('a preview in a deleted channel says so, and how to choose another one', async () => {
  for (const [command, choosing] of [
    ['.levelup preview', '.levelup channel'],
    ['.welcome preview', '.welcome channel'],
    ['.farewell preview', '.farewell channel'],
  ] as const) {
    const told = await answer(command)
    expect(told).toContain('no longer exists')
    expect(told).toContain(`\`${choosing} #channel\``)
    expect(told).not.toContain('Invalid channel')
  }
})

test('a deleted channel can be removed from the list of exempt ones by its id, an existing one by name, too', async () => {
  const { settings } = app.product.services
  const exempt = () => settings.read(app.guildId, automod).exemptChannels
  expect(await answer('.automod whitelistadd general')).toContain('no longer moderated')
  expect(await answer('.automod whitelistadd woodwork')).toContain('no longer moderated')
  expect(exempt()).toHaveLength(3)
  expect(await answer('.automod whitelistremove general')).toContain(`<#${app.channel('general')}> is moderated again`)
  expect(await answer('.automod whitelistremove woodwrk')).toContain('Did you mean #woodwork?')
  expect(await answer(`.automod whitelistremove <#${app.channel('woodwork')}>`)).toContain('is moderated again')
  expect(await answer('.automod whitelistremove safety')).toContain('is not exempt')
  expect(exempt()).toEqual([channelId])
  expect(await answer(`.automod whitelistremove ${channelId}`)).toContain('a deleted channel')
  expect(exempt()).toEqual([])
})

test('the doctor has one finding for each setting that names a deleted channel or role', async () => {
  const owner = await app.signIn('owner')
  const { body } = await owner.call('GET', `/api/guild/${app.guildId}/doctor`)
  const { findings } = body as { findings: { feature: string; title: string; setting?: string }[] }
  const causes = findings
    .filter(({ title }) => title.includes('no longer exists'))
    .map(({ feature, setting, title }) => `${feature} ${setting} ${title}`)
  expect(causes.length).toBeGreaterThan(0)
  expect(new Set(causes).size).toBe(causes.length)
})

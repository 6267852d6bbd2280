// @module-tag long
import { afterAll, beforeAll, expect, test } from 'vitest'
import automod from '#features/automod/contract.ts'
import { features } from '#features/index.ts'
import general from '#features/general/contract.ts'
import leveling from '#features/leveling/contract.ts'
import { createHarness, type Harness } from '#test/harness.ts'
import { until } from '#test/until.ts'

/** A setting that is a list or a table, changed by several people at the same moment: no change undoes another one. */
let app: Harness
beforeAll(async () => {
  app = await createHarness()
})
afterAll(() => app.close())

test('rules of different commands, set by two administrators', async () => {
  const [owner, admin] = [await app.signIn('owner'), await app.signIn('admin')]
  const address = `/api/guild/${app.guildId}/command-access`
  const { body } = await owner.call('GET', address)
  // Administrators may not decide about commands of features with access levels of their own.
  const closed = features.filter(({ parts }) => parts.levels).flatMap(({ parts }) => Object.keys(parts.commands ?? {}))
  const all = (body as { commands: { name: string }[] }).commands.map(({ name }) => name)
  const names = all.filter(name => !closed.includes(name)).slice(0, 50)
  const rule = { denyChannels: [app.channel('general')] }
  const answers = await Promise.all(
    names.map((name, place) =>
      (place % 2 === 0 ? owner : admin).call('PATCH', `${address}/${encodeURIComponent(name)}`, rule),
    ),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  const { commandRules } = app.product.services.settings.read(app.guildId, general)
  expect(Object.keys(commandRules).toSorted()).toEqual(names.toSorted())
})

test('level roles, which are validated before they are listed', async () => {
  const { settings, client } = app.product.services
  const made = await Promise.all(
    [2, 3, 4, 5].map(level =>
      app
        .as('owner')
        .rest<{ id: string }>('POST', `/guilds/${app.guildId}/roles`, { name: `L${level}`, permissions: '0' }),
    ),
  )
  const known = client.guilds.cache.get(app.guildId)?.roles.cache
  await until('the roles to be known', () => made.every(({ id }) => known?.has(id)))
  const listed = () => settings.read(app.guildId, leveling).levelRoles.map(({ roleId }) => roleId)
  await Promise.all(
    made.map(({ id }, place) =>
      app.as(place % 2 === 0 ? 'owner' : 'admin').say(app.channel('woodwork'), `.levelrole add ${place + 2} <@&${id}>`),
    ),
  )
  await until('all of them to be listed', () => listed().length === made.length)
  expect(listed().toSorted()).toEqual(made.map(({ id }) => id).toSorted())
})

test('patterns, which a worker validates before they are listed', async () => {
  const patterns = ['alpha+', 'beta+', 'gamma+', 'delta+']
  const { settings } = app.product.services
  const listed = () => settings.read(app.guildId, automod).words.map(({ pattern }) => pattern)
  await Promise.all(
    patterns.map((pattern, place) =>
      app.as(place % 2 === 0 ? 'owner' : 'admin').say(app.channel('woodwork'), `.anti words add /${pattern}/`),
    ),
  )
  await until('all of them to be listed', () => listed().length === patterns.length)
  expect(listed().toSorted()).toEqual(patterns.toSorted())
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import automod from '#features/automod/contract.ts'
import general from '#features/general/contract.ts'
import { createHarness, type Harness } from '#test/harness.ts'
import { until } from '#test/until.ts'

/**
 * A setting that is a list or a table, changed by several people in the same moment: nobody's change takes another's
 * back.
 */
let app: Harness
beforeAll(async () => {
  app = await createHarness()
})
afterAll(() => app.close())

test('rules of different commands, set by two administrators', async () => {
  const [owner, admin] = [await app.signIn('owner'), await app.signIn('admin')]
  const address = `/api/guild/${app.guildId}/command-access`
  const { body } = await owner.call('GET', address)
  const names = (body as { commands: { name: string }[] }).commands.slice(0, 50).map(({ name }) => name)
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

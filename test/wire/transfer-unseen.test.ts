import { PermissionFlagsBits } from 'discord-api-types/v10'
import { afterAll, beforeAll, expect, test } from 'vitest'
import leveling from '#features/leveling/contract.ts'
import type { PlannedChanges } from '#kernel/many-changes/contract.ts'
import { createHarness, type Harness } from '../harness.ts'

let app: Harness
beforeAll(async () => {
  app = await createHarness()
})
afterAll(() => app.close())

test('channels of another server that the person who copies cannot see are not called deleted', async () => {
  const { guilds } = app.sandbox.context.world
  const there = [...guilds.values()].find(({ guild }) => guild.name === 'Northwind Climbers')?.guild.id ?? ''
  const rogue = await app.signIn('rogue')
  const boss = app.as('owner')
  const hidden = app.channel('woodwork')
  // They may manage the server, but see only what everybody sees.
  const permissions = String(PermissionFlagsBits.ManageGuild)
  for (const { id, managed } of guilds.get(app.guildId)?.roles.values() ?? [])
    if (id !== app.guildId && !managed) await boss.rest('PATCH', `/guilds/${app.guildId}/roles/${id}`, { permissions })
  const overwrite = { id: app.guildId, type: 0, allow: '0', deny: String(PermissionFlagsBits.ViewChannel) }
  await boss.rest('PATCH', `/channels/${hidden}`, { permission_overwrites: [overwrite] })
  await app.heard()
  const patch = { levelupMessage: `See <#${hidden}>`, levelupChannel: hidden }
  app.product.services.settings.write(app.guildId, leveling, patch, { userId: null, via: 'test' })
  const { status, body } = await rogue.call('POST', `/api/guild/${there}/settings/plan`, { server: app.guildId })
  expect(status).toBe(200)
  const { features } = body as PlannedChanges
  // A copied text would name something in the other server forever.
  const problem =
    'It contains a channel or role of that server that no longer exists, or that the person who copied it cannot see.'
  expect(features.find(({ feature }) => feature === leveling.name)?.changes).toMatchObject([
    { key: 'levelupMessage', problem },
    { key: 'levelupChannel', difference: { after: 'an unknown channel' }, problem: expect.any(String) },
  ])
})

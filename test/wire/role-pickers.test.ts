// @module-tag long
import { afterAll, expect, test } from 'vitest'
import { PermissionFlagsBits } from 'discord.js'
import { createDelegatedAccess } from '#test/delegated-access.ts'
import { until } from '#test/until.ts'
import type { Visitor } from '#test/visitor.ts'

const { app, owner, admin, at, give, role } = await createDelegatedAccess()
afterAll(() => app.close())

interface Listed {
  id: string
  name: string
  assignable: boolean
  reason: string | null
}
const listed = async (who: Visitor, path: string) =>
  ((await who.call('GET', at(path))).body as { guild: { roles: Listed[] } }).guild.roles

/** Every setting for roles that the bot gives. */
const settings = [
  ['Auto Roles', 'autorole', (id: string) => ({ autoroleUpdate: true, memberRoles: [id] })],
  ['Levels', 'basic', (id: string) => ({ statsUpdate: true, level_roles: [{ level: 2, roleId: id }] })],
  ['Invite Tracking', 'invites', (id: string) => ({ invitesUpdate: true, ranks: [{ invites: 1, roleId: id }] })],
] as const
const emptied = {
  autorole: { autoroleUpdate: true, memberRoles: [] },
  basic: { statsUpdate: true, level_roles: [] },
  invites: { invitesUpdate: true, ranks: [] },
} as const

test('a role can be picked exactly where it can be saved, and otherwise says why in the same words', async () => {
  const guild = app.product.services.client.guilds.cache.get(app.guildId)
  const powerful = await role('Powerful')
  const powers = String(PermissionFlagsBits.BanMembers)
  await app.as('owner').rest('PATCH', `/guilds/${app.guildId}/roles/${powerful}`, { permissions: powers })
  const somewhere = await role('Powerful somewhere')
  await app.as('owner').rest('PUT', `/channels/${app.channel('general')}/permissions/${somewhere}`, {
    type: 0,
    allow: String(PermissionFlagsBits.ManageMessages),
    deny: '0',
  })
  const [overAdmin, overBot] = [await role('Above the administrator'), await role('Above the bot')]
  await app.heard()
  await guild?.members.fetch({ user: [app.as('admin').userId, app.botId] })
  const moveAbove = async (id: string, userId: string) => {
    await app.heard()
    const highest = guild?.members.cache.get(userId)?.roles.highest
    const position = highest?.rawPosition ?? 0
    await app.as('owner').rest('PATCH', `/guilds/${app.guildId}/roles`, [{ id, position }])
    await until('the role to be moved', () => highest && guild.roles.comparePositions(id, highest) > 0)
  }
  await moveAbove(overAdmin, app.as('admin').userId)
  await moveAbove(overBot, app.botId)
  const insider = await role('Insider')
  await give({ kind: 'role', id: insider, feature: 'invites', level: 'view' })
  await until('the bot to know', () => {
    const overwritten = guild?.channels.cache.get(app.channel('general'))
    return (
      guild?.roles.cache.get(powerful)?.permissions.has('BanMembers') &&
      overwritten &&
      'permissionOverwrites' in overwritten &&
      overwritten.permissionOverwrites.cache.has(somewhere)
    )
  })
  const reasons = new Set<string>()
  for (const who of [owner, admin])
    for (const [, path, body] of settings)
      for (const { id, name, assignable, reason } of await listed(who, path)) {
        const saved = await who.call('POST', at(path), body(id))
        const { error = null, fields = {} } = saved.body as { error?: string; fields?: Record<string, string> }
        expect([name, path, saved.status === 200]).toEqual([name, path, assignable])
        const said = Object.values(fields)[0] ?? error
        expect(said ?? '').toContain(reason ?? '')
        reasons.add((reason ?? 'none').replace(/^This role has.*, which/, 'which'))
        if (assignable) await who.call('POST', at(path), emptied[path])
      }
  // Every possible objection has occurred.
  expect([...reasons].toSorted()).toEqual([
    expect.stringMatching(/^Anybody with this role has access to the dashboard/),
    'Discord or an integration manages this role, so nobody can give it.',
    expect.stringMatching(/^I cannot give this role, because it is not below my highest role/),
    'This role is not below your own highest role, so you cannot give it.',
    'none',
    'which nobody should get automatically. Choose another role.',
  ])
})

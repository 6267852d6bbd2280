// @module-tag long
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHarness, type Harness } from '#test/harness.ts'
import { until } from '#test/until.ts'
import type { Visitor } from '#test/visitor.ts'

/** The documented calls of the anti-nuke screen, made by each kind of person. */
let harness: Harness
/**
 * `member1` is an extra owner, `member2` is whitelisted, `admin` is an administrator on no list, and `member3` has no
 * rights.
 */
let people: Record<'owner' | 'extra' | 'listed' | 'admin' | 'nobody', Visitor>

const at = (path = 'antinuke') => `/api/guild/${harness.guildId}/${path}`
const post = (who: keyof typeof people, body: Record<string, unknown>) =>
  people[who].call('POST', at(), { antiNukeUpdate: true, ...body })
const read = async (who: keyof typeof people = 'owner') =>
  (await people[who].call('GET', at())).body as {
    guild: { antinuke: Record<string, unknown> }
    userAccess: Record<string, unknown>
  }
const accepted = { status: 200, body: { success: true } }
const refused = (error: string, status = 403) => ({ status, body: { success: false, error } })
const revision = () => harness.product.services.settings.revision(harness.guildId)

beforeAll(async () => {
  harness = await createHarness()
  const [owner, extra, listed, admin, nobody] = await Promise.all(
    ['owner', 'member1', 'member2', 'admin', 'member3'].map(login => harness.signIn(login)),
  )
  if (!owner || !extra || !listed || !admin || !nobody) throw new Error('somebody could not sign in')
  people = { owner, extra, listed, admin, nobody }
})
afterAll(() => harness.close())

test('a new server reads as the documented defaults', async () => {
  expect(await read()).toMatchObject({
    guild: {
      name: 'Tidewater Makers',
      memberCount: expect.any(Number),
      channels: expect.arrayContaining([expect.objectContaining({ name: 'general' })]),
      roles: expect.arrayContaining([expect.objectContaining({ name: 'Moderator', managed: false })]),
      antinuke: {
        enabled: false,
        punishment: 'BAN',
        bypass_role: null,
        whitelist: [],
        extraowners: [],
        whitelist_users: [],
        extraowner_users: [],
        modules: {
          anti_ban: true,
          anti_kick: true,
          anti_role: true,
          anti_channel: true,
          anti_webhook: true,
          anti_emoji: true,
          anti_everyone: true,
          anti_member_update: true,
          anti_guild_update: true,
          anti_integration: true,
          anti_prune: true,
        },
        module_punishments: {},
        bypass_permissions: {
          can_ban: false,
          can_kick: false,
          can_manage_roles: false,
          can_manage_channels: false,
          can_manage_webhooks: false,
        },
        log_channel: null,
        auto_recovery: true,
      },
    },
    userAccess: {
      level: 'owner',
      message: expect.any(String),
      canManage: true,
      canManageExtraOwners: true,
      canManageWhitelist: true,
      canOnlyView: false,
      canEditSettings: true,
      canManageModules: true,
      canManageBypassRole: true,
    },
  })
})

test('the owner saves everything under the documented names, also as it was read, and parts of it', async () => {
  const [extra, listed] = [harness.as('member1').userId, harness.as('member2').userId]
  const whole = {
    enabled: true,
    punishment: 'KICK',
    bypass_role: null,
    whitelist: [listed],
    extraowners: [extra],
    modules: { ...((await read()).guild.antinuke['modules'] as object), anti_prune: false },
    module_punishments: { anti_role: 'TIMEOUT' },
    bypass_permissions: {
      can_ban: true,
      can_kick: false,
      can_manage_roles: false,
      can_manage_channels: false,
      can_manage_webhooks: false,
    },
    log_channel: harness.channel('mod-log'),
    auto_recovery: false,
  }
  expect(await post('owner', whole)).toMatchObject(accepted)
  const { antinuke } = (await read()).guild
  const named = [
    expect.objectContaining({ id: listed, username: expect.any(String), discriminator: expect.any(String) }),
  ]
  expect(antinuke).toMatchObject({ ...whole, whitelist_users: named, extraowner_users: [{ id: extra }] })
  expect(await post('owner', antinuke)).toMatchObject(accepted)
  expect(await post('owner', { modules: { anti_prune: true }, auto_recovery: 'on' })).toMatchObject(accepted)
  expect((await read()).guild.antinuke).toMatchObject({
    ...whole,
    modules: { ...whole.modules, anti_prune: true },
    auto_recovery: true,
  })
  expect(await post('owner', { module_punishments: {} })).toMatchObject(accepted)
  expect((await read()).guild.antinuke['module_punishments']).toMatchObject({ anti_role: null })
})

test('each level is told what it may do', async () => {
  expect((await read('extra')).userAccess).toMatchObject({
    level: 'extra_owner',
    canManage: true,
    canManageExtraOwners: false,
    canManageWhitelist: true,
    canOnlyView: false,
    canEditSettings: true,
    canManageModules: true,
    canManageBypassRole: true,
  })
  expect((await read('listed')).userAccess).toMatchObject({
    level: 'whitelist',
    canManage: false,
    canManageExtraOwners: false,
    canManageWhitelist: false,
    canOnlyView: true,
    canEditSettings: false,
    canManageModules: false,
    canManageBypassRole: false,
  })
  expect(await people.admin.call('GET', at())).toMatchObject(refused('Access denied'))
  expect(await people.admin.call('GET', at('search-users?q=ma'))).toMatchObject({ status: 403 })
  expect(await people.nobody.call('GET', at())).toMatchObject({ status: 403 })
})

const settingsText = 'You do not have permission to modify antinuke settings.'
const modulesText = 'You do not have permission to modify protection modules.'

test.each(['admin', 'listed'] as const)('%s changes nothing, and is told in the documented words', async who => {
  const before = revision()
  const id = harness.as('member3').userId
  expect(await post(who, { enabled: false })).toMatchObject(refused(settingsText))
  expect(await post(who, { punishment: 'NONE' })).toMatchObject(refused(settingsText))
  expect(await post(who, { modules: { anti_ban: false } })).toMatchObject(refused(modulesText))
  expect(await post(who, { module_punishments: { anti_ban: 'NONE' } })).toMatchObject(refused(modulesText))
  expect(await post(who, { whitelist: [id] })).toMatchObject({ status: 403 })
  expect(await post(who, { extraowners: [id] })).toMatchObject({ status: 403 })
  expect(await post(who, { bypass_permissions: { can_ban: true } })).toMatchObject({ status: 403 })
  expect(await post(who, {})).toMatchObject(refused(settingsText))
  expect(await people[who].call('POST', at(), {})).toMatchObject(refused(settingsText))
  expect(await people[who].call('POST', at('antinuke/create-bypass-role'))).toMatchObject({ status: 403 })
  expect(await people[who].call('PATCH', at('modules/antinuke'), { enabled: false })).toMatchObject({ status: 403 })
  expect(revision()).toBe(before)
})

const guildCall = (who: keyof typeof people, method: string, path: string, body?: unknown) =>
  people[who].call(method, `/api/guild/${harness.guildId}/${path}`, body)

test('an administrator on no list finds nothing of it anywhere, and can undo nothing', async () => {
  const history = harness.product.services.settings.history(harness.guildId, { limit: 50 })
  const ours = history.find(({ feature, changes }) => feature === 'antinuke' && 'extraOwners' in changes)
  expect(ours).toBeDefined()
  const seen = JSON.stringify([
    (await guildCall('admin', 'GET', 'export')).body,
    (await guildCall('admin', 'GET', 'history?limit=50')).body,
    (await guildCall('admin', 'GET', 'history?search=KICK')).body,
    (await guildCall('admin', 'GET', 'doctor')).body,
  ])
  expect(seen).not.toMatch(/antinuke|extraOwners|bypassRole/i)
  expect(JSON.stringify((await guildCall('owner', 'GET', 'export')).body)).toContain('extraOwners')
  const undo = { revision: revision(), keys: ['enabled'] }
  expect(await guildCall('admin', 'POST', `history/${ours?.id}/restore`, undo)).toMatchObject({ status: 404 })
  expect(await guildCall('listed', 'POST', `history/${ours?.id}/restore`, undo)).toMatchObject({ status: 403 })
  expect(
    await guildCall('extra', 'POST', `history/${ours?.id}/restore`, { ...undo, keys: ['extraOwners'] }),
  ).toMatchObject({ status: 403 })
  for (const path of ['antinuke/alarms', 'antinuke/requests'])
    expect(await guildCall('admin', 'GET', path)).toMatchObject(
      refused('You are not authorized to access this section.'),
    )
})

test('access to all other features gives none here', async () => {
  const id = harness.as('member4').userId
  const given = { kind: 'member', id, feature: 'all', level: 'manage', expiresAt: null }
  expect(await guildCall('owner', 'POST', 'access', given)).toMatchObject(accepted)
  expect(await guildCall('owner', 'POST', 'access', { ...given, feature: 'antinuke' })).toMatchObject({ status: 404 })
  const delegate = await harness.signIn('member4')
  expect(await delegate.call('GET', at())).toMatchObject(refused('Access denied'))
  const body = { antiNukeUpdate: true, enabled: false }
  expect(await delegate.call('POST', at(), body)).toMatchObject(refused(settingsText))
})

test('an extra owner who is timed out may do nothing meanwhile, and one who was taken off nothing any more', async () => {
  const { userId } = harness.as('member1')
  const member = `/guilds/${harness.guildId}/members/${userId}`
  const soon = new Date(Date.now() + 3_600_000).toISOString()
  await harness.as('owner').rest('PATCH', member, { communication_disabled_until: soon })
  const answers = async (status: number) => (await post('extra', { punishment: 'KICK' })).status === status
  await until('the timeout to count', () => answers(403))
  await harness.as('owner').rest('PATCH', member, { communication_disabled_until: null })
  await until('the timeout to be over', () => answers(200))
  expect(await post('owner', { extraowners: [] })).toMatchObject(accepted)
  expect((await post('extra', { punishment: 'BAN' })).status).toBe(403)
  expect(await post('owner', { extraowners: [userId] })).toMatchObject(accepted)
})

test('an extra owner who touches the extra owners saves nothing of the rest either', async () => {
  const before = revision()
  const id = harness.as('member3').userId
  const body = { punishment: 'BAN', extraowners: [harness.as('member1').userId, id] }
  expect(await post('extra', body)).toMatchObject({ status: 403 })
  expect(revision()).toBe(before)
  const own = { punishment: 'BAN', extraowners: [harness.as('member1').userId] }
  expect(await post('extra', own)).toMatchObject(accepted)
  expect(revision()).toBe(before + 1)
})

test('invalid lists of people, modules and punishments are refused with the documented sentences', async () => {
  const twice = (id: string) => [id, id]
  const { userId } = harness.as('member3')
  const invalid = 'Invalid user ID format. Please enter a valid Discord user ID.'
  for (const id of ['1234', '12345678901234567x', '12345678901234567890'])
    expect(await post('owner', { whitelist: [id] })).toMatchObject(refused(invalid, 400))
  expect(await post('owner', { extraowners: ['12'] })).toMatchObject(refused(invalid, 400))
  expect(await post('owner', { whitelist: twice(userId) })).toMatchObject(
    refused('User is already in the whitelist.', 400),
  )
  expect(await post('owner', { extraowners: twice(userId) })).toMatchObject(
    refused('User is already an extra owner.', 400),
  )
  expect(await post('owner', { modules: { anti_gravity: true } })).toMatchObject({ status: 400 })
  expect(await post('owner', { module_punishments: { anti_gravity: 'BAN' } })).toMatchObject({ status: 400 })
  expect(await post('owner', { module_punishments: { anti_ban: 'EXILE' } })).toMatchObject({ status: 400 })
  expect(await post('owner', { punishment: 'EXILE' })).toMatchObject({ status: 400 })
  expect(await post('owner', { extraowners: [harness.botId] })).toMatchObject({ status: 400 })
  expect(await post('owner', { whitelist: [harness.as('owner').userId] })).toMatchObject({ status: 400 })
})

test('people are found by the beginning of their name and by id, from two characters on', async () => {
  const { userId } = harness.as('member1')
  const [name] = (await find(userId)).map(({ username }) => username)
  expect(await find((name ?? '').slice(0, 3))).toContainEqual(expect.objectContaining({ id: userId }))
  expect(await people.owner.call('GET', at('search-users?q=a'))).toMatchObject({ status: 400 })
  expect(await people.listed.call('GET', at('search-users?q=ab'))).toMatchObject({ status: 403 })
})

const find = async (q: string) =>
  ((await people.extra.call('GET', at(`search-users?q=${q}`))).body as { users: { id: string; username: string }[] })
    .users

test('a bypass role is made once, and is chosen', async () => {
  const made = await people.extra.call('POST', at('antinuke/create-bypass-role'))
  expect(made).toMatchObject(accepted)
  const { roleId } = made.body as { roleId: string }
  const { guild } = await read()
  expect(guild.antinuke).toMatchObject({ bypass_role: roleId })
  // No feature can give this role automatically.
  expect(guild).toMatchObject({
    roles: expect.arrayContaining([
      expect.objectContaining({ id: roleId, assignable: false, reason: expect.stringContaining('passes anti-nuke') }),
    ]),
  })
  expect(await people.owner.call('POST', at('antinuke/create-bypass-role'))).toMatchObject({ status: 409 })
})

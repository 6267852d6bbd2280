// @module-tag long
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import general, { type CommandRule, noRule } from '#features/general/contract.ts'
import { applicationOf } from '#sandbox/demo/environment.ts'
import { createHarness, type Harness } from '#test/harness.ts'
import { textOf } from '#test/member.ts'
import { until } from '#test/until.ts'
import type { Visitor } from '#test/visitor.ts'

/** Who may use a command: the server's own rules, and those in Discord's settings. */
let app: Harness
let owner: Visitor
let channelId: string
beforeAll(async () => {
  app = await createHarness()
  channelId = app.channel('general')
  owner = await app.signIn('owner')
  await until('the commands to be registered', () => commandIds().size > 0)
})
afterAll(() => app.close())
beforeEach(() => {
  const { settings } = app.product.services
  settings.write(app.guildId, general, { commandRules: {} }, { userId: null, via: 'test' })
})

const application = () => applicationOf(app.sandbox)
const commandIds = () =>
  new Map(
    [...(app.sandbox.context.world.commands.get(application().id)?.get('global')?.values() ?? [])].map(
      ({ id, name }) => [name, id],
    ),
  )
const typed = (login: string, content: string, where = channelId) => app.answer(login, content, where)
const roleId = (name: string) =>
  [...(app.sandbox.context.world.guilds.get(app.guildId)?.roles.values() ?? [])].find(role => role.name === name)?.id ??
  ''
const address = (command: string) => `/api/guild/${app.guildId}/command-access/${encodeURIComponent(command)}`
const setRule = (command: string, rule: { [K in keyof CommandRule]?: unknown }, visitor = owner) =>
  visitor.call('PATCH', address(command), rule)

/** The bot's answer to a slash command that only its caller sees. */
async function slashed(login: string, path: string) {
  const before = app.shownTo(login).length
  await app.as(login).slash(channelId, path)
  return textOf(await until('an answer', () => app.shownTo(login)[before]))
}

test('a disabled command is refused to everybody, typed and as a slash command', async () => {
  expect((await setRule('rank', { disabled: true })).status).toBe(200)
  expect(await typed('owner', '.rank')).toContain('switched off in this server')
  expect(await slashed('member1', 'rank')).toContain('switched off in this server')
  expect(await typed('member1', '.ping')).not.toContain('switched off')
})

test('roles are allowed and denied, and denying wins', async () => {
  const potter = roleId('Potter')
  const { userId } = app.as('member1')
  await app.as('owner').rest('PUT', `/guilds/${app.guildId}/members/${userId}/roles/${potter}`)
  const has = () => app.product.services.client.guilds.cache.get(app.guildId)?.members.cache.get(userId)?.roles.cache
  await until('the bot to know', () => has()?.has(potter))
  await setRule('ping', { allowRoles: [potter] })
  expect(await typed('member1', '.ping')).not.toContain('This server')
  expect(await typed('member4', '.ping')).toContain('certain roles only')
  await setRule('ping', { allowRoles: [potter], denyRoles: [potter] })
  expect(await typed('member1', '.ping')).toContain('does not let one of your roles')
})

test('channels are allowed and denied; a thread follows its channel', async () => {
  const woodwork = app.channel('woodwork')
  const { id: thread } = await app
    .as('owner')
    .rest<{ id: string }>('POST', `/channels/${channelId}/threads`, { name: 'aside', type: 11 })
  await setRule('ping', { denyChannels: [channelId] })
  expect(await typed('member1', '.ping')).toContain('in this channel')
  expect(await typed('owner', '.ping', thread)).toContain('in this channel')
  expect(await typed('member1', '.ping', woodwork)).not.toContain('This server')
  await setRule('ping', { denyChannels: [], allowChannels: [woodwork] })
  expect(await typed('member1', '.ping')).toContain('certain channels only')
})

test('an allowed role does not replace the permission that a command needs', async () => {
  await setRule('kick', { allowRoles: [app.guildId] })
  expect(await typed('member1', `.kick <@${app.as('member2').userId}>`)).toContain('You need Kick Members')
})

test('server managers always keep the command that undoes a wrong rule', async () => {
  for (const command of ['help', 'config', 'doctor']) await setRule(command, { disabled: true })
  expect(await typed('owner', '.config list')).toContain('Modules')
  expect(await typed('owner', '.help')).toContain('Choose a category')
  expect(await typed('owner', '.doctor')).not.toContain('switched off')
  expect(await typed('member1', '.help')).toContain('switched off in this server')
})

test('an entry of a menu is denied by its title', async () => {
  await setRule('Moderation history', { disabled: true })
  const before = app.shownTo('moderator').length
  await app.as('moderator').choose(channelId, 'Moderation history', app.as('member2').userId)
  const answer = await until('an answer', () => app.shownTo('moderator')[before])
  expect(textOf(answer)).toContain('switched off in this server')
})

test('help leaves out commands that the caller may not use', async () => {
  await setRule('ping', { denyChannels: [channelId] })
  const ofMember = await typed('member1', '.help getting started')
  expect(ofMember).not.toContain('.ping')
  expect(ofMember).not.toContain('.setprefix')
  expect(ofMember).toContain('.help')
  expect(await typed('owner', '.help getting started', app.channel('woodwork'))).toContain('.ping')
})

test('a rule is stored with its author, shown, and removed when it has no effect', async () => {
  await setRule('ping', { denyChannels: [channelId] })
  const listed = async () => {
    const { body } = await owner.call('GET', `/api/guild/${app.guildId}/command-access`)
    return (body as { commands: { name: string; rule: CommandRule }[] }).commands.find(({ name }) => name === 'ping')
  }
  expect((await listed())?.rule.denyChannels).toEqual([channelId])
  const [latest] = app.product.services.settings.history(app.guildId, { feature: 'general', limit: 1 })
  expect(latest).toMatchObject({ author: { userId: app.as('owner').userId, via: 'dashboard' } })
  await setRule('ping', noRule)
  expect(app.product.services.settings.read(app.guildId, general).commandRules).toEqual({})
})

test.each([
  ['an unknown command', 'nothing', {}, 404],
  ['an inherited word', 'constructor', {}, 404],
  ['a role of another server', 'ping', { allowRoles: ['12345678901234567'] }, 400],
  ['a channel of another server', 'ping', { denyChannels: ['12345678901234567'] }, 400],
  ['an id that is none', 'ping', { denyRoles: ['everyone'] }, 400],
  ['a key that is none', 'ping', { allowUsers: [] } as object, 400],
] as [string, string, Partial<CommandRule>, number][])(
  '%s is refused and nothing is stored',
  async (_what, command, rule, status) => {
    expect((await setRule(command, rule)).status).toBe(status)
    expect(app.product.services.settings.read(app.guildId, general).commandRules).toEqual({})
  },
)

test('people who do not manage the server change nothing', async () => {
  const member = await app.signIn('member1')
  expect((await setRule('ping', { disabled: true }, member)).status).toBe(403)
})

test('a person with access to the general settings alone can neither decide about other commands nor restore rules about them', async () => {
  const { userId: id } = app.as('member4')
  const grant = { kind: 'member', id, feature: 'general', level: 'manage', expiresAt: null }
  expect((await owner.call('POST', `/api/guild/${app.guildId}/access`, grant)).status).toBe(200)
  const delegate = await app.signIn('member4')
  expect((await setRule('ping', { disabled: true }, delegate)).status).toBe(200)
  expect((await setRule('ban', { disabled: true }, delegate)).status).toBe(403)
  expect((await setRule('Moderation history', { disabled: true }, delegate)).status).toBe(403)
  expect((await setRule('ban', { disabled: true })).status).toBe(200)
  const { settings } = app.product.services
  const [latest] = settings.history(app.guildId, { feature: 'general', limit: 1 })
  const restoring = await delegate.call('POST', `/api/guild/${app.guildId}/history/${latest?.id}/restore`, {
    revision: latest?.id,
    keys: ['commandRules'],
  })
  expect(restoring.status).toBe(403)
  expect(settings.read(app.guildId, general).commandRules['ban']).toMatchObject({ disabled: true })
})

/** Sets a command's permissions in Discord's own settings, as an administrator does in their client. */
async function setInDiscord(command: string, permissions: { id: string; type: number; permission: boolean }[]) {
  const id = command === 'all' ? application().id : (commandIds().get(command) ?? '')
  const path = `/applications/${application().id}/guilds/${app.guildId}/commands/${id}/permissions`
  await app.as('owner').rest('PUT', path, { permissions })
}

test('permissions set in Discord apply to typed commands, too, at once and after a restart', async () => {
  const member1 = app.as('member1').userId
  expect(await typed('member1', '.ping')).not.toContain('Integrations')
  await setInDiscord('ping', [{ id: member1, type: 2, permission: false }])
  await until('the bot to know', async () => (await typed('member1', '.ping')).includes('Integrations'))
  await expect(app.as('member1').slash(channelId, 'ping')).rejects.toThrow('no slash command /ping')
  await app.restart()
  expect(await typed('member1', '.ping')).toContain('Integrations')
  expect(await typed('member2', '.ping')).not.toContain('Integrations')
  owner = await app.signIn('owner')
  const { body } = await owner.call('GET', `/api/guild/${app.guildId}/command-access`)
  const { commands } = body as { commands: { name: string; discord: unknown[] }[] }
  expect(commands.find(({ name }) => name === 'ping')?.discord).toMatchObject([
    { kind: 'user', allowed: false, of: 'command' },
  ])
  await setInDiscord('ping', [])
  await until('the bot to know', async () => !(await typed('member1', '.ping')).includes('Integrations'))
})

test('permissions set for all commands apply to those of the server, too', async () => {
  expect(await typed('owner', '.customcommand add rules Be kind.')).toContain('answers with that now')
  await setInDiscord('all', [{ id: app.as('member1').userId, type: 2, permission: false }])
  await until('the bot to know', async () => (await typed('member1', '.rules')).includes('Integrations'))
  expect(await typed('member2', '.rules')).toBe('Be kind.')
  await setInDiscord('all', [])
  await until('the bot to know', async () => (await typed('member1', '.rules')) === 'Be kind.')
})

test('a command under a root follows its root; administrators pass', async () => {
  await setInDiscord('info', [{ id: app.guildId, type: 1, permission: false }])
  await until('the bot to know', async () => (await typed('member1', '.userinfo')).includes('Integrations'))
  expect(await typed('owner', '.userinfo')).not.toContain('Integrations')
  await setInDiscord('info', [])
})

// @module-tag long
import { type APIMessage, PermissionFlagsBits as P } from 'discord-api-types/v10'
import { afterAll, beforeAll, expect, test } from 'vitest'
import moderation from '#features/moderation/contract.ts'
import { createHarness, type Harness } from '../harness.ts'
import { textOf } from '../member.ts'
import { until } from '../until.ts'
import type { Visitor } from '../visitor.ts'

/** Attempts of people who may manage the server but not everything in it, and actions at the same moment. */
let app: Harness
let general: string
let owner: Visitor
let manager: Visitor
/** `member5` manages the server and is below the role 'Above'; `member6` also has Manage Roles. */
let above: string
let below: string
beforeAll(async () => {
  app = await createHarness()
  general = app.channel('general')
  const boss = app.as('owner')
  const roles = `/guilds/${app.guildId}/roles`
  const role = async (name: string, permissions: bigint) =>
    (await boss.rest<{ id: string }>('POST', roles, { name, permissions: String(permissions) })).id
  below = await role('Below', 0n)
  const manages = await role('Manages', P.ManageGuild | P.ModerateMembers)
  above = await role('Above', 0n)
  const gives = await role('Gives', P.ManageRoles)
  const place = [
    { id: below, position: 1 },
    { id: manages, position: 2 },
    { id: gives, position: 3 },
    { id: above, position: 4 },
  ]
  await boss.rest('PATCH', roles, place)
  const wear = (login: string, id: string) =>
    boss.rest('PUT', `/guilds/${app.guildId}/members/${app.as(login).userId}/roles/${id}`)
  await wear('member5', manages)
  await wear('member6', manages)
  await wear('member6', gives)
  await until('the bot to know', () => guild().members.cache.get(app.as('member6').userId)?.roles.cache.has(gives))
  owner = await app.signIn('owner')
  manager = await app.signIn('member5')
})
afterAll(() => app.close())

const guild = () => {
  const found = app.product.services.client.guilds.cache.get(app.guildId)
  if (!found) throw new Error('the bot is not there')
  return found
}
const path = (rest: string) => `/api/guild/${app.guildId}${rest}`
const ask = (login: string, text: string) => app.answer(login, text, general)
const saved = async (who: Visitor, address: string, body: Record<string, unknown>) =>
  (await who.call('POST', path(address), body)).status
interface Listed {
  number: number
  kind: string
  reason: string | null
}
const cases = async (login: string) =>
  (
    (await owner.call('GET', path(`/moderation/cases?target=${app.as(login).userId}`))).body as {
      cases: Listed[]
      total: number
    }
  ).cases
const serious = () => app.logged.filter(line => /"level":(?:50|60)/.test(line))

test('a server manager can give no role that they could not give by hand, nor give it earlier than configured', async () => {
  const levels = (roleId: string, level: number) => ({ statsUpdate: true, level_roles: [{ level, roleId }] })
  const ranks = (roleId: string, invites: number) => ({ invitesUpdate: true, ranks: [{ roleId, invites }] })
  const auto = (roleId: string) => ({ autoroleUpdate: true, memberRoles: [roleId] })
  const trying = (who: Visitor, roleId: string) =>
    Promise.all([
      saved(who, '/basic', levels(roleId, 5)),
      saved(who, '/invites', ranks(roleId, 5)),
      saved(who, '/autorole', auto(roleId)),
    ])
  // First without Manage Roles, then with it but for a role above one's own.
  expect(await trying(manager, below)).toEqual([400, 400, 400])
  const giver = await app.signIn('member6')
  expect(await trying(giver, above)).toEqual([400, 400, 400])
  expect(await trying(giver, below)).toEqual([200, 200, 200])
  expect(await trying(owner, above)).toEqual([200, 200, 200])
  // Others cannot make it easier to reach what the owner set.
  expect(await saved(manager, '/basic', levels(above, 2))).toBe(400)
  expect(await saved(giver, '/invites', ranks(above, 1))).toBe(400)
  expect(await saved(owner, '/invites', { invitesUpdate: true, tracking: 'on' })).toBe(200)
  expect(await saved(manager, '/basic', { ...levels(above, 5), reward_mode: 'stack' })).toBe(200)
  expect(await ask('member6', `.levelrole add 2 ${above}`)).toContain('is not below')
  expect(await ask('member6', `.inviterank add ${above} 1`)).toContain('is not below')
  expect(await ask('member6', `.autorole add ${above}`)).toContain('is not below')
  expect(await ask('member5', `.levelrole add 2 ${below}`)).toContain('Manage Roles')
  expect(await ask('member5', `.inviterank add ${below} 1`)).toContain('Manage Roles')
})

test('only the owner changes or voids a case about themselves', async () => {
  expect(await ask('owner', `.warn ${app.as('member5').userId} rude`)).toContain('arned')
  const [warning] = await cases('member5')
  const number = warning?.number ?? 0
  const refused = { status: 403, body: { error: 'You cannot change a case about yourself.' } }
  const address = path(`/moderation/cases/${number}`)
  expect(await manager.call('PATCH', address, { reason: 'a mistake' })).toMatchObject(refused)
  expect(await manager.call('DELETE', address)).toMatchObject(refused)
  expect(await ask('owner', `.warn ${app.as('moderator').userId} late`)).toContain('arned')
  const [own] = await cases('moderator')
  expect(await ask('moderator', `.case reason ${own?.number} nothing at all`)).toContain('about yourself')
  expect(await owner.call('DELETE', address)).toMatchObject({ status: 200 })
  expect((await cases('moderator'))[0]).toMatchObject({ reason: 'late' })
})

test('ids of another server are not found', async () => {
  const { world } = app.sandbox.context
  const other = [...world.guilds.values()].find(({ guild: { id } }) => id !== app.guildId)
  const foreignRole = [...(other?.roles.keys() ?? [])].at(-1) ?? ''
  const [foreignChannel = ''] = other?.channelIds ?? []
  const bodies: [string, Record<string, unknown>][] = [
    ['/basic', { modUpdate: true, modlog_channel: foreignChannel }],
    ['/basic', { automodUpdate: true, wh_channels: [foreignChannel] }],
    ['/basic', { automodUpdate: true, wh_roles: [foreignRole] }],
    ['/greeting', { welcomeUpdate: true, welcome_channel: foreignChannel }],
    ['/basic', { statsUpdate: true, levelup_channel: foreignChannel }],
    ['/basic', { statsUpdate: true, level_roles: [{ level: 3, roleId: foreignRole }] }],
    ['/basic', { statsUpdate: true, no_xp_roles: [foreignRole] }],
    ['/invites', { invitesUpdate: true, ranks: [{ invites: 3, roleId: foreignRole }] }],
    ['/autorole', { autoroleUpdate: true, memberRoles: [foreignRole] }],
    ['/automod/replay', { channelId: foreignChannel }],
    ['/automod/test', { text: 'x', channelId: foreignChannel }],
  ]
  for (const [address, body] of bodies) expect([body, await saved(owner, address, body)]).toEqual([body, 400])
  for (const command of ['modlog set', 'lock', 'slowmode 5', 'automod whitelistadd', 'welcome channel'])
    expect(await ask('owner', `.${command} <#${foreignChannel}>`)).not.toMatch(/#\d+\)|is now|from now/)
})

test('invalid numbers, prototypes and formulas change nothing', async () => {
  const numbers = ['NaN', 'Infinity', '-1', '1e400', '9'.repeat(400), '0x10', '1.5', '', null, [], {}, true]
  for (const value of numbers) {
    const body = { modUpdate: true, max_warnings: value }
    expect([value, await saved(owner, '/basic', body)]).toEqual([value, 400])
  }
  const response = await owner.call('POST', path('/basic'), {
    statsUpdate: true,
    role_rates: JSON.parse('[{"__proto__": {"rate": 9}}]') as unknown,
  })
  expect(response.status).toBe(400)
  const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`
  const order = { mode: 'set', dry_run: true, format: 'mee6' }
  expect(await saved(owner, '/progression/import', { ...order, text: deep })).toBeLessThan(500)
  const players = '[{"__proto__": {"id": "1"}, "constructor": 1}, {"id": "100000000000000001", "level": 1e308}]'
  expect(await saved(owner, '/progression/import', { ...order, text: players })).toBeLessThan(500)
  expect(({} as Record<string, unknown>)['rate']).toBeUndefined()
  expect(serious()).toEqual([])
})

test('simultaneously: two locks, two bans, two managers, an unban while the timer fires', async () => {
  const { userId } = app.as('member7')
  const both = async (...said: [string, string][]) => {
    const asked = await Promise.all(said.map(([login, text]) => app.as(login).say(general, text)))
    const replies = () =>
      asked.flatMap(({ id }) =>
        app
          .messages(general)
          .filter(one => one.message_reference?.message_id === id)
          .slice(0, 1),
      )
    return until('both answers', () => replies().length === asked.length && replies().map(textOf))
  }
  const bans = await both(['owner', `.ban ${userId} 1d one`], ['admin', `.ban ${userId} 1d two`])
  expect(bans.filter(text => text.includes('case #') || text.includes('Case #'))).toHaveLength(1)
  expect((await cases('member7')).filter(({ kind }) => kind === 'ban')).toHaveLength(1)
  const unbans = await both(['owner', `.unban ${userId}`], ['admin', `.unban ${userId}`])
  expect(unbans.filter(text => text.includes('no longer banned'))).toHaveLength(1)
  expect((await cases('member7')).filter(({ kind }) => kind === 'unban')).toHaveLength(1)
  const locks = await both(['owner', '.lock #woodwork'], ['admin', '.lock #woodwork'])
  expect(locks.filter(text => text.startsWith('Locked'))).toHaveLength(1)
  expect(await ask('owner', '.unlock #woodwork')).toContain('Unlocked')
  const results = await Promise.all([
    saved(owner, '/basic', { modUpdate: true, max_warnings: 5 }),
    saved(manager, '/basic', { modUpdate: true, warn_expiry_days: 7 }),
  ])
  expect(results).toEqual([200, 200])
  expect(app.product.services.settings.read(app.guildId, moderation)).toMatchObject({ maxWarn: 5, warnExpiryDays: 7 })
  expect(serious()).toEqual([])
})

test('a template full of mentions pings only the member it is about', async () => {
  const { userId } = app.as('member4')
  const evil = `{member:mention} @everyone @here <@&${above}> <@${app.as('owner').userId}> {{member:mention}} $& \u202E`
  const stats = {
    statsUpdate: true,
    ranking: 'on',
    levelup_message: evil,
    levelup_channel: general,
    announce: 'always',
  }
  expect(await saved(owner, '/basic', stats)).toBe(200)
  const welcome = { welcomeUpdate: true, welcome_channel: general, welcome_content: evil, welcome_type: 'both' }
  expect(await saved(owner, '/greeting', welcome)).toBe(200)
  expect(await saved(owner, '/greeting/preview', { type: 'welcome' })).toBe(200)
  expect(await saved(owner, '/progression/preview', { message: evil, channel: general })).toBe(200)
  await ask('owner', `.xp set ${userId} 499`)
  await app.as('member4').say(general, 'hello')
  const isAbout = ({ mentions }: APIMessage) => mentions.some(({ id }) => id === userId)
  await until('the level to be told', () => app.messages(general).some(isAbout))
  const about = new Set([userId, app.as('owner').userId])
  const byBot = app.messages(general).filter(({ author }) => author.id === app.botId)
  const astray = byBot.filter(
    ({ mentions, mention_everyone: all, mention_roles: roles }) =>
      all || roles.length > 0 || !mentions.every(({ id }) => about.has(id)),
  )
  expect(astray.map(textOf)).toEqual([])
})

test('a channel, a role or the bot itself that vanishes halfway leaves nothing behind', async () => {
  const boss = app.as('owner')
  const { id: room } = await boss.rest<{ id: string }>('POST', `/guilds/${app.guildId}/channels`, { name: 'doomed' })
  await until('the bot to see it', () => guild().channels.cache.has(room))
  for (let count = 0; count < 5; count++) await boss.say(room, `line ${count}`)
  await boss.say(room, '.purge 5')
  await boss.rest('DELETE', `/channels/${room}`)
  expect(await ask('owner', '.ping')).not.toBe('')

  await Promise.all([boss.rest('DELETE', `/guilds/${app.guildId}/roles/${above}`), ask('owner', '.levelrole list')])
  await until('the level role to go', async () => !(await ask('owner', '.levelrole list')).includes(above))

  for (let count = 0; count < 3; count++) await boss.say(general, `.warn ${app.as('member3').userId} ${count}`)
  await boss.rest('DELETE', `/guilds/${app.guildId}/members/${app.botId}`)
  await until('the bot to be gone', () => !app.product.services.client.guilds.cache.has(app.guildId))
  expect(serious()).toEqual([])
})

import { setTimeout as pause } from 'node:timers/promises'
import { PermissionFlagsBits } from 'discord.js'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { blankUser } from '#sandbox/world/blank.ts'
import { joinGuild } from '#sandbox/world/members/join.ts'
import { leaveGuild } from '#sandbox/world/members/departure.ts'
import { jobs } from '#kernel/storage/table.ts'
import { createHarness, type Harness } from '#test/harness.ts'
import { textOf } from '#test/member.ts'
import { until } from '#test/until.ts'
import type { Visitor } from '#test/visitor.ts'
import { attributionOf, inviteBoard, invitesOf } from './public.ts'
import { presentJoins, waitingJoins } from './joins.ts'
import { inviteBaselines, inviteCodes } from './table.ts'

let app: Harness
let owner: Visitor
let general: string
/** How far the product's clock is ahead of Discord's, ms. */
let ahead = 0
beforeAll(async () => {
  app = await createHarness({ now: () => Date.now() + ahead })
  general = app.channel('general')
  owner = await app.signIn('owner')
  await ask('owner', '.invitetracker on')
  await settled()
})
afterAll(() => app.close())
beforeEach(() => {
  app.sandbox.context.conditions.failNext = undefined
})

const db = () => app.product.services.db
const ask = async (login: string, text: string) => textOf(await app.answerTo(await app.as(login).say(general, text)))
const invite = async (login: string, wish: { max_uses?: number; role_ids?: string[] } = {}) =>
  (await app.as(login).rest<{ code: string }>('POST', `/channels/${general}/invites`, { unique: true, ...wish })).code
const counts = (login: string) => invitesOf(db(), app.guildId, app.as(login).userId)
const page = (path = '') => `/api/guild/${app.guildId}/invites${path}`
const save = (body: Record<string, unknown>) => owner.call('POST', page(), { invitesUpdate: true, ...body })
const rolesOf = (userId: string) => app.sandbox.context.world.guilds.get(app.guildId)?.members.get(userId)?.roles ?? []

/** Somebody without a part in the demo, born `ageDays` ago. */
function newcomer(ageDays = 1000): string {
  const { context } = app.sandbox
  const id = String(BigInt(context.nextId()) - (BigInt(ageDays * 86_400_000) << 22n))
  const user = blankUser({ id, username: `guest${id.slice(-6)}` })
  context.world.accounts.set(id, { login: id, user, email: `${id}@example.test`, bot: false, lastActive: 0 })
  return id
}
const join = (userId: string, code?: string) => joinGuild(app.sandbox.context, userId, app.guildId, code)
const leave = (userId: string) => leaveGuild(app.sandbox.context, userId, app.guildId)

/** Until the baseline is there and nobody waits for a decision. */
const settled = () =>
  until(
    'the invites to be read',
    () => db().select().from(inviteBaselines).all().length > 0 && waitingJoins(db(), app.guildId).length === 0,
  )
const present = (userId: string) => presentJoins(db(), app.guildId).some(({ userId: id }) => id === userId)
/** How somebody came, once it is decided. */
async function decided(userId: string) {
  await until(`${userId} to be noticed`, () => present(userId))
  await settled()
  const { via, certainty, inviterId, code } = attributionOf(db(), app.guildId, userId) ?? {}
  return { via, certainty, inviterId, code }
}

test('the first join after switching on is certain, and told by command and on the page', async () => {
  const { userId } = app.as('member1')
  const code = await invite('member1')
  const guest = newcomer()
  join(guest, code)
  expect(await decided(guest)).toEqual({ via: 'invite', certainty: 'certain', inviterId: userId, code })
  expect(await ask('member2', `.inviter <@${guest}>`)).toContain(
    `<@${guest}> came by the invite \`${code}\` of <@${userId}>. <@${userId}> has **1** invite.`,
  )
  expect(await ask('member1', '.invites')).toMatch(/has \*\*1\*\* invite\..*\nTotal\n1\nFake\n0\nLeft\n0/s)
  expect(await ask('member1', '.invitecodes')).toContain(`\`${code}\`: 1 use`)
  expect(await ask('member2', '.inviter')).toContain('I did not see')
  const { body } = await owner.call('GET', page('/joins'))
  expect(body).toMatchObject({
    total: 1,
    joins: [
      { member: { id: guest }, inviter: { id: userId, name: 'jun_tan' }, certainty: 'certain', code, fake: null },
    ],
  })
  expect((await owner.call('GET', page('/codes'))).body).toMatchObject({
    codes: expect.arrayContaining([
      expect.objectContaining({ code, uses: 1, inviter: expect.objectContaining({ id: userId }) }),
    ]),
  })
})

test('who came in the same moment by invites of two people is likely at most, and both counts are right', async () => {
  const codes = [await invite('member2'), await invite('member3')]
  const guests = codes.map(() => newcomer())
  guests.forEach((guest, at) => join(guest, codes[at]))
  const found = [await decided(guests[0] ?? ''), await decided(guests[1] ?? '')]
  expect(found.map(({ certainty }) => certainty)).toEqual(['likely', 'likely'])
  expect(new Set(found.map(({ code }) => code))).toEqual(new Set(codes))
  expect([counts('member2').effective, counts('member3').effective]).toEqual([1, 1])
  expect(await ask('member2', `.inviter <@${guests[0]}>`)).toContain('probably came by')
  const crowd = [newcomer(), newcomer(), newcomer()]
  for (const guest of crowd) join(guest, codes[0])
  for (const guest of crowd) expect(await decided(guest)).toMatchObject({ certainty: 'certain', code: codes[0] })
  expect(counts('member2').effective).toBe(4)
})

test('a crowd that keeps coming by one invite is credited whole, with few looks at the invites', async () => {
  const { conditions } = app.sandbox.context
  const code = await invite('admin')
  const asked = () => app.sandbox.requests().filter(({ route }) => route === '/guilds/:guild_id/invites').length
  const before = asked()
  const calm = conditions.latency
  conditions.latency = { medianMs: 60, p99Ms: 120 }
  const crowd = Array.from({ length: 30 }, () => newcomer())
  for (const guest of crowd) {
    join(guest, code)
    await pause(10)
  }
  for (const guest of crowd) expect(await decided(guest)).toMatchObject({ via: 'invite', code })
  conditions.latency = calm
  expect(counts('admin')).toMatchObject({ effective: crowd.length, tracked: crowd.length })
  expect(asked() - before).toBeLessThan(crowd.length / 2)
})

test('the greeting of who joins names their inviter', async () => {
  const arrivals = app.channel('arrivals')
  const greeting = await owner.call('POST', `/api/guild/${app.guildId}/greeting`, {
    welcomeUpdate: true,
    welcome_type: 'message',
    welcome_channel: '#arrivals',
    welcome_content: 'Ahoy, invited by {inviter} ({invites})',
  })
  expect(greeting.status).toBe(200)
  join(newcomer(), await invite('member8'))
  const greeted = await until('the greeting', () =>
    app.messages(arrivals).find(({ content }) => content.startsWith('Ahoy')),
  )
  expect(greeted.content).toBe('Ahoy, invited by Quiet River (1)')
  await owner.call('POST', `/api/guild/${app.guildId}/greeting`, { welcomeDisable: true })
})

test('an invite for one use, the vanity link, a bot and somebody without an invite are told apart', async () => {
  const once = await invite('member4', { max_uses: 1 })
  const [byOnce, byVanity, byNothing] = [newcomer(), newcomer(), newcomer()]
  join(byOnce, once)
  expect(await decided(byOnce)).toMatchObject({ certainty: 'certain', inviterId: app.as('member4').userId, code: once })
  join(byVanity, 'tidewater')
  expect(await decided(byVanity)).toEqual({ via: 'vanity', certainty: 'certain', inviterId: null, code: 'tidewater' })
  expect(await ask('member2', `.inviter <@${byVanity}>`)).toContain("came by this server's own link")
  join(byNothing)
  expect(await decided(byNothing)).toMatchObject({ via: 'unknown', certainty: 'unknown', inviterId: null })
  expect(await ask('member2', `.inviter <@${byNothing}>`)).toContain('I cannot tell how')
  const [bot] = [...app.sandbox.context.world.accounts.values()].filter(({ login }) => login === 'jukebox')
  if (!bot) throw new Error('no jukebox')
  leave(bot.user.id)
  join(bot.user.id)
  expect(await decided(bot.user.id)).toMatchObject({ via: 'bot', certainty: 'certain' })
})

test('leaving takes, returning gives back, and coming again earns nobody anything', async () => {
  const [first, other] = [await invite('member5'), await invite('member6')]
  const guest = newcomer()
  join(guest, first)
  await decided(guest)
  const effective = async (login: string, wanted: number) =>
    until(`${login} to have ${wanted}`, () => counts(login).effective === wanted)
  leave(guest)
  await effective('member5', 0)
  expect(counts('member5')).toMatchObject({ tracked: 1, left: 1 })
  join(guest, first)
  await decided(guest)
  expect(counts('member5')).toEqual({ effective: 1, tracked: 1, added: 0, fake: 0, left: 0 })
  leave(guest)
  await effective('member5', 0)
  join(guest, other)
  expect(await decided(guest)).toMatchObject({ inviterId: app.as('member6').userId })
  expect(counts('member6')).toMatchObject({ effective: 0, tracked: 1, fake: 1 })
  expect(counts('member5').effective).toBe(1)

  // Who was here before tracking began is no new member either.
  const { userId } = app.as('member8')
  leave(userId)
  await until('the departure to be noted', () => attributionOf(db(), app.guildId, userId) && !present(userId))
  join(userId, other)
  expect(await decided(userId)).toMatchObject({ code: other })
  expect(counts('member6')).toMatchObject({ effective: 0, tracked: 2, fake: 2 })
})

test('an event that comes twice counts once', async () => {
  const code = await invite('member7')
  const guest = newcomer()
  const member = join(guest, code)
  const { user } = app.sandbox.context.world.accounts.get(guest) ?? {}
  const data = { ...member, user, guild_id: app.guildId }
  const again = () =>
    app.sandbox.context.emit({ type: 'GUILD_MEMBER_ADD' as never, data, audience: { guildId: app.guildId } })
  again()
  expect(await decided(guest)).toMatchObject({ certainty: 'certain', code })
  again()
  join(newcomer(), code)
  await until('the second guest', () => counts('member7').tracked === 2)
  expect(counts('member7')).toEqual({ effective: 2, tracked: 2, added: 0, fake: 0, left: 0 })
})

test('accounts younger than the server wants are fake, and so is who invites themselves', async () => {
  expect((await save({ youngDays: 7 })).status).toBe(200)
  const code = await invite('moderator')
  const [young, old] = [newcomer(1), newcomer(30)]
  for (const guest of [young, old]) {
    join(guest, code)
    await decided(guest)
  }
  expect(counts('moderator')).toMatchObject({ effective: 1, tracked: 2, fake: 1 })
  expect((await save({ youngDays: 0 })).status).toBe(200)
})

test('ranks are given when they are reached and taken when not, and nobody hands out what they may not', async () => {
  const role = async (name: string, permissions = '0') =>
    (await app.as('owner').rest<{ id: string }>('POST', `/guilds/${app.guildId}/roles`, { name, permissions })).id
  const [scout, guard] = [await role('Scout'), await role('Guard', String(1 << 2))]
  await until('the bot to see the roles', () =>
    app.product.services.client.guilds.cache.get(app.guildId)?.roles.cache.has(guard),
  )
  expect(await ask('owner', `.inviterank add ${guard} 1`)).toContain('Ban Members')
  expect(await ask('admin', '.inviterank add Admin 1')).toContain('Administrator')
  expect(await ask('member1', `.inviterank add ${scout} 2`)).toContain('Manage Server')
  const refused = await save({ ranks: [{ invites: 1, roleId: guard }] })
  expect(refused).toMatchObject({
    status: 400,
    body: { fields: { 'ranks.0.roleId': expect.stringContaining('Ban Members') } },
  })
  expect(await ask('owner', `.inviterank add ${scout} 2`)).toContain('2 or more invites')
  expect(await ask('member1', '.inviteranks')).toContain(`<@&${scout}>: 2`)

  const { userId } = app.as('rogue')
  const code = await invite('rogue')
  const guests = [newcomer(), newcomer()]
  for (const guest of guests) join(guest, code)
  await until('the rank to be given', () => rolesOf(userId).includes(scout))
  leave(guests[0] ?? '')
  await until('the rank to be taken', () => !rolesOf(userId).includes(scout))
  expect(await ask('owner', `.addinvites <@${userId}> 1`)).toContain('now has **2** invites')
  await until('the rank to be given for a bonus', () => rolesOf(userId).includes(scout))
  expect(await ask('owner', `.clearinvites <@${userId}>`)).toContain('now has **1** invite')
  await until('the rank to be taken with the bonus', () => !rolesOf(userId).includes(scout))
  // Everybody who has enough already gets a rank that is new.
  expect((await save({ ranks: [{ invites: 1, roleId: scout }] })).status).toBe(200)
  await until('the rank to be given for its new threshold', () => rolesOf(userId).includes(scout))
  expect(await ask('owner', `.inviterank remove ${scout}`)).toContain('no longer given')
  expect(rolesOf(userId)).toContain(scout)
})

test('an import adds what was used before, once', async () => {
  const before = counts('owner')
  expect(await ask('owner', `.invitesimport <@${app.as('owner').userId}>`)).toMatch(
    /^Imported \d+ uses? of 1 invites\.$/,
  )
  const after = counts('owner')
  expect(after.added).toBeGreaterThan(before.added)
  expect(await ask('owner', `.invitesimport <@${app.as('owner').userId}>`)).toContain('nothing to import')
  const bonus = await owner.call('POST', page('/bonus'), { userId: app.as('owner').userId, amount: -3 })
  expect(bonus.body).toMatchObject({ added: after.added - 3 })
  const reset = await owner.call('POST', page('/reset'), { userId: app.as('owner').userId })
  expect(reset.body).toMatchObject({ added: 0 })
  const { rows, total } = inviteBoard(db(), app.guildId, { limit: 2, offset: 0 })
  expect(rows).toHaveLength(2)
  expect(total).toBeGreaterThan(2)
  const { body } = await owner.call('GET', `${page('/board')}?limit=2`)
  expect(body).toMatchObject({
    total,
    rows: rows.map(({ userId, ...figures }) => ({ user: { id: userId }, ...figures })),
  })
})

test('without Manage Server, Discord is not asked in vain and the commands say what is missing', async () => {
  const { context } = app.sandbox
  const role = [...(context.world.guilds.get(app.guildId)?.roles.values() ?? [])].find(
    ({ name }) => name === 'Palisade',
  )
  if (!role) throw new Error('the bot has no role')
  const allow = async (permissions: string, may: boolean) => {
    await app.as('owner').rest('PATCH', `/guilds/${app.guildId}/roles/${role.id}`, { permissions })
    const me = () => app.product.services.client.guilds.cache.get(app.guildId)?.members.me
    await until('the bot to see its permissions', () => me()?.permissions.has('ManageGuild') === may)
  }
  const full = role.permissions
  await allow(String(BigInt(full) & ~PermissionFlagsBits.ManageGuild), false)
  const asked = () =>
    app.sandbox.requests().filter(({ path }) => path.endsWith(`/guilds/${app.guildId}/invites`)).length
  const before = asked()
  const guest = newcomer()
  join(guest, 'kiln24')
  expect(await decided(guest)).toMatchObject({ via: 'unknown' })
  expect(await ask('owner', '.invitesimport')).toContain('Manage Server')
  expect(await ask('owner', '.invitetracker on')).toContain('I need Manage Server')
  expect(asked()).toBe(before)
  const { body } = await owner.call('GET', `/api/guild/${app.guildId}/doctor`)
  expect(JSON.stringify(body)).toContain('to see how often each invite was used')
  await allow(full, true)
  const uses = context.world.guilds.get(app.guildId)?.invites.get('kiln24')?.uses
  await until('the invites to be read again', () =>
    db()
      .select()
      .from(inviteCodes)
      .all()
      .some(row => row.code === 'kiln24' && row.uses === uses),
  )
})

test('what Discord refuses to tell stays unknown, and nothing breaks', async () => {
  const code = await invite('member1')
  const before = counts('member1').tracked
  app.sandbox.context.conditions.failNext = { count: 1, status: 403, route: 'GET /guilds/:guild_id/invites' }
  const [guest, next] = [newcomer(), newcomer()]
  join(guest, code)
  expect(await decided(guest)).toMatchObject({ via: 'unknown' })
  join(next, code)
  expect(await decided(next)).toMatchObject({ via: 'invite', certainty: 'likely', code })
  expect(counts('member1').tracked).toBe(before + 1)
})

test('who comes while Discord does not answer is judged when it does', async () => {
  const code = await invite('member1')
  const retried = 4
  app.sandbox.context.conditions.failNext = { count: retried, status: 503, route: 'GET /guilds/:guild_id/invites' }
  const guest = newcomer()
  join(guest, code)
  await until('the requests to fail', () => app.sandbox.context.conditions.failNext === undefined)
  await until('the next look to be planned', () =>
    app.product.services.db
      .select()
      .from(jobs)
      .all()
      .some(({ job, runAt }) => job === 'catchUp' && runAt > Date.now()),
  )
  expect(attributionOf(db(), app.guildId, guest)).toMatchObject({ via: 'unknown' })
  ahead = 61_000
  await app.product.services.scheduler.tick()
  ahead = 0
  expect(await decided(guest)).toMatchObject({ via: 'invite', certainty: 'likely', code })
  expect(app.logged.filter(line => line.includes('invites could not be read'))).toHaveLength(1)
})

test('who came and went while the bot was away is found out, as likely at best', async () => {
  const code = await invite('member2')
  const guest = newcomer()
  join(guest, code)
  await decided(guest)
  const before = counts('member2')
  await app.product.close()
  const missed = newcomer()
  join(missed, code)
  leave(guest)
  await app.restart()
  owner = await app.signIn('owner')
  expect(await decided(missed)).toMatchObject({ via: 'invite', certainty: 'likely', code })
  expect(counts('member2')).toMatchObject({ tracked: before.tracked + 1, left: before.left + 1 })
})

test('switched off, nothing is tracked and nothing is compared with it later', async () => {
  const code = await invite('member3')
  const before = counts('member3')
  expect(await ask('owner', '.invitetracking off')).toContain('now off')
  expect(await ask('owner', '.invites')).toContain('Invite Tracking is switched off')
  const unseen = newcomer()
  join(unseen, code)
  expect(await ask('owner', '.config invites on')).toContain('on')
  await settled()
  expect(attributionOf(db(), app.guildId, unseen)).toBeUndefined()
  const guest = newcomer()
  join(guest, code)
  expect(await decided(guest)).toMatchObject({ certainty: 'certain', code })
  expect(counts('member3').tracked).toBe(before.tracked + 1)
})

test('somebody who is forgotten is gone from every row', async () => {
  const { userId } = app.as('member2')
  expect((await owner.call('POST', `/api/guild/${app.guildId}/forget-user`, { userId })).status).toBe(200)
  const { body } = await owner.call('GET', `/api/guild/${app.guildId}/export`)
  expect(JSON.stringify((body as { features: { invites: unknown } }).features.invites)).not.toContain(userId)
})

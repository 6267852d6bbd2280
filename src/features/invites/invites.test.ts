import { PermissionFlagsBits } from 'discord.js'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { jobs } from '#kernel/storage/table.ts'
import { holdBack } from '#test/discord-trouble.ts'
import { invitedMembers } from '#test/invited-members.ts'
import { createHarness, type Harness } from '#test/harness.ts'
import { until } from '#test/until.ts'
import type { Visitor } from '#test/visitor.ts'
import { attributionOf } from './public.ts'
import { inviteCodes } from './table.ts'

let app: Harness
let owner: Visitor
let guests: ReturnType<typeof invitedMembers>
/** How far the product's clock is ahead of Discord's, ms. */
let ahead = 0
beforeAll(async () => {
  app = await createHarness({ now: () => Date.now() + ahead })
  guests = invitedMembers(app)
  owner = await app.signIn('owner')
  await ask('owner', '.invitetracker on')
  await guests.settled()
})
afterAll(() => app.close())
beforeEach(() => {
  app.sandbox.context.conditions.failNext = undefined
})

const db = () => app.product.services.db
const ask = (login: string, text: string) => app.answer(login, text)
const page = (path = '') => `/api/guild/${app.guildId}/invites${path}`

test('the first join after switching on is certain, and shown by command and on the page', async () => {
  const { userId } = app.as('member1')
  const code = await guests.invite('member1')
  const guest = guests.newcomer()
  guests.join(guest, code)
  expect(await guests.decided(guest)).toEqual({ via: 'invite', certainty: 'certain', inviterId: userId, code })
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

test('two joins at once by invites of two people are likely at most, and both counts are right', async () => {
  const codes = [await guests.invite('member2'), await guests.invite('member3')]
  const pair = codes.map(() => guests.newcomer())
  pair.forEach((guest, at) => guests.join(guest, codes[at]))
  const found = [await guests.decided(pair[0] ?? ''), await guests.decided(pair[1] ?? '')]
  expect(found.map(({ certainty }) => certainty)).toEqual(['likely', 'likely'])
  expect(new Set(found.map(({ code }) => code))).toEqual(new Set(codes))
  expect([guests.counts('member2').effective, guests.counts('member3').effective]).toEqual([1, 1])
  expect(await ask('member2', `.inviter <@${pair[0]}>`)).toContain('probably came by')
  const crowd = [guests.newcomer(), guests.newcomer(), guests.newcomer()]
  for (const guest of crowd) guests.join(guest, codes[0])
  for (const guest of crowd) expect(await guests.decided(guest)).toMatchObject({ certainty: 'certain', code: codes[0] })
  expect(guests.counts('member2').effective).toBe(4)
})

test('a crowd that joins by one invite is credited in full, with few requests for the invites', async () => {
  const { conditions } = app.sandbox.context
  const code = await guests.invite('admin')
  const asked = () => app.sandbox.requests().filter(({ route }) => route === '/guilds/:guild_id/invites').length
  const before = asked()
  const calm = conditions.latency
  conditions.latency = { medianMs: 60, p99Ms: 120 }
  const crowd = Array.from({ length: 30 }, () => guests.newcomer())
  for (const [place, guest] of crowd.entries()) {
    const looks = asked()
    guests.join(guest, code)
    // The others join while the invites are being read.
    if (place % 10 === 0) await until('a look at the invites', () => asked() > looks)
  }
  for (const guest of crowd) expect(await guests.decided(guest)).toMatchObject({ via: 'invite', code })
  conditions.latency = calm
  expect(guests.counts('admin')).toMatchObject({ effective: crowd.length, tracked: crowd.length })
  expect(asked() - before).toBeLessThan(crowd.length / 2)
})

test('an invite for one use, the vanity link, a bot and somebody without an invite are told apart', async () => {
  const once = await guests.invite('member4', { max_uses: 1 })
  const [byOnce, byVanity, byNothing] = [guests.newcomer(), guests.newcomer(), guests.newcomer()]
  guests.join(byOnce, once)
  expect(await guests.decided(byOnce)).toMatchObject({
    certainty: 'certain',
    inviterId: app.as('member4').userId,
    code: once,
  })
  guests.join(byVanity, 'tidewater')
  expect(await guests.decided(byVanity)).toEqual({
    via: 'vanity',
    certainty: 'certain',
    inviterId: null,
    code: 'tidewater',
  })
  expect(await ask('member2', `.inviter <@${byVanity}>`)).toContain("came by this server's own link")
  guests.join(byNothing)
  expect(await guests.decided(byNothing)).toMatchObject({ via: 'unknown', certainty: 'unknown', inviterId: null })
  expect(await ask('member2', `.inviter <@${byNothing}>`)).toContain('I cannot tell how')
  const [bot] = [...app.sandbox.context.world.accounts.values()].filter(({ login }) => login === 'jukebox')
  if (!bot) throw new Error('no jukebox')
  guests.leave(bot.user.id)
  guests.join(bot.user.id)
  expect(await guests.decided(bot.user.id)).toMatchObject({ via: 'bot', certainty: 'certain' })
})

test('an event that comes twice counts once', async () => {
  const code = await guests.invite('member7')
  const guest = guests.newcomer()
  const member = guests.join(guest, code)
  const { user } = app.sandbox.context.world.accounts.get(guest) ?? {}
  const data = { ...member, user, guild_id: app.guildId }
  const again = () =>
    app.sandbox.context.emit({ type: 'GUILD_MEMBER_ADD' as never, data, audience: { guildId: app.guildId } })
  again()
  expect(await guests.decided(guest)).toMatchObject({ certainty: 'certain', code })
  again()
  guests.join(guests.newcomer(), code)
  await until('the second guest', () => guests.counts('member7').tracked === 2)
  expect(guests.counts('member7')).toEqual({ effective: 2, tracked: 2, added: 0, fake: 0, left: 0 })
})

test('without Manage Server, Discord is not asked needlessly and the commands say what is missing', async () => {
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
  const guest = guests.newcomer()
  guests.join(guest, 'kiln24')
  expect(await guests.decided(guest)).toMatchObject({ via: 'unknown' })
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

test('joins that Discord does not explain stay unknown, and nothing breaks', async () => {
  const code = await guests.invite('member1')
  const before = guests.counts('member1').tracked
  app.sandbox.context.conditions.failNext = { count: 1, status: 403, route: 'GET /guilds/:guild_id/invites' }
  const [guest, next] = [guests.newcomer(), guests.newcomer()]
  guests.join(guest, code)
  expect(await guests.decided(guest)).toMatchObject({ via: 'unknown' })
  guests.join(next, code)
  expect(await guests.decided(next)).toMatchObject({ via: 'invite', certainty: 'likely', code })
  expect(guests.counts('member1').tracked).toBe(before + 1)
})

test('joins while Discord does not answer are attributed when it does', async () => {
  const code = await guests.invite('member1')
  const retried = 4
  app.sandbox.context.conditions.failNext = { count: retried, status: 503, route: 'GET /guilds/:guild_id/invites' }
  const guest = guests.newcomer()
  guests.join(guest, code)
  await until('the requests to fail', () => app.sandbox.context.conditions.failNext === undefined)
  await until('the next look to be planned', () =>
    app.product.services.db
      .select()
      .from(jobs)
      .all()
      .some(({ feature, job, runAt }) => feature === 'invites' && job === 'catchUp' && runAt > Date.now()),
  )
  expect(attributionOf(db(), app.guildId, guest)).toMatchObject({ via: 'unknown' })
  ahead = 61_000
  await app.product.services.scheduler.tick()
  ahead = 0
  expect(await guests.decided(guest)).toMatchObject({ via: 'invite', certainty: 'likely', code })
  expect(app.logged.filter(line => line.includes('invites could not be read'))).toHaveLength(1)
})

test('joins whose invites are not read after too many refusals are attributed later', async () => {
  const code = await guests.invite('member1')
  const { held, end } = holdBack(app, ({ fullRoute }) => fullRoute === `/guilds/${app.guildId}/invites`)
  const guest = guests.newcomer()
  guests.join(guest, code)
  await until('it to be held back', () => held() > 0)
  end()
  await until('the invites to be read', async () => {
    ahead += 61_000
    await app.product.services.scheduler.tick()
    return attributionOf(db(), app.guildId, guest)?.via !== 'unknown'
  })
  ahead = 0
  expect(attributionOf(db(), app.guildId, guest)).toMatchObject({ via: 'invite', code })
})

test('joins and departures while the bot was offline are reconstructed, as likely at best', async () => {
  const code = await guests.invite('member2')
  const guest = guests.newcomer()
  guests.join(guest, code)
  await guests.decided(guest)
  const before = guests.counts('member2')
  await app.product.close()
  const missed = guests.newcomer()
  guests.join(missed, code)
  guests.leave(guest)
  await app.restart()
  owner = await app.signIn('owner')
  expect(await guests.decided(missed)).toMatchObject({ via: 'invite', certainty: 'likely', code })
  expect(guests.counts('member2')).toMatchObject({ tracked: before.tracked + 1, left: before.left + 1 })
})

test('switched off, nothing is tracked and nothing is compared with it later', async () => {
  const code = await guests.invite('member3')
  const before = guests.counts('member3')
  expect(await ask('owner', '.invitetracking off')).toContain('now off')
  expect(await ask('owner', '.invites')).toContain('Invite Tracking is switched off')
  const unseen = guests.newcomer()
  guests.join(unseen, code)
  expect(await ask('owner', '.config invites on')).toContain('on')
  await guests.settled()
  expect(attributionOf(db(), app.guildId, unseen)).toBeUndefined()
  const guest = guests.newcomer()
  guests.join(guest, code)
  expect(await guests.decided(guest)).toMatchObject({ certainty: 'certain', code })
  expect(guests.counts('member3').tracked).toBe(before.tracked + 1)
})

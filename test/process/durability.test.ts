import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { applicationOf } from '#sandbox/demo/environment.ts'
import { joinGuild } from '#sandbox/world/members/join.ts'
import { createAccount } from '#sandbox/world/members/new-account.ts'
import { useKilledProduct } from '../killed-product.ts'
import { memberOf, textOf } from '../member.ts'
import { until } from '../until.ts'
import { createVisitor } from '../visitor.ts'

/** What the product has acknowledged when kill -9 ends it in the same moment. */
const life = useKilledProduct()

test('an acknowledged setting and the session survive kill -9, and nothing is done twice', async () => {
  const url = await life.run()
  const owner = createVisitor(life.sandbox, url)
  await owner.signIn('owner')
  const basic = `/api/guild/${life.home.guildId}/basic`
  for (const prefix of ['!', '?', '$']) {
    const { status } = await owner.call('POST', basic, { basicUpdate: true, prefix })
    expect(status).toBe(200)
    await life.killed()
    await life.run()
    const { status: again, body } = await owner.call('GET', basic)
    expect(again).toBe(200)
    expect(body).toMatchObject({ guild: { prefix } })
  }
  expect(life.query('SELECT id FROM settings_history WHERE guild_id = ?', life.home.guildId)).toHaveLength(3)
})

test('what a member was told is stored has been stored', async () => {
  await life.run()
  const application = applicationOf(life.sandbox)
  const owner = memberOf({ sandbox: life.sandbox, applicationId: application.id, guildId: life.home.guildId }, 'owner')
  const channels = await owner.rest<{ id: string; name: string }[]>('GET', `/guilds/${life.home.guildId}/channels`)
  const general = channels.find(({ name }) => name === 'general')?.id ?? ''
  const said = (after: string) =>
    [...(life.sandbox.context.world.channels.get(general)?.messages.values() ?? [])].find(
      ({ author, id }) => author.id === application.botUserId && BigInt(id) > BigInt(after),
    )
  const asked = await owner.say(general, '.setprefix !')
  await until('the confirmation', () => said(asked.id))
  await life.killed()
  await life.run()
  const again = await owner.say(general, '!ping')
  expect(textOf(await until('an answer to the new prefix', () => said(again.id)))).toContain('Pong')
})

test('a scheduled job survives kill -9 and runs once when its time has passed', async () => {
  await life.run()
  const owner = memberOf(
    { sandbox: life.sandbox, applicationId: applicationOf(life.sandbox).id, guildId: life.home.guildId },
    'owner',
  )
  await owner.rest('DELETE', `/guilds/${life.home.guildId}/members/${applicationOf(life.sandbox).botUserId}`)
  const due = () => life.query<{ run_at: number }>("SELECT run_at FROM jobs WHERE job = 'eraseGuild'")
  await until('the job to be stored', () => due().length === 1)
  await life.killed()
  expect(due()).toHaveLength(1)
  expect(life.query('SELECT guild_id FROM guilds WHERE guild_id = ?', life.home.guildId)).toHaveLength(1)

  const makeDue = () => {
    const db = new Database(join(life.dataDir, 'palisade.sqlite'))
    db.prepare("UPDATE jobs SET run_at = ? WHERE job = 'eraseGuild'").run(Date.now() - 1000)
    db.close()
  }
  makeDue()
  await life.run()
  // The job only looks the first time and erases a day later, since the clock may be ahead.
  await until('a first look', () => due().every(({ run_at: at }) => at > Date.now()))
  await life.killed()
  expect(due()).toHaveLength(1)
  makeDue()
  await life.run()
  await until('the guild to be erased', () => due().length === 0)
  expect(life.query('SELECT guild_id FROM guilds WHERE guild_id = ?', life.home.guildId)).toHaveLength(0)
})

test('a graceful shutdown leaves a single database file', async () => {
  await life.run()
  life.child.kill('SIGTERM')
  expect(await life.child.ended()).toBe(0)
  const db = new Database(join(life.dataDir, 'palisade.sqlite'), { readonly: true })
  expect(db.pragma('integrity_check', { simple: true })).toBe('ok')
  expect(db.pragma('foreign_key_check')).toEqual([])
  db.close()
})

test('a level that was announced survives kill -9, is announced once, and its role is given after all', async () => {
  const owner = createVisitor(life.sandbox, await life.run())
  await owner.signIn('owner')
  const { world } = life.sandbox.context
  const state = world.guilds.get(life.home.guildId)
  const potter = [...(state?.roles.values() ?? [])].find(({ name }) => name === 'Potter')?.id ?? ''
  const general = [...(state?.channelIds ?? [])].find(id => world.channels.get(id)?.channel.name === 'general') ?? ''
  const { userId, say } = memberOf(
    { sandbox: life.sandbox, applicationId: applicationOf(life.sandbox).id, guildId: life.home.guildId },
    'member4',
  )
  const announcements = () =>
    [...(world.channels.get(general)?.messages.values() ?? [])].filter(({ content }) =>
      content.includes('reached level'),
    )
  const levels = { statsUpdate: true, ranking: 'on', level_roles: [{ level: 2, roleId: potter }] }
  await owner.call('POST', `/api/guild/${life.home.guildId}/basic`, levels)
  await owner.call('POST', `/api/guild/${life.home.guildId}/progression/members/${userId}`, {
    action: 'set',
    amount: 99,
  })
  await say(general, 'hello')
  await until('the announcement', () => announcements().length > 0)
  await life.killed()
  const [row] = life.query<{ total: number }>('SELECT total FROM leveling_members WHERE user_id = ?', userId)
  expect(row?.total).toBeGreaterThanOrEqual(100)
  await life.run()
  await until('the role', () => state?.members.get(userId)?.roles.includes(potter))
  expect(announcements()).toHaveLength(1)
})

test('sanctions and scheduled lifts survive kill -9, and are carried out once', async () => {
  const url = await life.run()
  const visitor = createVisitor(life.sandbox, url)
  await visitor.signIn('owner')
  const { context } = life.sandbox
  const application = applicationOf(life.sandbox)
  const state = context.world.guilds.get(life.home.guildId)
  if (!state) throw new Error('no guild')
  const as = (login: string) =>
    memberOf({ sandbox: life.sandbox, applicationId: application.id, guildId: life.home.guildId }, login)
  const potter = [...state.roles.values()].find(({ name }) => name === 'Potter')?.id ?? ''
  const general = [...state.channelIds].find(id => context.world.channels.get(id)?.channel.name === 'general') ?? ''
  for (const [address, form] of [
    ['/basic', { modUpdate: true, max_warnings: 2, max_warn_action: 'timeout' }],
    ['/basic', { automodUpdate: true, enabled: 'on', anti_links: 'on', notify_channel: 'off', notify_member: 'off' }],
    ['/autorole', { autoroleUpdate: true, enabled: 'on', memberRoles: [potter], delayMinutes: 10 }],
    ['/invites', { invitesUpdate: true, tracking: 'on' }],
  ] as const)
    expect((await visitor.call('POST', `/api/guild/${life.home.guildId}${address}`, form)).status).toBe(200)
  const answered = async (content: string) => {
    const { id } = await as('owner').say(general, content)
    const after = () =>
      [...(context.world.channels.get(general)?.messages.values() ?? [])].find(
        message => message.author.id === application.botUserId && BigInt(message.id) > BigInt(id),
      )
    return textOf(await until(`an answer to ${content}`, after))
  }
  const [warned, banned, linked] = [as('member2').userId, as('member3').userId, as('member4').userId]
  const waiting = () => life.query<{ n: number }>('SELECT count(*) AS n FROM invite_baselines')[0]?.n === 1
  await until('the invites to be known', waiting)
  const newcomer = createAccount(context, 'newcomer')
  joinGuild(context, newcomer, life.home.guildId, 'kiln24')
  await as('member4').say(general, 'https://example.com')
  expect(await answered(`.ban <@${banned}> 10m spam`)).toContain('Case #1')
  const creditOf = () => life.query('SELECT inviter_id FROM invite_credits WHERE user_id = ?', newcomer)
  await until('the newcomer to be credited', () => creditOf().length === 1)
  const strikes = () => life.query('SELECT rule FROM automod_strikes WHERE user_id = ?', linked)
  await until('the strike', () => strikes().length === 1)
  await answered(`.warn <@${warned}> once`)
  expect(await answered(`.warn <@${warned}> twice`)).toContain('limit of 2 warnings')
  await life.killed()

  const db = new Database(join(life.dataDir, 'palisade.sqlite'))
  db.prepare("UPDATE jobs SET run_at = ? WHERE job IN ('liftBan', 'give', 'threshold')").run(Date.now() - 1000)
  db.close()
  await life.run()
  await until('the ban to be lifted', () => !state.bans.has(banned))
  await until('the role', () => state.members.get(newcomer)?.roles.includes(potter))
  const kindsOf = (userId: string) =>
    life
      .query<{ kind: string }>('SELECT kind FROM moderation_cases WHERE target_id = ? ORDER BY number', userId)
      .map(({ kind }) => kind)
  await until('the end of the ban to be recorded', () => kindsOf(banned).length === 2)
  expect(kindsOf(banned)).toEqual(['ban', 'unban'])
  expect(kindsOf(warned)).toEqual(['warn', 'warn', 'timeout'])
  expect([strikes().length, creditOf().length]).toEqual([1, 1])
  const patches = life.sandbox.requests().filter(({ method, path }) => method === 'PATCH' && path.includes(warned))
  expect(patches).toHaveLength(1)
})

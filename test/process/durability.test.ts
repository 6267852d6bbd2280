import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSandbox, type RunningSandbox } from '#sandbox/server.ts'
import { type ProductProcess, spawnProduct } from '../product-process.ts'
import { applicationOf, environmentFor } from '#sandbox/demo/environment.ts'
import { joinGuild } from '#sandbox/world/members/join.ts'
import { createAccount } from '#sandbox/world/members/new-account.ts'
import { memberOf, textOf } from '../member.ts'
import { until } from '../until.ts'
import { createVisitor } from '../visitor.ts'

/** The product as its own process, ended by kill -9 the moment it has acknowledged something. */
let sandbox: RunningSandbox
let dataDir: string
let port: string
let child: ProductProcess
let home: { guildId: string; name: string }

async function run(): Promise<URL> {
  child = spawnProduct({ ...environmentFor(sandbox, dataDir), PORT: port })
  const url = await child.ready()
  port = url.port
  applicationOf(sandbox).redirectUris.push(new URL('/api/login/callback', url).href)
  return url
}

async function killed() {
  child.kill('SIGKILL')
  await child.ended()
}

beforeEach(async () => {
  sandbox = await createSandbox()
  dataDir = mkdtempSync(join(tmpdir(), 'palisade-'))
  port = '0'
  for (const [guildId, { guild }] of sandbox.context.world.guilds)
    if (guild.name === 'Tidewater Makers') home = { guildId, name: guild.name }
})
afterEach(async () => {
  await killed()
  await sandbox.close()
  rmSync(dataDir, { recursive: true, force: true })
})

/** Looks at the file as another program would. */
function query<T>(sql: string, ...values: unknown[]): T[] {
  const db = new Database(join(dataDir, 'palisade.sqlite'), { readonly: true })
  try {
    return db.prepare<unknown[], T>(sql).all(...values)
  } finally {
    db.close()
  }
}

test('an acknowledged setting and the session survive kill -9, and nothing is done twice', async () => {
  const url = await run()
  const owner = createVisitor(sandbox, url)
  await owner.signIn('owner')
  const basic = `/api/guild/${home.guildId}/basic`
  for (const prefix of ['!', '?', '$']) {
    const { status } = await owner.call('POST', basic, { basicUpdate: true, prefix })
    expect(status).toBe(200)
    await killed()
    await run()
    const { status: again, body } = await owner.call('GET', basic)
    expect(again).toBe(200)
    expect(body).toMatchObject({ guild: { prefix } })
  }
  expect(query('SELECT id FROM settings_history WHERE guild_id = ?', home.guildId)).toHaveLength(3)
})

test('what a member was told is stored has been stored', async () => {
  await run()
  const application = applicationOf(sandbox)
  const owner = memberOf({ sandbox, applicationId: application.id, guildId: home.guildId }, 'owner')
  const channels = await owner.rest<{ id: string; name: string }[]>('GET', `/guilds/${home.guildId}/channels`)
  const general = channels.find(({ name }) => name === 'general')?.id ?? ''
  const said = (after: string) =>
    [...(sandbox.context.world.channels.get(general)?.messages.values() ?? [])].find(
      ({ author, id }) => author.id === application.botUserId && BigInt(id) > BigInt(after),
    )
  const asked = await owner.say(general, '.setprefix !')
  await until('the confirmation', () => said(asked.id))
  await killed()
  await run()
  const again = await owner.say(general, '!ping')
  expect(textOf(await until('an answer to the new prefix', () => said(again.id)))).toContain('Pong')
})

test('a scheduled job survives kill -9 and runs once when its time has passed', async () => {
  await run()
  const owner = memberOf({ sandbox, applicationId: applicationOf(sandbox).id, guildId: home.guildId }, 'owner')
  await owner.rest('DELETE', `/guilds/${home.guildId}/members/${applicationOf(sandbox).botUserId}`)
  const due = () => query<{ run_at: number }>("SELECT run_at FROM jobs WHERE job = 'eraseGuild'")
  await until('the job to be stored', () => due().length === 1)
  await killed()
  expect(due()).toHaveLength(1)
  expect(query('SELECT guild_id FROM guilds WHERE guild_id = ?', home.guildId)).toHaveLength(1)

  const db = new Database(join(dataDir, 'palisade.sqlite'))
  db.prepare("UPDATE jobs SET run_at = ? WHERE job = 'eraseGuild'").run(Date.now() - 1000)
  db.close()
  await run()
  await until('the guild to be erased', () => due().length === 0)
  expect(query('SELECT guild_id FROM guilds WHERE guild_id = ?', home.guildId)).toHaveLength(0)
})

test('a graceful shutdown leaves a single database file', async () => {
  await run()
  child.kill('SIGTERM')
  expect(await child.ended()).toBe(0)
  const db = new Database(join(dataDir, 'palisade.sqlite'), { readonly: true })
  expect(db.pragma('integrity_check', { simple: true })).toBe('ok')
  expect(db.pragma('foreign_key_check')).toEqual([])
  db.close()
})

test('a level that was announced survives kill -9, is announced once, and its role is given after all', async () => {
  const owner = createVisitor(sandbox, await run())
  await owner.signIn('owner')
  const { world } = sandbox.context
  const state = world.guilds.get(home.guildId)
  const potter = [...(state?.roles.values() ?? [])].find(({ name }) => name === 'Potter')?.id ?? ''
  const general = [...(state?.channelIds ?? [])].find(id => world.channels.get(id)?.channel.name === 'general') ?? ''
  const { userId, say } = memberOf(
    { sandbox, applicationId: applicationOf(sandbox).id, guildId: home.guildId },
    'member4',
  )
  const announcements = () =>
    [...(world.channels.get(general)?.messages.values() ?? [])].filter(({ content }) =>
      content.includes('reached level'),
    )
  const levels = { statsUpdate: true, ranking: 'on', level_roles: [{ level: 2, roleId: potter }] }
  await owner.call('POST', `/api/guild/${home.guildId}/basic`, levels)
  await owner.call('POST', `/api/guild/${home.guildId}/progression/members/${userId}`, { action: 'set', amount: 99 })
  await say(general, 'hello')
  await until('the announcement', () => announcements().length > 0)
  await killed()
  const [row] = query<{ total: number }>('SELECT total FROM leveling_members WHERE user_id = ?', userId)
  expect(row?.total).toBeGreaterThanOrEqual(100)
  await run()
  await until('the role', () => state?.members.get(userId)?.roles.includes(potter))
  expect(announcements()).toHaveLength(1)
})

test('roles for everybody reach the last member, even when the process is killed halfway', async () => {
  const url = await run()
  const owner = createVisitor(sandbox, url)
  await owner.signIn('owner')
  const state = sandbox.context.world.guilds.get(home.guildId)
  const potter = [...(state?.roles.values() ?? [])].find(({ name }) => name === 'Potter')?.id ?? ''
  const { accounts } = sandbox.context.world
  const people = [...(state?.members ?? [])].flatMap(([id, { pending }]) =>
    accounts.get(id)?.user.bot || pending ? [] : id,
  )
  const text = ['user_id,level', ...people.map(id => `${id},7`)].join('\n')
  const order = { format: 'auto', text, mode: 'set', dry_run: false }
  expect((await owner.call('POST', `/api/guild/${home.guildId}/progression/import`, order)).status).toBe(200)
  const levels = { statsUpdate: true, ranking: 'on', level_roles: [{ level: 2, roleId: potter }] }
  expect((await owner.call('POST', `/api/guild/${home.guildId}/basic`, levels)).status).toBe(200)
  const without = () => people.filter(id => !state?.members.get(id)?.roles.includes(potter)).length
  const atFirst = without()
  await owner.call('POST', `/api/guild/${home.guildId}/progression/roles/apply`)
  await until('the first role', () => without() < atFirst)
  await killed()
  await run()
  const plan = () => query<{ state: string }>("SELECT state FROM plans WHERE plan = 'roleRun'")
  await until('the run to end', () => plan()[0]?.state === 'done')
  expect(without()).toBe(0)
  expect(query('SELECT * FROM plan_steps')).toEqual([])
})

test('an import that is killed halfway continues, and adds to everybody once', async () => {
  const owner = createVisitor(sandbox, await run())
  await owner.signIn('owner')
  const people = 9000
  const lines = Array.from({ length: people }, (_, index) => `${300_000_000_000_000_000n + BigInt(index)},100`)
  const order = { format: 'auto', text: ['user_id,xp', ...lines].join('\n'), mode: 'add', dry_run: false }
  const answer = owner.call('POST', `/api/guild/${home.guildId}/progression/import`, order).catch(() => undefined)
  const added = () => query<{ n: number }>('SELECT count(*) AS n FROM leveling_members WHERE total = 100')[0]?.n ?? 0
  await until('the first part', () => added() > 0)
  await killed()
  await answer
  await run()
  const state = () => query<{ state: string }>("SELECT state FROM plans WHERE plan = 'importRun'")[0]?.state
  await until('the import to end', () => state() === 'done')
  expect(added()).toBe(people)
  expect(query("SELECT id FROM leveling_changes WHERE kind = 'import'")).toHaveLength(people)
  expect(query('SELECT input FROM plans WHERE input IS NOT NULL')).toEqual([])
})

test('sanctions and scheduled lifts survive kill -9, and are carried out once', async () => {
  const url = await run()
  const visitor = createVisitor(sandbox, url)
  await visitor.signIn('owner')
  const { context } = sandbox
  const application = applicationOf(sandbox)
  const state = context.world.guilds.get(home.guildId)
  if (!state) throw new Error('no guild')
  const as = (login: string) => memberOf({ sandbox, applicationId: application.id, guildId: home.guildId }, login)
  const potter = [...state.roles.values()].find(({ name }) => name === 'Potter')?.id ?? ''
  const general = [...state.channelIds].find(id => context.world.channels.get(id)?.channel.name === 'general') ?? ''
  for (const [address, form] of [
    ['/basic', { modUpdate: true, max_warnings: 2, max_warn_action: 'timeout' }],
    ['/basic', { automodUpdate: true, enabled: 'on', anti_links: 'on', notify_channel: 'off', notify_member: 'off' }],
    ['/autorole', { autoroleUpdate: true, enabled: 'on', memberRoles: [potter], delayMinutes: 10 }],
    ['/invites', { invitesUpdate: true, tracking: 'on' }],
  ] as const)
    expect((await visitor.call('POST', `/api/guild/${home.guildId}${address}`, form)).status).toBe(200)
  const answered = async (content: string) => {
    const { id } = await as('owner').say(general, content)
    const after = () =>
      [...(context.world.channels.get(general)?.messages.values() ?? [])].find(
        message => message.author.id === application.botUserId && BigInt(message.id) > BigInt(id),
      )
    return textOf(await until(`an answer to ${content}`, after))
  }
  const [warned, banned, linked] = [as('member2').userId, as('member3').userId, as('member4').userId]
  const waiting = () => query<{ n: number }>('SELECT count(*) AS n FROM invite_baselines')[0]?.n === 1
  await until('the invites to be known', waiting)
  const newcomer = createAccount(context, 'newcomer')
  joinGuild(context, newcomer, home.guildId, 'kiln24')
  await as('member4').say(general, 'https://example.com')
  expect(await answered(`.ban <@${banned}> 10m spam`)).toContain('Case #1')
  const creditOf = () => query('SELECT inviter_id FROM invite_credits WHERE user_id = ?', newcomer)
  await until('the newcomer to be credited', () => creditOf().length === 1)
  const strikes = () => query('SELECT rule FROM automod_strikes WHERE user_id = ?', linked)
  await until('the strike', () => strikes().length === 1)
  await answered(`.warn <@${warned}> once`)
  expect(await answered(`.warn <@${warned}> twice`)).toContain('limit of 2 warnings')
  await killed()

  const db = new Database(join(dataDir, 'palisade.sqlite'))
  db.prepare("UPDATE jobs SET run_at = ? WHERE job IN ('liftBan', 'give', 'threshold')").run(Date.now() - 1000)
  db.close()
  await run()
  await until('the ban to be lifted', () => !state.bans.has(banned))
  await until('the role', () => state.members.get(newcomer)?.roles.includes(potter))
  const kindsOf = (userId: string) =>
    query<{ kind: string }>('SELECT kind FROM moderation_cases WHERE target_id = ? ORDER BY number', userId).map(
      ({ kind }) => kind,
    )
  await until('the end of the ban to be recorded', () => kindsOf(banned).length === 2)
  expect(kindsOf(banned)).toEqual(['ban', 'unban'])
  expect(kindsOf(warned)).toEqual(['warn', 'warn', 'timeout'])
  expect([strikes().length, creditOf().length]).toEqual([1, 1])
  const patches = sandbox.requests().filter(({ method, path }) => method === 'PATCH' && path.includes(warned))
  expect(patches).toHaveLength(1)
})

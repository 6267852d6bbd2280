// @module-tag long
import { Events, GatewayIntentBits } from 'discord.js'
import { expect, test } from 'vitest'
import { loginBot, startSandbox } from '#test/sandbox.ts'
import { until } from '#test/until.ts'
import type { RunningSandbox } from '../server.ts'
import type { Crowd } from './crowd.ts'

const { Guilds, GuildMembers, GuildModeration } = GatewayIntentBits
const login = (sandbox: RunningSandbox) => loginBot(sandbox, [Guilds, GuildMembers, GuildModeration])

async function control(sandbox: RunningSandbox, method: string, path: string, body?: unknown, headers = {}) {
  const response = await fetch(`${sandbox.url}/sandbox${path}`, {
    method,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: (await response.json()) as never }
}

interface State {
  accounts: { login: string; user_id: string; avatar_url: string; what: string }[]
  guilds: { id: string; name: string; bot_present: boolean; unavailable: boolean }[]
  gateway: { bots: number }
  dashboard_url: string | null
}
const state = async (sandbox: RunningSandbox): Promise<State> => (await control(sandbox, 'GET', '/state')).body

interface Script {
  name: string
  running: boolean
  progress: string | null
}
async function finished(sandbox: RunningSandbox, name: string): Promise<Script> {
  return until(`${name} to be over`, async () => {
    const scripts: Script[] = (await control(sandbox, 'GET', '/trouble')).body
    return scripts.find(each => each.name === name && !each.running)
  })
}

const home = async (sandbox: RunningSandbox) => (await state(sandbox)).guilds.find(guild => guild.bot_present)?.id ?? ''

test('the state lists the accounts to act as, the servers and the address of the dashboard', async () => {
  const sandbox = await startSandbox({ dashboardUrl: 'http://localhost:3000' })
  const { accounts, guilds, dashboard_url } = await state(sandbox)
  expect(dashboard_url).toBe('http://localhost:3000')
  expect(accounts.map(({ login }) => login)).toEqual(
    expect.arrayContaining(['owner', 'admin', 'rogue', 'moderator', 'member1', 'member8']),
  )
  expect(accounts.find(({ login }) => login === 'rogue')?.what).toBe('Rogue admin')
  expect(guilds.length).toBeGreaterThanOrEqual(3)
  const picture = await fetch(accounts[0]?.avatar_url ?? '')
  expect(picture.headers.get('content-type')).toBe('image/png')
})

test('conditions can be changed while the sandbox runs; an invalid change is refused and changes nothing', async () => {
  const sandbox = await startSandbox()
  await control(sandbox, 'PATCH', '/conditions', { auditLagMs: 40, failNext: { count: 1, status: 503 } })
  expect(sandbox.context.conditions).toMatchObject({ auditLagMs: 40, failNext: { count: 1, status: 503 } })
  for (const body of [{ auditLagMs: 'soon' }, { weather: 'rain' }, { failNext: { count: 1, status: 200 } }])
    expect((await control(sandbox, 'PATCH', '/conditions', body)).status).toBe(400)
  await control(sandbox, 'PATCH', '/conditions', { failNext: null })
  expect(sandbox.context.conditions).toMatchObject({ auditLagMs: 40, failNext: undefined })
})

test('a page of another site cannot control the sandbox', async () => {
  const sandbox = await startSandbox()
  const foreign = { origin: 'http://evil.example' }
  expect((await control(sandbox, 'POST', '/reset', {}, foreign)).status).toBe(403)
  expect((await control(sandbox, 'GET', '/state', undefined, { origin: sandbox.url })).status).toBe(200)
})

test('a server in an outage is unavailable to the bot, and comes back', async () => {
  const sandbox = await startSandbox()
  const client = await login(sandbox)
  const id = await home(sandbox)
  const gone = new Promise<string>(resolve => client.once(Events.GuildUnavailable, guild => resolve(guild.id)))
  await control(sandbox, 'POST', `/guilds/${id}/outage`)
  expect(await gone).toBe(id)
  const back = new Promise<string>(resolve => client.once(Events.GuildAvailable, guild => resolve(guild.id)))
  await control(sandbox, 'POST', `/guilds/${id}/restore`)
  expect(await back).toBe(id)
  expect((await control(sandbox, 'POST', '/guilds/1/outage')).status).toBe(404)
})

test('moving the clock runs what falls due in the world', async () => {
  const sandbox = await startSandbox()
  const before = sandbox.context.now()
  await control(sandbox, 'POST', '/clock', { advance_ms: 3_600_000 })
  expect(sandbox.context.now() - before).toBeGreaterThanOrEqual(3_600_000)
  expect((await control(sandbox, 'POST', '/clock', { advance_ms: -1 })).status).toBe(400)
})

test('a request to move the clock is answered once everything due has run', async () => {
  const sandbox = await startSandbox({ conditions: { auditLagMs: 3_600_000 } })
  const [state] = sandbox.context.world.guilds.values()
  const headers = { authorization: sandbox.tokenOf('owner'), 'content-type': 'application/json' }
  const body = JSON.stringify({ name: 'Potters' })
  await fetch(`${sandbox.api}/v10/guilds/${state?.guild.id}/roles`, { method: 'POST', headers, body })
  expect(state?.auditLog).toEqual([])
  const answer = control(sandbox, 'POST', '/clock', { advance_ms: 3_600_000 }).then(() => state?.auditLog.length)
  expect(await answer).toBe(1)
})

test('a raid is fifty joins that the bot sees', async () => {
  const sandbox = await startSandbox()
  const client = await login(sandbox)
  let joins = 0
  client.on(Events.GuildMemberAdd, () => (joins += 1))
  await control(sandbox, 'POST', '/trouble/raid', { pace: 0 })
  expect((await finished(sandbox, 'raid')).progress).toBe('50 accounts joined, 50 are still members')
  await expect.poll(() => joins).toBe(50)
})

test('the rogue admin deletes channels until removed, and can be let back in for another run', async () => {
  const sandbox = await startSandbox()
  const client = await login(sandbox)
  const guild = client.guilds.cache.get(await home(sandbox))
  const rogue = (await state(sandbox)).accounts.find(each => each.login === 'rogue')?.user_id ?? ''
  for (const throwOut of [() => guild?.members.ban(rogue), () => guild?.members.kick(rogue)]) {
    const first = new Promise<void>(resolve => client.once(Events.ChannelDelete, () => resolve()))
    await control(sandbox, 'POST', '/trouble/rogue-admin', { pace: 0.05 })
    await first
    await throwOut()
    expect((await finished(sandbox, 'rogue-admin')).progress).toMatch(
      /^Thrown out after \d+\.\d s: (1 channel|\d+ channels) deleted\. \d+ did not come back$/,
    )
  }
})

test('a spam wave is thirty messages', async () => {
  const sandbox = await startSandbox()
  await control(sandbox, 'POST', '/trouble/spam', { pace: 0 })
  expect((await finished(sandbox, 'spam')).progress).toBe('30 messages sent')
})

test('newcomers join with a code until it is used up; each join can be sent twice', async () => {
  const sandbox = await startSandbox()
  const client = await login(sandbox)
  const joined: string[] = []
  client.on(Events.GuildMemberAdd, member => joined.push(member.id))
  const id = await home(sandbox)
  const { channelIds } = sandbox.context.world.guilds.get(id) ?? { channelIds: new Set<string>() }
  const channelId = [...channelIds].find(one => sandbox.context.world.channels.get(one)?.channel.name === 'general')
  const made = await fetch(`${sandbox.api}/v10/channels/${channelId}/invites`, {
    method: 'POST',
    headers: { authorization: sandbox.tokenOf('owner'), 'content-type': 'application/json' },
    body: JSON.stringify({ max_uses: 2, unique: true }),
  })
  const { code } = (await made.json()) as { code: string }
  const crowd: Crowd = (await control(sandbox, 'POST', `/guilds/${id}/join`, { count: 3, code, spacing_ms: 10 })).body
  expect(crowd.people).toHaveLength(3)
  expect(crowd.refused).toBeNull()
  await expect.poll(() => joined).toEqual(crowd.people.slice(0, 2).map(one => one.user_id))
  const spent: Crowd = (await control(sandbox, 'POST', `/guilds/${id}/join`, { code })).body
  expect(spent.refused).toBe('Unknown Invite')
  const twice: Crowd = (await control(sandbox, 'POST', `/guilds/${id}/join`, { repeat: true })).body
  await expect.poll(() => joined.filter(one => one === twice.people[0]?.user_id)).toHaveLength(2)
  expect((await control(sandbox, 'POST', '/guilds/1/join')).status).toBe(404)
})

test('a thousand newcomers and a crowd of spammers arrive at once', async () => {
  const sandbox = await startSandbox()
  await control(sandbox, 'POST', '/trouble/crowd', { pace: 0 })
  expect((await finished(sandbox, 'crowd')).progress).toBe('1000 newcomers joined')
  await control(sandbox, 'POST', '/trouble/spam-crowd')
  const progress = async () => {
    const scripts: Script[] = (await control(sandbox, 'GET', '/trouble')).body
    return scripts.find(each => each.name === 'spam-crowd')?.progress
  }
  await expect.poll(progress).toMatch(/^Wave \d+ of 20: \d+ messages sent, 0 refused$/)
})

test('a script can be stopped, and one that does not exist is not found', async () => {
  const sandbox = await startSandbox()
  await control(sandbox, 'POST', '/trouble/late-audit')
  expect(sandbox.context.conditions.auditLagMs).toBe(4000)
  await control(sandbox, 'DELETE', '/trouble/late-audit')
  expect((await finished(sandbox, 'late-audit')).progress).toBe('Stopped')
  expect(sandbox.context.conditions.auditLagMs).toBe(0)
  expect((await control(sandbox, 'POST', '/trouble/flood')).status).toBe(404)
})

test('a reset restores the initial world, with the same ids', async () => {
  const sandbox = await startSandbox()
  const before = await state(sandbox)
  await control(sandbox, 'POST', '/trouble/raid', { pace: 0 })
  await finished(sandbox, 'raid')
  await control(sandbox, 'POST', '/reset')
  const after = await state(sandbox)
  expect([after.guilds, after.accounts]).toEqual([before.guilds, before.accounts])
})

import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { defaultConditions } from '#sandbox/conditions.ts'
import { applicationOf, environmentFor } from '#sandbox/demo/environment.ts'
import { memberOf } from '../member.ts'
import { type ProductProcess, spawnProduct } from '../product-process.ts'
import { withoutTimeLimits } from '../without-time-limits.ts'
import { scratch } from '../scratch.ts'
import { until } from '../until.ts'
import { createVisitor } from '../visitor.ts'
import { createWatchedSandbox } from '../watched-sandbox.ts'

const people = [
  'member1',
  'member2',
  'member3',
  'member4',
  'member5',
  'member6',
  'member7',
  'member8',
  'admin',
] as const

test('automations are interrupted again and again: what was begun is done, and nothing twice', async () => {
  const sandbox = await createWatchedSandbox({
    conditions: {
      ...withoutTimeLimits,
      rateLimits: { ...defaultConditions.rateLimits, enabled: false },
      latency: { medianMs: 15, p99Ms: 40 },
    },
  })
  const dataDir = mkdtempSync(join(scratch, 'palisade-'))
  let child: ProductProcess | undefined
  onTestFinished(async () => {
    child?.kill('SIGKILL')
    await child?.ended()
    await sandbox.close()
    rmSync(dataDir, { recursive: true, force: true })
  })
  const application = applicationOf(sandbox)
  const { world } = sandbox.context
  const home = [...world.guilds.values()].find(({ guild }) => guild.name === 'Tidewater Makers')
  if (!home) throw new Error('no server to write in')
  const guildId = home.guild.id
  const channel = (name: string) => {
    const found = [...world.channels.values()].find(one => one.guildId === guildId && one.channel.name === name)
    if (!found) throw new Error(`no channel ${name}`)
    return found
  }
  const run = async (port: string) => {
    child = spawnProduct({ ...environmentFor(sandbox, dataDir), PORT: port })
    const url = await child.ready()
    application.redirectUris.push(new URL('/api/login/callback', url).href)
    return url
  }
  const url = await run('0')
  const owner = createVisitor(sandbox, url)
  await owner.signIn('owner')
  const under = `/api/guild/${guildId}/automations`
  const [general, market] = [channel('general'), channel('woodwork')]
  const saved = await owner.call('POST', `${under}/list`, {
    name: 'Long',
    member_minutes: 0,
    trigger: { channels: [general.channel.id] },
    conditions: [{ id: 'c', kind: 'contains', words: ['go'] }],
    actions: [
      { id: 'a', kind: 'send', channel_id: market.channel.id, text: 'first {member.id}' },
      { id: 'b', kind: 'copy', channel_id: market.channel.id },
      { id: 'c', kind: 'react', emoji: '👀' },
      { id: 'd', kind: 'delete' },
      { id: 'e', kind: 'send', channel_id: market.channel.id, text: 'last {member.id}' },
    ],
  })
  expect(saved.status).toBe(200)
  const { id } = (saved.body as { automation: { id: string } }).automation
  expect((await owner.call('POST', `${under}/${id}/turn`, { on: true })).status).toBe(200)
  const ids: string[] = []
  for (const login of people) {
    const member = memberOf({ sandbox, applicationId: application.id, guildId }, login)
    ids.push(member.userId)
    await member.say(general.channel.id, `go ${login}`)
  }
  const read = <T>(query: string): T => {
    const db = new Database(join(dataDir, 'palisade.sqlite'), { readonly: true })
    try {
      return db.prepare(query).pluck().get() as T
    } finally {
      db.close()
    }
  }
  await until('all to be begun', () => read<number>('SELECT count(*) FROM automation_runs') === people.length)
  const sent = () => [...market.messages.values()].filter(({ author }) => author.id === application.botUserId)
  for (let kills = 0; kills < 3; kills += 1) {
    const before = sent().length
    await until('something more to be done', () => sent().length > before)
    child?.kill('SIGKILL')
    await child?.ended()
    await run(url.port)
    if (read<number>("SELECT count(*) FROM automation_runs WHERE state = 'running'") === 0) break
  }
  await until(
    'everything to be done',
    () => read<number>("SELECT count(*) FROM automation_runs WHERE state <> 'running'") === people.length,
  )
  expect(read<number>("SELECT count(*) FROM automation_runs WHERE state = 'done' AND step = 5")).toBe(people.length)
  const texts = sent().map(({ content, embeds }) => (content === '' ? `copy ${embeds[0]?.description}` : content))
  const wanted = [...ids.flatMap(one => [`first ${one}`, `last ${one}`]), ...people.map(login => `copy go ${login}`)]
  expect(texts.toSorted()).toEqual(wanted.toSorted())
  expect([...general.messages.values()].filter(({ content }) => content.startsWith('go '))).toEqual([])
})

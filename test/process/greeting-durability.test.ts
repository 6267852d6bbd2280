import { mkdtempSync, rmSync } from 'node:fs'
import { join as joinPath } from 'node:path'
import type { APIMessage } from 'discord-api-types/v10'
import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { defaultConditions } from '#sandbox/conditions.ts'
import { applicationOf, environmentFor } from '#sandbox/demo/environment.ts'
import { joinGuild } from '#sandbox/world/members/join.ts'
import { createAccount } from '#sandbox/world/members/new-account.ts'
import { type ProductProcess, spawnProduct } from '../product-process.ts'
import { quickStarts } from '../quick-starts.ts'
import { scratch } from '../scratch.ts'
import { until } from '../until.ts'
import { createVisitor } from '../visitor.ts'
import { createWatchedSandbox } from '../watched-sandbox.ts'

test('sixty people join at once and the process is killed: each is greeted, none twice', async () => {
  const sandbox = await createWatchedSandbox({
    conditions: { ...quickStarts, rateLimits: { ...defaultConditions.rateLimits, enabled: false } },
  })
  const dataDir = mkdtempSync(joinPath(scratch, 'palisade-'))
  let child: ProductProcess | undefined
  onTestFinished(async () => {
    child?.kill('SIGKILL')
    await child?.ended()
    await sandbox.close()
    rmSync(dataDir, { recursive: true, force: true })
  })
  const { world } = sandbox.context
  const application = applicationOf(sandbox)
  const home = [...world.guilds.values()].find(({ guild }) => guild.name === 'Tidewater Makers')
  const channelId = [...(home?.channelIds ?? [])].find(id => world.channels.get(id)?.channel.name === 'arrivals')
  if (!home || !channelId) throw new Error('no place to greet in')
  const run = async (port: string) => {
    child = spawnProduct({ ...environmentFor(sandbox, dataDir), PORT: port })
    const url = await child.ready()
    application.redirectUris.push(new URL('/api/login/callback', url).href)
    return url
  }
  const url = await run('0')
  const owner = createVisitor(sandbox, url)
  await owner.signIn('owner')
  const saved = await owner.call('POST', `/api/guild/${home.guild.id}/greeting`, {
    welcomeUpdate: true,
    welcome_channel: 'arrivals',
    welcome_type: 'message',
    welcome_content: 'Welcome {member.id}',
  })
  expect(saved.status).toBe(200)

  const greeted = () =>
    [...(world.channels.get(channelId)?.messages.values() ?? [])]
      .filter((message: APIMessage) => message.author.id === application.botUserId)
      .map(message => message.content.replace('Welcome ', ''))
  const people = Array.from({ length: 60 }, () => createAccount(sandbox.context, 'crowd'))
  for (const id of people) joinGuild(sandbox.context, id, home.guild.id)
  const stored = () => {
    const db = new Database(joinPath(dataDir, 'palisade.sqlite'), { readonly: true })
    try {
      return db.prepare('SELECT count(*) FROM greeting_queue').pluck().get()
    } finally {
      db.close()
    }
  }
  await until('all to be heard of and some to be greeted', () => stored() === people.length && greeted().length > 10)
  child?.kill('SIGKILL')
  await child?.ended()
  expect(greeted().length).toBeLessThan(people.length)
  await run(url.port)
  await until('everybody to be greeted', () => greeted().length >= people.length)
  expect(greeted().toSorted()).toEqual(people.toSorted())
})

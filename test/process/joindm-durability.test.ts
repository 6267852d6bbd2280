import { mkdtempSync, rmSync } from 'node:fs'
import { join as joinPath } from 'node:path'
import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { defaultConditions } from '#sandbox/conditions.ts'
import { applicationOf, environmentFor } from '#sandbox/demo/environment.ts'
import { directMessagesBetween } from '#sandbox/world/direct-messages.ts'
import { joinGuild } from '#sandbox/world/members/join.ts'
import { createAccount } from '#sandbox/world/members/new-account.ts'
import { type ProductProcess, spawnProduct } from '../product-process.ts'
import { quickStarts } from '../quick-starts.ts'
import { scratch } from '../scratch.ts'
import { until } from '../until.ts'
import { createVisitor } from '../visitor.ts'
import { createWatchedSandbox } from '../watched-sandbox.ts'

test('nine people join at once and the process is killed: each gets their message, none twice', async () => {
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
  const application = applicationOf(sandbox)
  const home = [...sandbox.context.world.guilds.values()].find(({ guild }) => guild.name === 'Tidewater Makers')
  if (!home) throw new Error('no server to join')
  const run = async (port: string) => {
    child = spawnProduct({ ...environmentFor(sandbox, dataDir), PORT: port })
    const url = await child.ready()
    application.redirectUris.push(new URL('/api/login/callback', url).href)
    return url
  }
  const url = await run('0')
  const owner = createVisitor(sandbox, url)
  await owner.signIn('owner')
  const saved = await owner.call('POST', `/api/guild/${home.guild.id}/joindms`, {
    joindmsUpdate: true,
    enabled: 'on',
    type: 'message',
    content: 'Welcome {member.id}',
  })
  expect(saved.status).toBe(200)
  const people = Array.from({ length: 9 }, () => createAccount(sandbox.context, 'crowd'))
  const got = (id: string) => directMessagesBetween(sandbox.context, application.botUserId, id)?.messages.size ?? 0
  const reached = () => people.filter(id => got(id) > 0).length
  for (const id of people) joinGuild(sandbox.context, id, home.guild.id)
  const stored = () => {
    const db = new Database(joinPath(dataDir, 'palisade.sqlite'), { readonly: true })
    try {
      return db.prepare('SELECT count(*) FROM joindm_queue').pluck().get()
    } finally {
      db.close()
    }
  }
  await until('all to be heard of and some to be written to', () => stored() === people.length && reached() > 1)
  child?.kill('SIGKILL')
  await child?.ended()
  await run(url.port)
  await until('everybody to be written to', () => reached() === people.length)
  await until('nothing to wait', () => {
    const db = new Database(joinPath(dataDir, 'palisade.sqlite'), { readonly: true })
    try {
      return db.prepare("SELECT count(*) FROM joindm_queue WHERE state <> 'sent'").pluck().get() === 0
    } finally {
      db.close()
    }
  })
  expect(people.map(got)).toEqual(people.map(() => 1))
})

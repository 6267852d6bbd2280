import { mkdtempSync, rmSync } from 'node:fs'
import { join as joinPath } from 'node:path'
import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { defaultConditions } from '#sandbox/conditions.ts'
import { applicationOf, environmentFor } from '#sandbox/demo/environment.ts'
import type { PlannedChanges } from '#kernel/many-changes/contract.ts'
import type { SettingsFile } from '#kernel/transfer/contract.ts'
import { answerWith } from '../custom-commands.ts'
import { type ProductProcess, spawnProduct } from '../product-process.ts'
import { withoutTimeLimits } from '../without-time-limits.ts'
import { scratch } from '../scratch.ts'
import { until } from '../until.ts'
import { createVisitor } from '../visitor.ts'
import { createWatchedSandbox } from '../watched-sandbox.ts'

/** Makes storing a change of greetings take minutes, within its transaction. */
const slow = `CREATE TRIGGER slow BEFORE INSERT ON settings_history WHEN NEW.feature = 'greetings' BEGIN
  SELECT count(*) FROM (WITH RECURSIVE many(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM many LIMIT 2000000000) SELECT n FROM many);
END`

test('killed while applying, nothing is changed; killed after the answer, everything is', async () => {
  const sandbox = await createWatchedSandbox({
    conditions: { ...withoutTimeLimits, rateLimits: { ...defaultConditions.rateLimits, enabled: false } },
  })
  const dataDir = mkdtempSync(joinPath(scratch, 'palisade-'))
  let child: ProductProcess | undefined
  onTestFinished(async () => {
    child?.kill('SIGKILL')
    await child?.ended()
    await sandbox.close()
    rmSync(dataDir, { recursive: true, force: true })
  })
  const home = [...sandbox.context.world.guilds.values()].find(({ guild }) => guild.name === 'Tidewater Makers')
  if (!home) throw new Error('no server to set up')
  const inDatabase = <T>(act: (db: Database.Database) => T, options?: Database.Options): T => {
    const db = new Database(joinPath(dataDir, 'palisade.sqlite'), options)
    try {
      return act(db)
    } finally {
      db.close()
    }
  }
  const application = applicationOf(sandbox)
  const run = async (port: string) => {
    child = spawnProduct({ ...environmentFor(sandbox, dataDir), PORT: port })
    const url = await child.ready()
    application.redirectUris.push(new URL('/api/login/callback', url).href)
    return url
  }
  const kill = async () => {
    child?.kill('SIGKILL')
    await child?.ended()
  }
  const url = await run('0')
  const owner = createVisitor(sandbox, url)
  await owner.signIn('owner')
  const address = `/api/guild/${home.guild.id}/settings`
  const named = (name: string) =>
    [...home.channelIds].find(id => sandbox.context.world.channels.get(id)?.channel.name === name) ?? ''
  const exported = (await owner.call('GET', `${address}/export`)).body as SettingsFile
  const file = JSON.stringify({
    ...exported,
    settings: { greetings: { welcome_channel: named('arrivals'), welcome_enabled: true }, moderation: { maxWarn: 6 } },
    things: {
      tickets: {
        tags: [{ name: 'refund', text: 'In five days.' }],
        panels: [
          { title: 'Carrier', channel_id: named('general') },
          { title: 'Joined', channel_id: named('general'), joined_to: '0' },
        ],
      },
      reactionroles: { menus: [{ name: 'Roles' }] },
      customcommands: { commands: [{ name: 'rules', answers: [answerWith('Be kind.')] }] },
      automations: {
        automations: [{ name: 'Tidy', actions: [{ id: 'a', kind: 'send', channel_id: named('general'), text: 'Hi' }] }],
      },
    },
  })
  const planned = async () => (await owner.call('POST', `${address}/plan`, { file })).body as PlannedChanges
  const tables = [
    'ticket_tags',
    'ticket_panels',
    'reactionrole_menus',
    'custom_commands',
    'automations',
    'made_changes',
  ]
  const stored = () => ({
    settings: inDatabase(db => db.prepare('SELECT feature FROM settings ORDER BY feature').pluck().all()),
    rows: inDatabase(db => tables.map(name => db.prepare(`SELECT count(*) FROM ${name}`).pluck().get())),
  })
  const nothing = { settings: [], rows: [0, 0, 0, 0, 0, 0] }

  const { mark, count } = await planned()
  expect(count).toBe(9)
  inDatabase(db => db.exec(slow))
  const cut = owner.call('POST', address, { file, mark }).catch(() => 'cut off')
  // Every other write ends within a moment, so this must be the one that locks the database.
  await until('the changes to be half stored', () =>
    inDatabase(
      db => {
        try {
          db.exec('BEGIN IMMEDIATE; ROLLBACK')
          return false
        } catch {
          return true
        }
      },
      { timeout: 1000 },
    ),
  )
  await kill()
  expect(await cut).toBe('cut off')
  inDatabase(db => db.exec('DROP TRIGGER slow'))
  expect(stored()).toEqual(nothing)

  await run(url.port)
  expect(await planned()).toMatchObject({ mark, count })
  expect(await owner.call('POST', address, { file, mark })).toMatchObject({ status: 200 })
  await kill()
  expect(stored()).toEqual({ settings: ['greetings', 'moderation'], rows: [1, 2, 1, 1, 1, 1] })
  await run(url.port)
  const undone = await owner.call('POST', `/api/guild/${home.guild.id}/changes/1/undo`)
  expect(undone).toMatchObject({ status: 200, body: { changes: count } })
  expect((await planned()).count).toBe(count)
  expect(stored().rows).toEqual([0, 0, 0, 0, 0, 1])
})

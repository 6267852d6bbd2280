// @module-tag long
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHarness, type Harness } from '../harness.ts'
import type { Visitor } from '../visitor.ts'
import { scratch } from '../scratch.ts'

/** This version opens a database as the last release left it, with a row in every table. */
const last = readdirSync(import.meta.dirname)
  .filter(name => name.endsWith('.sql'))
  .toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true }))
  .at(-1)
let dataDir: string
let harness: Harness
let owner: Visitor
let before: Map<string, number>

const open = () => new Database(join(dataDir, 'palisade.sqlite'))
function counts(): Map<string, number> {
  const db = open()
  const names = db.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").pluck().all() as string[]
  const found = names.map(name => [name, db.prepare(`SELECT count(*) FROM "${name}"`).pluck().get() as number] as const)
  db.close()
  return new Map(found)
}

beforeAll(async () => {
  dataDir = mkdtempSync(join(scratch, 'palisade-upgrade-'))
  const db = open()
  db.exec(readFileSync(join(import.meta.dirname, last ?? ''), 'utf8'))
  db.close()
  before = counts()
  harness = await createHarness({ env: { DATA_DIR: dataDir } })
  owner = await harness.signIn('owner')
})
afterAll(async () => {
  await harness.close()
  rmSync(dataDir, { recursive: true, force: true })
})

test('every table had a row, and nothing that people made is lost', () => {
  expect([...before].filter(([, rows]) => rows === 0)).toEqual([])
  const after = counts()
  for (const made of ['settings_history', 'moderation_cases', 'leveling_members', 'invite_bonuses', 'guilds'])
    expect([made, after.get(made)]).toEqual([made, before.get(made)])
  const db = open()
  expect(db.pragma('integrity_check', { simple: true })).toBe('ok')
  expect(db.pragma('foreign_key_check')).toEqual([])
  db.close()
})

test('a copy of the old database is in backups', () => {
  expect(readdirSync(join(dataDir, 'backups'))).toHaveLength(1)
})

test('the dashboard shows the old data', async () => {
  const { guildId } = harness
  const paths = harness.product.http.routes
    .filter(
      ({ method, path, answers }) =>
        method === 'GET' && answers === 'json' && /^\/api\/guild\/:\w+(\/[a-z/-]+)?$/.test(path),
    )
    .map(({ path }) => path.replace(/:\w+/, guildId))
  expect(paths.length).toBeGreaterThan(10)
  const answers = await Promise.all(paths.map(async path => ({ path, status: (await owner.call('GET', path)).status })))
  expect(answers.filter(({ status }) => status >= 500)).toEqual([])
  // Until 1.1.0, two of them were settings of 'general'.
  expect((await owner.call('GET', `/api/guild/${guildId}/basic`)).body).toMatchObject({
    guild: { prefix: '!', invite: { tracking: true }, flag_translation: { enabled: true } },
  })
  const { body } = await owner.call('GET', `/api/guild/${guildId}/history?feature=invites`)
  expect(body).toMatchObject({
    revisions: [{ featureTitle: 'Invite Tracking', changes: [{ label: 'Invite Tracking' }] }],
  })
})

test('commands follow the old settings and show the old rows', async () => {
  const ask = (login: string, text: string) => harness.answer(login, text)
  expect(await ask('moderator', `!history <@${harness.as('member1').userId}>`)).toContain('was very loud')
  expect(await ask('owner', '!leaderboard')).toContain(harness.as('member6').userId)
  expect(harness.logged.filter(line => line.includes('"level":50'))).toEqual([])
})

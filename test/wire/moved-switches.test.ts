import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { closeDatabase, openDatabase } from '#kernel/storage/open.ts'
import { settings, settingsHistory } from '#kernel/storage/table.ts'
import { scratch } from '../scratch.ts'

/**
 * Invite tracking and flag translation once were switches of the basic settings; an upgrade moves them along with their
 * history.
 */
const log = pino({ level: 'silent' })
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(scratch, 'palisade-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** A folder with the migrations before the one that moves them. */
function before(): string {
  const dir = join(folder, 'migrations')
  cpSync('migrations', dir, { recursive: true })
  const file = join(dir, 'meta/_journal.json')
  const journal = JSON.parse(readFileSync(file, 'utf8')) as { entries: { tag: string }[] }
  const entries = journal.entries.slice(
    0,
    journal.entries.findIndex(({ tag }) => tag.endsWith('_switches')),
  )
  writeFileSync(file, JSON.stringify({ ...journal, entries }))
  return dir
}

test('the switches are where their features read them, and each change is in the history of its feature', () => {
  const dataDir = join(folder, 'data')
  const old = openDatabase({ dataDir, log, migrationsDir: before() })
  const store = (guildId: string, feature: string, document: object) =>
    old.insert(settings).values({ guildId, feature, document, changedAt: 1 }).run()
  const change = (guildId: string, feature: string, changes: object, restores: number | null = null) =>
    // The table as it was then; it has gained columns since.
    old.$client
      .prepare(
        "INSERT INTO settings_history (guild_id, feature, user_id, via, at, changes, restores) VALUES (?, ?, '9', 'dashboard', 1, ?, ?)",
      )
      .run(guildId, feature, JSON.stringify(changes), restores)
  store('1', 'general', { prefix: '!', inviteTracking: true, flagTranslation: true })
  store('1', 'invites', { youngDays: 3 })
  store('2', 'general', { prefix: '?', inviteTracking: false })
  store('3', 'general', { prefix: '?' })
  change('1', 'general', { prefix: ['.', '!'], inviteTracking: [false, true], flagTranslation: [false, true] })
  change('2', 'general', { inviteTracking: [true, false] })
  change('1', 'invites', { youngDays: [0, 3] })
  change('1', 'general', { inviteTracking: [false, true], flagTranslation: [true, false] })
  change('2', 'general', { inviteTracking: [false, true] }, 2)
  closeDatabase(old)

  const db = openDatabase({ dataDir, log })
  const documents = db
    .select({ guildId: settings.guildId, feature: settings.feature, document: settings.document })
    .from(settings)
    .orderBy(settings.guildId, settings.feature)
    .all()
  expect(documents).toEqual([
    { guildId: '1', feature: 'general', document: { prefix: '!' } },
    { guildId: '1', feature: 'invites', document: { youngDays: 3, tracking: true } },
    { guildId: '1', feature: 'translation', document: { enabled: true } },
    { guildId: '2', feature: 'general', document: { prefix: '?' } },
    { guildId: '2', feature: 'invites', document: { tracking: false } },
    { guildId: '3', feature: 'general', document: { prefix: '?' } },
  ])
  const history = db.select().from(settingsHistory).orderBy(settingsHistory.id).all()
  expect(
    history.map(({ id, guildId, feature, changes, restores }) => [id, guildId, feature, changes, restores]),
  ).toEqual([
    [3, '1', 'general', { prefix: ['.', '!'] }, null],
    [4, '1', 'translation', { enabled: [false, true] }, null],
    [5, '1', 'invites', { tracking: [false, true] }, null],
    [6, '2', 'invites', { tracking: [true, false] }, null],
    [9, '1', 'invites', { youngDays: [0, 3] }, null],
    [12, '1', 'invites', { tracking: [false, true] }, null],
    [13, '1', 'translation', { enabled: [true, false] }, null],
    [15, '2', 'invites', { tracking: [false, true] }, 6],
  ])
  expect(history.every(({ userId, via }) => userId === '9' && via === 'dashboard')).toBe(true)
  const next = { guildId: '1', feature: 'x', userId: null, via: 'x', at: 2, changes: {} }
  expect(db.insert(settingsHistory).values(next).returning().get().id).toBe(16)
  closeDatabase(db)
})

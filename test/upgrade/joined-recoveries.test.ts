import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { antinukeIncidents } from '#features/antinuke/incidents/table.ts'
import { incidentsOf } from '#features/antinuke/recovery/store.ts'
import { recoveries } from '#features/antinuke/recovery/table.ts'
import type { Database } from '#kernel/feature.ts'
import { databasePerTest } from '../database-per-test.ts'

const migration = join(resolve(import.meta.dirname, '../../migrations'), '0055_recovery_other_incidents.sql')

let db: Database
databasePerTest(given => (db = given))

test('after the upgrade, a running recovery knows whose damage it repairs', () => {
  const incident = (guildId: string, number: number, decidedAt: number, more: object = {}) =>
    db
      .insert(antinukeIncidents)
      .values({
        guildId,
        number,
        decidedAt,
        startedAt: 0,
        lastAt: 0,
        state: 'contained',
        module: 'anti_channel',
        punishment: 'BAN',
        ...more,
      })
      .run()
  incident('1', 1, 500)
  incident('1', 2, 1000)
  incident('1', 3, 1500)
  incident('1', 4, 1500, { state: 'undone' })
  incident('1', 5, 1500, { punishment: 'NONE' })
  incident('2', 6, 1500)
  const recovery = (state: 'waiting' | 'done', number: number | null) =>
    db.insert(recoveries).values({ guildId: '1', incident: number, state, startedAt: 1000 }).run()
  recovery('done', 1)
  recovery('waiting', 2)
  recovery('waiting', null)

  const [, fill = ''] = readFileSync(migration, 'utf8').split('--> statement-breakpoint')
  db.run(fill)
  expect(db.select().from(recoveries).orderBy(recoveries.id).all().map(incidentsOf)).toEqual([[1], [2, 3], []])
})

import { pino } from 'pino'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { contract, field, type Settings } from '#contract'
import type { Database } from '../storage/database.ts'
import { databasePerTest } from '#test/database-per-test.ts'
import { createSettings } from './settings.ts'

const log = pino({ level: 'silent' })
const probe = contract('probe', {
  title: 'Probe',
  settings: z.object({
    text: field.text('Text', { max: 100 }).default(''),
    roles: z.array(z.string()).default([]),
    levels: z.array(z.object({ level: z.number(), roleId: z.string() })).default([]),
    byChannel: z.record(z.string(), z.boolean()).default({}),
    role: z.string().nullable().default(null),
  }),
})
const [home, elsewhere] = ['111111111111111111', '222222222222222222']
const [from, to, other] = ['333333333333333333', '444444444444444444', '555555555555555555']
const mara = { userId: '100000000000000001', via: 'dashboard' }
const deleted = { userId: null, via: 'role deleted' }
const restored = { userId: null, via: 'Restored after incident 12' }

let db: Database
const open = () => createSettings({ db, log, now: () => 1000, guild: () => undefined })
databasePerTest(made => {
  db = made
})

test('settings get the new id: alone, in lists, as keys and in texts, with an entry in the history', () => {
  const store = open()
  const named = { text: `Read <#${from}>!`, roles: [other, from], byChannel: { [from]: true }, role: from }
  for (const guildId of [home, elsewhere]) store.write(guildId, probe, named, mara)
  store.renameId(home, { from, to }, restored)
  expect(store.read(home, probe)).toMatchObject({
    text: `Read <#${to}>!`,
    roles: [other, to],
    byChannel: { [to]: true },
    role: to,
  })
  expect(store.read(elsewhere, probe)).toMatchObject(named)
  const [entry] = store.history(home)
  expect(entry).toMatchObject({ author: restored, changes: { role: [from, to] } })
  expect(open().read(home, probe).role).toBe(to)
})

test('a list that contains the new id already contains it once', () => {
  const store = open()
  store.write(home, probe, { roles: [from, to] }, mara)
  store.renameId(home, { from, to }, restored)
  expect(store.read(home, probe).roles).toEqual([to])
})

test('settings without the id get no entry', () => {
  const store = open()
  store.write(home, probe, { roles: [other] }, mara)
  store.renameId(home, { from, to }, restored)
  expect(store.history(home)).toHaveLength(1)
})

type Probe = Settings<typeof probe>

test('references that were removed because of the deletion are restored, and later changes by people stay', () => {
  const store = open()
  const before: Partial<Probe> = { roles: [from, other], levels: [{ level: 5, roleId: from }], role: from }
  store.write(home, probe, before, mara)
  store.write(home, probe, { roles: [other], levels: [], role: null }, deleted)
  store.write(home, probe, { levels: [{ level: 9, roleId: other }], role: other }, mara)
  store.renameId(home, { from, to }, restored)
  expect(store.read(home, probe)).toMatchObject({
    roles: [to, other],
    levels: [
      { level: 5, roleId: to },
      { level: 9, roleId: other },
    ],
    role: other,
  })
})

test('several that were deleted one after the other all come back', () => {
  const store = open()
  store.write(home, probe, { roles: [from, other] }, mara)
  store.write(home, probe, { roles: [other] }, deleted)
  store.write(home, probe, { roles: [] }, deleted)
  store.renameId(home, { from, to }, restored)
  store.renameId(home, { from: other, to: '666666666666666666' }, restored)
  expect(store.read(home, probe).roles.toSorted()).toEqual([to, '666666666666666666'])
})

test('references that a person removed stay removed', () => {
  const store = open()
  store.write(home, probe, { roles: [from, other] }, mara)
  store.write(home, probe, { roles: [other] }, mara)
  store.renameId(home, { from, to }, restored)
  expect(store.read(home, probe).roles).toEqual([other])
})

test('in a transaction that fails, no id is replaced, and nothing of it is cached', () => {
  const store = open()
  store.write(home, probe, { role: from }, mara)
  expect(() =>
    db.transaction(() => {
      store.renameId(home, { from, to }, restored)
      throw new Error('power cut')
    }),
  ).toThrow('power cut')
  expect(store.read(home, probe).role).toBe(from)
})

import { pino } from 'pino'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { contract, field } from '#contract'
import { UserError } from '#kit/errors.ts'
import { createSettings } from './settings.ts'
import type { Database } from '../storage/database.ts'
import { settings as table } from '../storage/table.ts'
import { databasePerTest } from '#test/database-per-test.ts'

const log = pino({ level: 'silent' })
const greeting = contract('greeting', {
  title: 'Greeting',
  settings: z.object({
    enabled: field.toggle('Enabled').default(false),
    text: field.text('Text', { max: 5 }).default('hi'),
    channel: field.channel('Channel').nullable().default(null),
    words: z.array(z.string()).default([]),
  }),
})
const mara = { userId: '100000000000000001', via: 'dashboard' }
const ben = { userId: '100000000000000002', via: 'command' }

let db: Database
let clock = 1000
const open = () => createSettings({ db, log, now: () => clock, guild: () => undefined })
databasePerTest(made => {
  db = made
})

test('a guild that never changed anything has every default', () => {
  expect(open().read('1', greeting)).toEqual({ enabled: false, text: 'hi', channel: null, words: [] })
})

test('what is saved is read back, also by a product started later', () => {
  open().write('1', greeting, { enabled: true, words: ['a'] }, mara)
  expect(open().read('1', greeting)).toEqual({ enabled: true, text: 'hi', channel: null, words: ['a'] })
  expect(open().read('2', greeting).enabled).toBe(false)
})

test('the history says who changed what, when, from which to which value', () => {
  const store = open()
  clock = 5
  store.write('1', greeting, { enabled: true, text: 'yo' }, mara)
  clock = 6
  store.write('1', greeting, { text: 'hi' }, ben)
  store.write('2', greeting, { text: 'x' }, ben)
  expect(store.history('1')).toEqual([
    { id: 2, guildId: '1', feature: 'greeting', author: ben, at: 6, changes: { text: ['yo', 'hi'] } },
    {
      id: 1,
      guildId: '1',
      feature: 'greeting',
      author: mara,
      at: 5,
      changes: { enabled: [false, true], text: ['hi', 'yo'] },
    },
  ])
  expect(store.history('1', { before: 2 }).map(revision => revision.id)).toEqual([1])
  expect(store.history('1', { limit: 1 }).map(revision => revision.id)).toEqual([2])
  expect(store.history('1', { feature: 'other' })).toEqual([])
})

test('saving the same values is not a change', () => {
  const store = open()
  const heard: unknown[] = []
  store.onChange(change => heard.push(change))
  store.write('1', greeting, { text: 'hi' }, mara)
  expect(store.history('1')).toEqual([])
  expect(heard).toEqual([])
})

test('subscribers are notified of changes until they unsubscribe', () => {
  const store = open()
  const heard: unknown[] = []
  const stop = store.onChange(change => heard.push(change))
  store.write('1', greeting, { text: 'a' }, mara)
  stop()
  store.write('1', greeting, { text: 'b' }, mara)
  expect(heard).toEqual([{ guildId: '1', feature: 'greeting', author: mara, keys: ['text'] }])
})

test('a wrong value is refused with a sentence per field, and nothing is stored', () => {
  const store = open()
  const wrong = { enabled: true, text: 'too long', words: 'no', unknown: 1 }
  const write = () => store.write('1', greeting, JSON.parse(JSON.stringify(wrong)), mara)
  expect(write).toThrow(UserError)
  expect(write).toThrow(
    expect.objectContaining({
      code: 'settings.invalid',
      fields: {
        text: 'Text can have at most 5 characters.',
        words: '"words" must be a list.',
        unknown: 'There is no field "unknown" here.',
      },
    }),
  )
  expect(store.read('1', greeting).enabled).toBe(false)
  expect(store.history('1')).toEqual([])
})

test('a key left undefined stays as it is', () => {
  const store = open()
  store.write('1', greeting, { text: 'yo' }, mara)
  store.write('1', greeting, JSON.parse('{"enabled":true}'), mara)
  store.write('1', greeting, { text: undefined }, mara)
  expect(store.read('1', greeting)).toMatchObject({ text: 'yo', enabled: true })
})

test('while Discord does not show the guild, a channel cannot be chosen but the rest can be saved', () => {
  const store = open()
  expect(() => store.write('1', greeting, { channel: '#general' }, mara)).toThrow(/does not show this server/)
  expect(store.write('1', greeting, { text: 'ok' }, mara).text).toBe('ok')
})

test('a stored value that a newer version no longer accepts falls back to its default alone', () => {
  db.insert(table)
    .values({
      guildId: '1',
      feature: 'greeting',
      document: { text: 'far too long', enabled: true, gone: 1 },
      changedAt: 1,
    })
    .run()
  expect(open().read('1', greeting)).toEqual({ enabled: true, text: 'hi', channel: null, words: [] })
})

test('settings cannot be changed by mutating what was read', () => {
  const own = open().read('1', greeting)
  expect(() => own.words.push('x')).toThrow(TypeError)
  expect(() => Object.assign(own, { enabled: true })).toThrow(TypeError)
})

test('a transaction that fails takes the change, its history and the cache back', () => {
  const store = open()
  store.read('1', greeting)
  expect(store.revision('1')).toBe(0)
  expect(() =>
    db.transaction(() => {
      store.write('1', greeting, { text: 'a' }, mara)
      expect(store.read('1', greeting).text).toBe('a')
      expect(store.revision('1')).toBe(1)
      throw new Error('later failure')
    }),
  ).toThrow('later failure')
  expect(store.read('1', greeting).text).toBe('hi')
  expect(store.revision('1')).toBe(0)
  expect(store.history('1')).toEqual([])
})

test('a transaction that changes what another feature has not read yet is seen by it', () => {
  const farewell = contract('farewell', { title: 'Farewell', settings: greeting.settings })
  open().write('1', farewell, { text: 'old' }, mara)
  const store = open()
  store.read('1', greeting)
  expect(store.revision('1')).toBe(1)
  db.transaction(() => {
    store.write('1', farewell, { text: 'new' }, ben)
    store.write('1', greeting, { text: 'too' }, ben)
  })
  expect(store.read('1', farewell).text).toBe('new')
  expect(store.read('1', greeting).text).toBe('too')
  expect(store.revision('1')).toBe(3)
})

test('a guild whose rows were erased has its defaults again', () => {
  const store = open()
  store.write('1', greeting, { text: 'a' }, mara)
  db.delete(table).run()
  store.forgetGuild('1')
  expect(store.read('1', greeting).text).toBe('hi')
})

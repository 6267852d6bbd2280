import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { closeDatabase, openDatabase } from '../../storage/open.ts'
import { createSeal } from './seal.ts'
import { sessionSecret } from './secret.ts'
import { createSessionStore, sessionMs } from './store.ts'
import { scratch } from '#test/scratch.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(scratch, 'palisade-'))
})
afterEach(() => rmSync(dataDir, { recursive: true }))

test('the secret is generated once, long and readable by this user alone', () => {
  const secret = sessionSecret({ sessionSecret: undefined, dataDir })
  expect(secret.length).toBeGreaterThanOrEqual(32)
  expect(sessionSecret({ sessionSecret: undefined, dataDir })).toBe(secret)
  expect(readFileSync(join(dataDir, 'session-secret'), 'utf8').trim()).toBe(secret)
  expect(statSync(join(dataDir, 'session-secret')).mode & 0o777).toBe(0o600)
})

test('a given secret is used and nothing is written', () => {
  expect(sessionSecret({ sessionSecret: 's'.repeat(40), dataDir: '/nowhere' })).toBe('s'.repeat(40))
})

test('a truncated secret file is refused rather than trusted', () => {
  writeFileSync(join(dataDir, 'session-secret'), 'abc')
  expect(() => sessionSecret({ sessionSecret: undefined, dataDir })).toThrow(/is damaged/)
})

test('a sealed token opens with its secret alone, and only unchanged', () => {
  const seal = createSeal('one secret')
  const sealed = seal.close('token ✓')
  expect(sealed).not.toContain('token')
  expect(seal.open(sealed)).toBe('token ✓')
  expect(seal.close('token ✓')).not.toBe(sealed)
  expect(createSeal('another secret').open(sealed)).toBeUndefined()
  const changed = sealed.slice(0, -2) + (sealed.endsWith('AA') ? 'BB' : 'AA')
  expect(seal.open(changed)).toBeUndefined()
  for (const rubbish of ['', 'x', 'A'.repeat(30), '💥']) expect(seal.open(rubbish)).toBeUndefined()
})

test('a session lasts a week, and an hour while nobody has signed in', () => {
  const db = openDatabase({ dataDir, log: pino({ level: 'silent' }) })
  let clock = 1_000_000
  const store = createSessionStore(db, () => clock)
  const seen = (id: string) => {
    let found: unknown
    store.get(id, (_error, session) => {
      found = session
    })
    return found
  }
  const user = { id: '1', username: 'mara', avatar: null, email: null, discriminator: '0' }
  const cookie = { originalMaxAge: sessionMs }
  store.set('signed in', { cookie, user }, () => {})
  store.set('on the way', { cookie, signIn: { state: 's', at: clock } }, () => {})
  expect(seen('signed in')).toMatchObject({ user })
  expect(seen('on the way')).toMatchObject({ signIn: { state: 's' } })
  clock += 3_600_000
  expect(seen('on the way')).toBeNull()
  expect(seen('signed in')).toMatchObject({ user })
  clock += sessionMs
  expect(seen('signed in')).toBeNull()
  store.destroy('signed in', () => {})
  expect(seen('nobody')).toBeNull()
  closeDatabase(db)
})

test('an ended session stays ended, even when a request that began earlier saves it again', () => {
  const db = openDatabase({ dataDir, log: pino({ level: 'silent' }) })
  const store = createSessionStore(db, () => 1_000_000)
  const user = { id: '1', username: 'mara', avatar: null, email: null, discriminator: '0' }
  const session = { cookie: { originalMaxAge: sessionMs }, user }
  const found: unknown[] = []
  store.set('one', session, () => {})
  store.destroy('one', () => {})
  store.set('one', session, () => {})
  store.get('one', (_error, result) => void found.push(result))
  expect(found).toEqual([null])
  closeDatabase(db)
})

import { expect, test } from 'vitest'
import { type AntinukeSettings, settings } from '../contract.ts'
import { weakenings } from './weakening.ts'

const id = '111111111111111111'
const other = '222222222222222222'
const usual = { ...settings.parse({}), enabled: true, twoPersons: true, logChannel: other }
const limit = { minute: 1, hour: 1 }

/** One setting each: how it protects, and how it protects less. */
const pairs: [strong: Partial<AntinukeSettings>, weak: Partial<AntinukeSettings>][] = [
  [{}, { enabled: false }],
  [{}, { modules: { ...usual.modules, anti_role: false } }],
  [{}, { punishment: 'NONE' }],
  [{}, { modulePunishments: { ...usual.modulePunishments, anti_kick: 'NONE' } }],
  [{ limits: { ...usual.limits, anti_ban: limit } }, { limits: { ...usual.limits, anti_ban: { minute: 1, hour: 2 } } }],
  [{}, { extraOwners: [id] }],
  [{}, { whitelist: [id] }],
  [{ whitelist: [id], allowances: [{ id, perHour: 3, expiresAt: null }] }, { whitelist: [id] }],
  [{ whitelist: [id], allowances: [{ id, perHour: null, expiresAt: 5 }] }, { whitelist: [id] }],
  [{}, { bypassRole: id }],
  [{}, { bypassPermissions: { ...usual.bypassPermissions, can_ban: true } }],
  [{}, { logChannel: null }],
  [{}, { autoRecovery: false }],
  [{}, { twoPersons: false }],
]

test.each(pairs)('protecting less is named, and taking that back is not: %j, %j', (strong, weak) => {
  const [before, after] = [
    { ...usual, ...strong },
    { ...usual, ...strong, ...weak, ...(strong.allowances && { allowances: [] }) },
  ]
  expect(weakenings(before, after)).toHaveLength(1)
  expect(weakenings(after, before)).toEqual([])
  expect(weakenings(before, before)).toEqual([])
})

test('every setting is considered: a new one is either named or listed here', () => {
  const named = new Set(pairs.flatMap(([, weak]) => Object.keys(weak)))
  expect(Object.keys(settings.shape).filter(key => !named.has(key))).toEqual(['allowances'])
})

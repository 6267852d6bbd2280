import { expect, test } from 'vitest'
import type { ShownEvent, ShownPart, VerifiedObject } from '#features/antinuke/incidents/contract.ts'
import { membersTouchedBy, subjectsOf, touchedWords } from './event-subjects.ts'

const person = (id: string, name: string): ShownPart => ({ about: 'user', id, name })
const kestrel = person('1', 'kestrel')
let id = 0
const event = (...parts: ShownPart[]): ShownEvent => ({ id: ++id, at: 0, lane: 'attack', parts, entry: null })
const object = (of: VerifiedObject['of'], objectId: string, newId: string | null): VerifiedObject => ({
  of,
  kind: '',
  id: objectId,
  newId,
  name: null,
  fields: [],
})
const verified = [object('channel', '5', '6'), object('role', '7', null)]
const report = { recovery: { verified }, webhooks: ['8'] } as unknown as Parameters<typeof subjectsOf>[1]

test('an entry links to the fields of its subject, by its old or new id, and not to its actor', () => {
  const deleted = event(kestrel, ' deleted the channel ', { about: 'channel', id: '5', name: 'general' }, '.')
  expect(subjectsOf(deleted, report)).toEqual([{ name: '#general', object: report.recovery!.verified[0] }])
  const made = { ...event({ about: 'category', id: '6', name: 'general' }), lane: 'restore' as const }
  expect(subjectsOf(made, report).map(({ name }) => name)).toEqual(['general'])
  const unverified = event(kestrel, ' deleted ', { about: 'channel', id: '99', name: null })
  expect(subjectsOf(unverified, report)).toEqual([])
  expect(subjectsOf(deleted, { recovery: null, webhooks: [] })).toEqual([])
})

test('an entry about a webhook links to nobody', () => {
  expect(subjectsOf({ ...event('Deleted ', person('8', 'Hook'), '.'), lane: 'stop' }, report)).toEqual([])
})

test('an entry about members links to each of them once', () => {
  const banned = event(kestrel, ' banned ', person('3', 'wren'), ' and ', person('3', 'wren'))
  expect(subjectsOf(banned, report)).toEqual([{ name: '@wren', personId: '3' }])
})

test('members targeted by an attack are counted once; attackers and their helpers are not', () => {
  const events = [
    event(kestrel, ' banned ', person('3', 'wren')),
    event(kestrel, ' kicked ', person('3', 'wren')),
    event(kestrel, ' gave power to ', person('2', 'helper')),
    event(person('9', 'somebody else'), ' kicked ', person('4', 'ines')),
  ]
  const sanctions = [{ user: { id: '1' } }, { user: { id: '2' } }] as Parameters<
    typeof membersTouchedBy
  >[1]['sanctions']
  expect(membersTouchedBy('1', { events, sanctions })).toEqual(['@wren'])
  expect(membersTouchedBy('2', { events, sanctions })).toEqual([])
})

test('few are named, many are counted, and what is not listed is not claimed', () => {
  expect(touchedWords([], true)).toBe('0')
  expect(touchedWords(['@wren', '@ines'], true)).toBe('2: @wren and @ines')
  expect(touchedWords(['a', 'b', 'c', 'd'], true)).toBe('4')
  expect(touchedWords([], false)).toBe('at least 0')
})

import { AuditLogEvent, PermissionFlagsBits } from 'discord.js'
import { beforeEach, expect, test } from 'vitest'
import { createMemory, type Database, type Services } from '#kernel/feature.ts'
import { databasePerTest } from '#test/database-per-test.ts'
import { isOwnStep, noteGivenBack } from '../recovery/own-entry.ts'
import type { Action, AuditEntry } from './audit-entry.ts'
import { isStranger, noteAllMembers, noteLeft } from './membership.ts'
import { linksOf, noteByInvite, noteGiven, notePower } from './passed-power.ts'
import type { Powers } from './powers.ts'
import { noteDeparture, rosterOf } from './roster.ts'
import { explain, mayBeTheirs, sightingsOf } from './sightings.ts'
import { noteStopped, noteStoppedJoined, stoppedBefore } from './stopped-people.ts'

/** What was noted while the clock was a month ahead is at least an hour old once the clock is right, never recent. */
const aheadMs = 30 * 86_400_000
const guildId = '1'
let db: Database
let now: number
let services: Services
databasePerTest(made => {
  db = made
})
beforeEach(() => {
  now = Date.now() + aheadMs
  // The parts that are used.
  services = { db, memory: createMemory(), now: () => now, client: { user: { id: '3' } } } as unknown as Services
})
const right = () => {
  now -= aheadMs
}
/** Clocks are set back by a little all the time. */
const little = () => {
  now -= 50
}

test('somebody who left at that time has been gone for long', () => {
  noteAllMembers(services, guildId, new BigUint64Array([5n]), { holders: new Map(), begunAt: now })
  noteLeft(services, guildId, '5')
  little()
  expect(isStranger(services, guildId, '5')).toBe(false)
  right()
  expect(isStranger(services, guildId, '5')).toBe(true)
})

test('somebody who could do harm and left at that time is no longer known', () => {
  const { people } = rosterOf(services, guildId)
  people.set('5', { id: '5', bot: false, roles: ['8'], had: undefined, goneAt: undefined, username: null })
  noteDeparture(services, guildId, '5')
  little()
  noteDeparture(services, guildId, '6')
  expect([...people.keys()]).toEqual(['5'])
  right()
  noteDeparture(services, guildId, '6')
  expect([...people.keys()]).toEqual([])
})

test('somebody who was removed at that time and is let in again has to be stopped again', () => {
  noteStopped(services, guildId, '2', { guildId, number: 1 })
  little()
  noteStoppedJoined(services, guildId, '2')
  expect(stoppedBefore(services, guildId, '2')).toBeDefined()
  right()
  noteStoppedJoined(services, guildId, '2')
  expect(stoppedBefore(services, guildId, '2')).toBeUndefined()
})

test('what somebody was named for at that time is judged, and forgotten with the next entry', () => {
  const deletion = (targetId: string) =>
    ({ id: '1', action_type: AuditLogEvent.ChannelDelete, user_id: '2', target_id: targetId }) satisfies AuditEntry
  noteStopped(services, guildId, '2', { guildId, number: 1 })
  explain(services, guildId, deletion('7'))
  const known = () => [...sightingsOf(services, guildId).explained.keys()]
  little()
  explain(services, guildId, deletion('8'))
  expect([mayBeTheirs(services, guildId, 'channel', '7'), known()]).toEqual([true, ['channel 7', 'channel 8']])
  right()
  expect(mayBeTheirs(services, guildId, 'channel', '7')).toBe(false)
  explain(services, guildId, deletion('9'))
  expect(known()).toEqual(['channel 9'])
})

test('what somebody was given back at that time says nothing about what the bot does to them now', () => {
  const entry = { actorId: '3', targetId: '5', reason: 'They are back' }
  noteGivenBack(services, guildId, '5')
  little()
  expect(isOwnStep(services, guildId, entry)).toBe(true)
  right()
  expect(isOwnStep(services, guildId, entry)).toBe(false)
})

const bits = PermissionFlagsBits.BanMembers
const powers: Powers = {
  guildId,
  ownerId: '4',
  everyone: 0n,
  roles: new Map([['8', { id: '8', position: 1, bits, own: bits, managed: false, botId: null }]]),
  members: new Map(),
  self: { id: '3', bits: PermissionFlagsBits.Administrator, top: { id: '9', position: 2 } },
}
const gained = { id: '5', before: [], gained: ['8'] }
const byInvite = () =>
  linksOf(services, guildId)
    .members.get('5')
    ?.map(({ by }) => by) ?? []
function makeInvite(): void {
  const gave = { to: 'invite', id: 'code', bits, roles: ['8'] } as const
  // The parts that are used.
  notePower(services, guildId, { gave, actorId: '2', at: now } as unknown as Action, powers, undefined)
}

test('a role given by hand now does not take the place of an invite at that time', () => {
  makeInvite()
  noteByInvite(services, guildId, powers, gained)
  right()
  noteGiven(services, guildId, '5', ['8'])
  expect(byInvite()).toEqual(['2'])
  noteByInvite(services, guildId, powers, { ...gained, id: '6' })
  little()
  noteGiven(services, guildId, '6', ['8'])
  expect(linksOf(services, guildId).members.get('6')).toEqual([])
})

test('a role given by hand at that time came with the invite now', () => {
  noteGiven(services, guildId, '5', ['8'])
  makeInvite()
  little()
  noteByInvite(services, guildId, powers, gained)
  expect(byInvite()).toEqual([])
  right()
  noteByInvite(services, guildId, powers, gained)
  expect(byInvite()).toEqual(['2'])
})

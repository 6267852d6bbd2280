import { AuditLogEvent } from 'discord-api-types/v10'
import { expect, test } from 'vitest'
import { type DeliveredEntry, excessOf, type Stop } from './excess.ts'

const entry = (by: string, deliveredAt: number, type = AuditLogEvent.ChannelDelete): DeliveredEntry => ({
  type,
  by,
  deliveredAt,
})
const stop = (who: string, sentAt: number | undefined, at: number): Stop => ({ who, token: who, sentAt, at })
const hit = (token: string, answeredAt: number, status = 200) => ({ token, at: answeredAt, answeredAt, status })

test('counts what landed during the time that the bot itself took', () => {
  const entries = [entry('rook', 100), entry('rook', 200), entry('rook', 300)]
  // The request was on its way for 50 ms, which no bot could have shortened.
  const stops = [stop('rook', 340, 390)]
  const landed = [hit('rook', 349), hit('rook', 351), hit('rook', 380), hit('rook', 385, 403), hit('rook', 395)]
  expect(excessOf({ decidedBy: 3 }, { entries, stops, landed })).toBe(2)
})

test('is unknown without a punishment or the deciding entry', () => {
  const landed = [hit('rook', 100)]
  expect(excessOf({ decidedBy: 3 }, { entries: [entry('rook', 90)], stops: [], landed })).toBe(null)
  expect(excessOf({ decidedBy: 3 }, { entries: [entry('rook', 90)], stops: [stop('rook', 95, 99)], landed })).toBe(null)
  expect(excessOf({ decidedBy: null }, { entries: [], stops: [stop('rook', 95, 99)], landed })).toBe(null)
})

test('an attacker is judged by their own entries and hits', () => {
  // The puppet's third deletion arrives long before the entry of the role that its master has changed.
  const entries = [
    entry('puppet', 289),
    entry('puppet', 444),
    entry('puppet', 500),
    entry('master', 559, AuditLogEvent.RoleUpdate),
  ]
  const landed = [hit('master', 69), ...[145, 288, 424, 531, 532].map(at => hit('puppet', at))]
  const rule = { decidedBy: 1, decidedByType: AuditLogEvent.RoleUpdate }
  const master = stop('master', 562, 580)
  expect(excessOf(rule, { entries, stops: [stop('puppet', 504, 535), master], landed })).toBe(1)
  // A bot that is slow with the puppet.
  expect(excessOf(rule, { entries, stops: [stop('puppet', 640, 660), master], landed })).toBe(2)
  // And one that is slow with the master, who does nothing more.
  expect(excessOf(rule, { entries, stops: [stop('puppet', 504, 536), stop('master', 900, 920)], landed })).toBe(0)
})

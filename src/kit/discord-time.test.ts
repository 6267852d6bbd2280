import { EventEmitter } from 'node:events'
import type { Client } from 'discord.js'
import { beforeEach, expect, test } from 'vitest'
import { discordNow, isTimedOut, watchDiscordTime } from './discord-time.ts'

/** A full second. */
const noon = Date.UTC(2026, 3, 1, 12)
let now = noon
let rest: EventEmitter
beforeEach(() => {
  now = noon
  rest = new EventEmitter()
  watchDiscordTime(rest as unknown as Client['rest'], () => now)
})

const answer = (at: number) => rest.emit('response', {}, { headers: new Headers({ date: new Date(at).toUTCString() }) })
const theirs = () => discordNow({ client: { rest: rest as unknown as Client['rest'] }, now: () => now })

test('a clock that is right is Discord’s, whatever an answer takes', () => {
  expect(theirs()).toBe(noon)
  now += 900
  answer(noon)
  expect(theirs()).toBe(now)
  rest.emit('response', {}, { headers: new Headers() })
  expect(theirs()).toBe(now)
})

test('one that is ahead or behind is corrected, by the answer that was quickest', () => {
  answer(noon - 3_600_000)
  now += 1000
  answer(noon - 3_600_000)
  expect(theirs()).toBe(now - 3_600_000)
  now -= 7_200_000
  answer(noon - 3_600_000)
  expect(theirs()).toBe(noon - 3_600_000)
})

test('once it is set right, the next answer says so', () => {
  now += 3_600_000
  answer(noon)
  now -= 3_600_000
  answer(noon)
  expect(theirs()).toBe(noon)
  now += 3_600_000
  answer(noon)
  expect(theirs()).toBe(noon)
})

test('a timeout is over when it is by Discord’s clock', () => {
  const until = (at: number | null) =>
    isTimedOut({
      client: { rest } as unknown as Client<true>,
      communicationDisabledUntilTimestamp: at,
    })
  answer(noon)
  now += 3_600_000
  answer(noon)
  expect([noon + 600_000, noon - 600_000, null].map(until)).toEqual([true, false, false])
  now -= 7_200_000
  answer(noon)
  expect([noon + 600_000, noon - 600_000, null].map(until)).toEqual([true, false, false])
})

import type { VoiceState } from 'discord.js'
import { lt } from 'drizzle-orm'
import * as fc from 'fast-check'
import { pino } from 'pino'
import { beforeEach, expect, test } from 'vitest'
import { dayOf, dayStart, lastDays } from '#contract'
import { createMemory } from '#kernel/declarations/state.ts'
import type { Database, Services } from '#kernel/feature.ts'
import { databasePerTest } from '#test/database-per-test.ts'
import { runs } from '#test/sampling.ts'
import { memberDays } from '../board/member-days.ts'
import { levelingCountedDays, levelingDays, levelingVoice } from '../table.ts'
import { changeXp, newBatch } from '../xp-changes/change-xp.ts'
import { activityOf } from './activity.ts'
import { activityDays } from './contract.ts'
import { daysJob, noteCounting, oldDaysJob } from './counted-days.ts'
import { onVoiceState, settleVoice, voiceJob } from './voice-time.ts'

let db: Database
databasePerTest(made => {
  db = made
})

const dayMs = 86_400_000
const start = Date.UTC(2026, 1, 27, 22)
const [mara, jun] = ['100000000000000001', '100000000000000002'] as const
const people = [mara, jun] as const
let guilds = 0
let guildId = ''
let now = start
beforeEach(() => {
  guildId = `guild ${(guilds += 1)}`
  now = start
})

const made = (memory = createMemory()) =>
  ({
    db,
    log: pino({ level: 'silent' }),
    memory,
    now: () => now,
    client: { users: { cache: new Map() }, guilds: { cache: new Map([[guildId, {}]]) } },
    settings: { peek: () => true },
  }) as unknown as Services

function write(services: Services, userId: string, xp: number): void {
  const activity = activityOf(services)
  const tally = activity.of(guildId, userId)
  tally.waiting.messages++
  tally.waiting.gained += xp
  activity.touch(tally)
}

function move(services: Services, userId: string, channelId: string | null): void {
  const state = (id: string | null) =>
    ({ id: userId, channelId: id, guild: { id: guildId, afkChannelId: null } }) as unknown as VoiceState
  onVoiceState(services, state(channelId === null ? 'lounge' : null), state(channelId))
}

const who = fc.constantFrom(...people)
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ what: fc.constant('write' as const), who, xp: fc.integer({ min: 0, max: 20 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ what: fc.constant('pass' as const), ms: fc.integer({ min: 0, max: 2 * dayMs }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ what: fc.constant('pass' as const), ms: fc.integer({ min: 0, max: 7_200_000 }) }),
  },
  { weight: 3, arbitrary: fc.record({ what: fc.constantFrom('enter' as const, 'leave' as const), who }) },
  fc.record({ what: fc.constant('correct' as const), who, total: fc.integer({ min: 0, max: 5000 }) }),
  fc.record({ what: fc.constantFrom('flush' as const, 'settle' as const, 'kill' as const, 'look' as const) }),
)

test('each message, its XP and each second in voice belong to their day, whatever else is changed or lost', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), steps => {
      guildId = `guild ${(guilds += 1)}`
      now = start
      let services = made()
      /** By person and day: XP, messages, seconds. */
      const expected = new Map(people.map(id => [id, new Map<number, [number, number, number]>()]))
      const of = (id: (typeof people)[number], day: number) => {
        const own = expected.get(id)
        const found = own?.get(day) ?? [0, 0, 0]
        own?.set(day, found)
        return found
      }
      let waiting: (() => void)[] = []
      let waitingSince = 0
      const stored = () => {
        for (const count of waiting) count()
        waiting = []
      }
      const entered = new Map<(typeof people)[number], number>()
      const talked = (id: (typeof people)[number]) => {
        const since = entered.get(id)
        if (since === undefined) return
        const until = (day: number) => Math.floor((Math.max(since, Math.min(now, dayStart(day))) - since) / 1000)
        for (let day = dayOf(since); day <= dayOf(now); day++) of(id, day)[2] += until(day + 1) - until(day)
      }
      for (const one of steps) {
        if (one.what === 'write') {
          const day = dayOf(now)
          // Counts from before midnight are stored first.
          if (waitingSince !== day) stored()
          waitingSince = day
          write(services, one.who, one.xp)
          waiting.push(() => {
            of(one.who, day)[0] += one.xp
            of(one.who, day)[1]++
          })
        } else if (one.what === 'pass') now += one.ms
        else if (one.what === 'enter') {
          move(services, one.who, 'lounge')
          if (!entered.has(one.who)) entered.set(one.who, now)
        } else if (one.what === 'leave') {
          if (entered.has(one.who)) stored()
          move(services, one.who, null)
          talked(one.who)
          entered.delete(one.who)
        } else if (one.what === 'correct') {
          stored()
          const entries = [{ userId: one.who, total: one.total }]
          changeXp(services, {
            guildId,
            kind: 'set',
            by: { userId: jun, name: 'jun' },
            entries,
            batch: newBatch('set'),
          })
        } else if (one.what === 'kill') {
          waiting = []
          services = made()
        } else {
          if (one.what === 'flush') activityOf(services).flush()
          else if (one.what === 'settle') settleVoice(services, { guildId })
          else memberDays(services, guildId, mara)
          if (one.what !== 'settle' || entered.size > 0) stored()
        }
      }
      stored()
      for (const id of people) talked(id)
      for (const id of people) {
        const found = memberDays(services, guildId, id).flatMap(({ at, done }) =>
          done && done.xp + done.messages + done.voiceSeconds > 0
            ? [[dayOf(at), [done.xp, done.messages, done.voiceSeconds]] as const]
            : [],
        )
        const shown = new Set(lastDays(activityDays, now))
        const wanted = [...(expected.get(id) ?? [])].filter(
          ([day, counts]) => shown.has(day) && counts.some(count => count > 0),
        )
        expect(Object.fromEntries(found)).toEqual(Object.fromEntries(wanted))
      }
    }),
    { numRuns: runs(600) },
  )
})

test('setting the clock ahead or back loses nothing and makes no day negative', () => {
  const turn = fc.oneof(
    { weight: 3, arbitrary: fc.record({ what: fc.constant('write' as const), xp: fc.integer({ min: 1, max: 20 }) }) },
    { weight: 2, arbitrary: fc.record({ what: fc.constant('set' as const), days: fc.integer({ min: -2, max: 2 }) }) },
    fc.record({ what: fc.constantFrom('enter' as const, 'leave' as const, 'settle' as const, 'restart' as const) }),
  )
  fc.assert(
    fc.property(fc.array(turn, { maxLength: 12 }), turns => {
      guildId = `guild ${(guilds += 1)}`
      now = start
      let services = made()
      let [xp, messages, latest] = [0, 0, now]
      for (const one of turns) {
        if (one.what === 'write') {
          write(services, mara, one.xp)
          xp += one.xp
          messages++
        } else if (one.what === 'set') now += one.days * dayMs
        else if (one.what === 'settle') settleVoice(services, { guildId })
        else if (one.what === 'restart') {
          activityOf(services).flush()
          services = made()
        } else move(services, mara, one.what === 'enter' ? 'lounge' : null)
        latest = Math.max(latest, now)
      }
      const shown = () => memberDays(services, guildId, mara).flatMap(({ done }) => done ?? [])
      const sum = (all: ReturnType<typeof shown>) => [
        all.reduce((total, day) => total + day.xp, 0),
        all.reduce((total, day) => total + day.messages, 0),
      ]
      const least = (all: ReturnType<typeof shown>) =>
        Math.min(0, ...all.flatMap(day => [day.xp, day.messages, day.voiceSeconds]))
      expect([...sum(shown()), least(shown())]).toEqual([xp, messages, 0])
      // Nor do later days on which the clock was ahead.
      now = latest + dayMs
      write(services, mara, 1)
      expect([...sum(shown()), least(shown())]).toEqual([xp + 1, messages + 1, 0])
    }),
    { numRuns: runs(600) },
  )
})

const counts = (services: Services, userId: string) =>
  memberDays(services, guildId, userId).map(({ done }) => done && [done.xp, done.messages])

test('a day without counting differs from one without activity', () => {
  const services = made()
  now = start + 4 * dayMs
  noteCounting(services, [guildId])
  now += 3 * dayMs
  write(services, mara, 7)
  now += dayMs
  expect(counts(services, mara).slice(-9)).toEqual([null, null, null, null, [0, 0], null, null, [7, 1], [0, 0]])
  expect(counts(services, jun).slice(-5)).toEqual([[0, 0], null, null, null, [0, 0]])
})

test('no more than thirty days are kept, and the counts of those stay the same', async () => {
  const services = made()
  for (let day = 0; day < 40; day++, now += dayMs) {
    write(services, mara, day)
    activityOf(services).flush()
    noteCounting(services, [guildId])
  }
  now -= dayMs
  const before = counts(services, mara)
  await oldDaysJob.run(services, undefined, { attempt: 1, guildId: null })
  expect(db.select().from(levelingDays).all()).toHaveLength(activityDays)
  expect(db.select().from(levelingCountedDays).all()).toHaveLength(activityDays)
  expect(counts(services, mara)).toEqual(before)
  expect(before.map(day => day?.[0])).toEqual(Array.from({ length: activityDays }, (_, place) => place + 10))
})

test('counts that wait for a full disk belong to the day on which they can be stored, and none is lost', () => {
  const services = made()
  write(services, mara, 5)
  const transaction = db.transaction.bind(db)
  db.transaction = () => {
    throw new Error('disk full')
  }
  now += dayMs
  write(services, mara, 6)
  db.transaction = transaction
  expect(counts(services, mara).slice(-2)).toEqual([null, [11, 2]])
})

test('the job records the servers where levels are on', async () => {
  const services = made()
  services.settings.peek = () => false
  await daysJob.run(services, undefined, { attempt: 1, guildId: null })
  expect(db.select().from(levelingCountedDays).all()).toEqual([])
  services.settings.peek = () => true
  await daysJob.run(services, undefined, { attempt: 1, guildId: null })
  expect(db.select().from(levelingCountedDays).all()).toEqual([{ guildId, day: dayOf(start) }])
})

test('a crowd in voice at midnight is settled in parts; a kill in between loses nothing and counts nothing twice', async () => {
  const crowd = Array.from({ length: 450 }, (_, place) => `2000000000000${1000 + place}`)
  const killed = made()
  now = dayStart(dayOf(start) + 1) - 60_000
  for (const id of crowd) move(killed, id, 'lounge')
  now += 90_000
  const notSettled = () => db.select().from(levelingVoice).where(lt(levelingVoice.since, now)).all().length
  let isKilled = false
  const timed = Object.assign(killed, {
    now() {
      if (isKilled) throw new Error('killed')
      return now
    },
  })
  const job = Promise.resolve(voiceJob.run(timed, undefined, { attempt: 1, guildId: null }))
  isKilled = true
  await expect(job).rejects.toThrow('killed')
  expect(notSettled()).toBeGreaterThan(crowd.length / 2)
  expect(notSettled()).toBeLessThan(crowd.length)

  now += 30_000
  const next = made()
  await voiceJob.run(next, undefined, { attempt: 1, guildId: null })
  expect(notSettled()).toBe(0)
  for (const id of crowd)
    expect(memberDays(next, guildId, id).map(({ at, done }) => [dayOf(at), done?.voiceSeconds])).toEqual(
      expect.arrayContaining([
        [dayOf(start), 60],
        [dayOf(start) + 1, 60],
      ]),
    )
})

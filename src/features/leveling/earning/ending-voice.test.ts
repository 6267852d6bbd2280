import type { VoiceState } from 'discord.js'
import { sum } from 'drizzle-orm'
import { pino } from 'pino'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { createMemory } from '#kernel/declarations/state.ts'
import type { Database, Services } from '#kernel/feature.ts'
import { databasePerTest } from '#test/database-per-test.ts'
import { createHarness } from '#test/harness.ts'
import { levelingMembers, levelingVoice } from '../table.ts'
import { dropLeftVoice, endVoice, onVoiceState, voiceJob } from './voice-time.ts'

let db: Database
databasePerTest(made => {
  db = made
})

const guildId = '1'
const crowd = Array.from({ length: 1000 }, (_, place) => `2000000000000${1000 + place}`)
const start = Date.UTC(2026, 1, 27, 12)
let now = start
let enabled = true

/** Simulates one process after another. */
const made = () =>
  ({
    db,
    log: pino({ level: 'silent' }),
    memory: createMemory(),
    now: () => now,
    client: { users: { cache: new Map() }, guilds: { cache: new Map([[guildId, {}]]) } },
    settings: { peek: () => enabled },
  }) as unknown as Services

let services: Services
beforeEach(() => {
  services = made()
  enabled = true
  now = start
  const lounge = { channelId: 'lounge', guild: { id: guildId, afkChannelId: null } }
  // Only the needed parts of the two states.
  for (const id of crowd)
    onVoiceState(services, { ...lounge, id, channelId: null } as VoiceState, { ...lounge, id } as VoiceState)
  now += 60_000
  enabled = false
})

const open = () => db.select().from(levelingVoice).all().length
const seconds = () =>
  Number(
    db
      .select({ all: sum(levelingMembers.voiceSeconds) })
      .from(levelingMembers)
      .get()?.all,
  )

test('when levels are switched off, members in voice are settled in parts, each second once', async () => {
  const ended = endVoice(services, guildId)
  expect(open()).toBeGreaterThan(0)
  expect(open()).toBeLessThan(crowd.length)
  await ended
  expect([open(), seconds()]).toEqual([0, crowd.length * 60])
})

test('if levels are switched on again in between, open sessions continue', async () => {
  const ended = endVoice(services, guildId)
  const left = open()
  enabled = true
  await ended
  expect([open(), seconds()]).toEqual([left, (crowd.length - left) * 60])
  await voiceJob.run(services, undefined, { attempt: 1, guildId: null })
  expect([open(), seconds()]).toEqual([left, crowd.length * 60])
})

/** Ends some sessions, and then no more. @returns how many are left */
async function endSome(): Promise<number> {
  const failing = made()
  let asked = 0
  failing.settings.peek = () => {
    if (asked++ > 0) throw new Error('killed')
    return enabled
  }
  await expect(endVoice(failing, guildId)).rejects.toThrow('killed')
  return open()
}

test('sessions left because of a full disk are ended a minute later', async () => {
  const left = await endSome()
  now += 60_000
  await voiceJob.run(services, undefined, { attempt: 1, guildId: null })
  expect([open(), seconds()]).toEqual([0, (crowd.length + left) * 60])
})

test('sessions left by a killed process do not count any further', async () => {
  const left = await endSome()
  now += 7_200_000
  const next = made()
  dropLeftVoice(next)
  await voiceJob.run(next, undefined, { attempt: 1, guildId: null })
  expect([open(), seconds()]).toEqual([0, (crowd.length - left) * 60])
})

test('the next process ends them when it starts', async () => {
  const harness = await createHarness()
  onTestFinished(() => harness.close())
  const stored = () => harness.product.services.db
  const left = { guildId: harness.guildId, userId: harness.as('member1').userId, since: Date.now() - 7_200_000 }
  stored().insert(levelingVoice).values(left).run()
  await harness.restart()
  expect(stored().select().from(levelingVoice).all()).toEqual([])
  expect(stored().select().from(levelingMembers).all()).toEqual([])
})

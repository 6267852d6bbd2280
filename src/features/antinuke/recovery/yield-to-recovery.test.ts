// @module-tag long
import { afterEach, expect, test, vi } from 'vitest'
import { type GuardedServer, guardedServer, whileAllowed } from '#test/antinuke.ts'
import { damagedServer } from '#test/recovery.ts'
import { until } from '#test/until.ts'
import { whenStopped } from '../engine/punish/follow-up.ts'
import { resumeYielded, yieldToRecovery } from './yield-to-recovery.ts'
import { recoveryOf } from './progress.ts'
import { urgency } from './step-order.ts'
import { addSteps, updateRecovery, insertRecovery, recoveryById, stepsOf } from './store.ts'

let server: GuardedServer
afterEach(() => server?.app.close())

/** No test is that slow. */
const neverMs = 3_600_000
/** This many are under way at once. */
const atOnce = 48

test('work that can wait goes on once the steps have been requested, after two seconds, or after one where much is left; at once where nothing is put back', async () => {
  server = await guardedServer()
  const { guildId } = server
  const { services } = server.app.product
  await yieldToRecovery(services, guildId, neverMs)
  // It is stored, and nobody goes on with it.
  const recovery = insertRecovery(services, guildId, null)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const done: string[] = []
    const wait = (what: string) => yieldToRecovery(services, guildId).then(() => void done.push(what))
    const first = wait('first')
    await Promise.resolve()
    expect(done).toEqual([])
    resumeYielded(services, guildId)
    await first
    const second = wait('second')
    await vi.advanceTimersByTimeAsync(1999)
    expect(done).toEqual(['first'])
    await vi.advanceTimersByTimeAsync(1)
    await second
    const act = { do: 'unban' as const, id: '5' }
    const steps = Array.from({ length: atOnce + 1 }, (_, place) => ({ key: `unban ${place}`, act, after: [] }))
    addSteps(services, recovery, 1, steps)
    const third = wait('third')
    await vi.advanceTimersByTimeAsync(1000)
    await third
    // While no time passes.
    for (const state of ['verifying', 'stopped'] as const) {
      updateRecovery(services, recovery, { state })
      await yieldToRecovery(services, guildId, neverMs)
    }
  } finally {
    vi.useRealTimers()
  }
})

test('while a server is put back, it says when its first channels have been requested', async () => {
  server = await guardedServer()
  const { app, guildId } = server
  const { services } = app.product
  const rooms = await server.make('channels', 6, 'room')
  await server.caughtUp()
  const waits: Promise<void>[] = []
  // Called before anything is put back: then only the steps let those who wait go on.
  whenStopped(services, async its => void waits.push(yieldToRecovery(its, guildId, neverMs)))
  await whileAllowed(rooms.map(id => () => app.as('rogue').rest('DELETE', `/channels/${id}`)))
  await until('somebody to wait', () => waits.length > 0)
  await Promise.all(waits)
  const begun = recoveryOf(services, guildId, 1)?.steps.filter(
    ({ act, state }) => act.do === 'create' && state !== 'todo',
  )
  expect(begun?.length).toBeGreaterThan(0)
  await until('the recovery', () => recoveryOf(services, guildId, 1)?.state === 'done')
})

test('work that can wait is requested after what comes back', async () => {
  const damaged = await damagedServer({ channels: 70, roles: 20, members: 20 })
  const { app, guildId } = damaged
  try {
    const { services } = app.product
    const knownGood = await damaged.look()
    const lost = damaged.channels(knownGood, 'others').slice(0, 54)
    for (const id of lost) await app.as('owner').rest('DELETE', `/channels/${id}`)
    const { rest } = services.client
    const post = rest.post.bind(rest)
    const gate = Promise.withResolvers<void>()
    let [asked, answered] = [0, 0]
    vi.spyOn(rest, 'post').mockImplementation(async (...request) => {
      asked += 1
      // The first one shows that Discord accepts them.
      if (asked > 1) await gate.promise
      return post(...request).finally(() => (answered += 1))
    })
    const touched = lost.map(id => ({ kind: 'channel' as const, id }))
    const recovery = { id: damaged.begin({ knownGood, touched }) }
    let hasGoneOn = false
    const going = yieldToRecovery(services, guildId, neverMs).then(() => void (hasGoneOn = true))
    await until('as many to be under way as there can be', () => asked === atOnce + answered && answered > 0)
    expect(hasGoneOn).toBe(false)
    gate.resolve()
    await going
    const current = recoveryById(services, recovery.id)
    const left = current ? stepsOf(services, current).filter(one => one.state === 'todo' && urgency(one) === 0) : []
    expect(left).toEqual([])
    await damaged.over(recovery.id)
  } finally {
    await app.close()
  }
})
